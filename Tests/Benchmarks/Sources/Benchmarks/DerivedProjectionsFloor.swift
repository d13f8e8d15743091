/// The values of the suite "Derived: projections".
struct ProjectedHome: Equatable {
  var city = 0
  var zip = 0
}

struct ProjectedUser: Equatable {
  var name = "Ada"
  var age = 36
  var home = ProjectedHome()

  /// Chosen at run time, hidden from the optimizer.
  static var somePath: WritableKeyPath<ProjectedUser, Int> {
    CommandLine.arguments.count > 1_000 ? \.age : \.home.city
  }
}

/// Parts of a struct in a class, with getters and setters and observers for each, by hand.
final class UserByHand {
  private var user = ProjectedUser()
  var cityObservers: [(Int) -> Void] = []
  var zipObservers: [(Int) -> Void] = []
  var ageObservers: [(Int) -> Void] = []

  var city: Int {
    get { user.home.city }
    set {
      if newValue == user.home.city { return }
      user.home.city = newValue
      for observer in cityObservers { observer(newValue) }
    }
  }

  var zip: Int {
    get { user.home.zip }
    set {
      if newValue == user.home.zip { return }
      user.home.zip = newValue
      for observer in zipObservers { observer(newValue) }
    }
  }

  var age: Int {
    get { user.age }
    set {
      if newValue == user.age { return }
      user.age = newValue
      for observer in ageObservers { observer(newValue) }
    }
  }
}

/// A number and its negative, both of which are observed and can be written, by hand.
final class NumberByHand {
  private var number = 0
  var observers: [(Int) -> Void] = []
  var negativeObservers: [(Int) -> Void] = []

  var value: Int {
    get { number }
    set {
      if newValue == number { return }
      number = newValue
      for observer in observers { observer(newValue) }
      for observer in negativeObservers { observer(-newValue) }
    }
  }

  var negative: Int {
    get { -number }
    set { value = -newValue }
  }
}

/// A saved value and a draft that begins anew when it changes, by hand.
final class DraftByHand {
  private var savedValue = 0
  private var written: Int?
  var observers: [(Int) -> Void] = []

  var draft: Int {
    get { written ?? savedValue }
    set {
      let old = draft
      written = newValue
      if newValue == old { return }
      for observer in observers { observer(newValue) }
    }
  }

  var saved: Int {
    get { savedValue }
    set {
      if newValue == savedValue { return }
      let old = draft
      savedValue = newValue
      written = nil
      if newValue == old { return }
      for observer in observers { observer(newValue) }
    }
  }
}
