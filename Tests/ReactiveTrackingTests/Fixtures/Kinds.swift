import ReactiveTracking

// One value of each kind that the layer distinguishes when it decides whether a value has changed.

/// A value that cannot be compared.
struct Loose {
  var number: Int
  init(_ number: Int) { self.number = number }
}

/// Objects that are compared by identity.
final class Instance: Delegate {}

/// What an object is held as in place of its class.
protocol Delegate: AnyObject {}

/// Objects that are compared by `==`.
final class Account: Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (left: Account, right: Account) -> Bool { left.number == right.number }
}

/// How often `write` makes an effect run that does `read`.
func runs(reading read: @escaping () -> Void, on write: () -> Void) -> Int {
  var runs = -1
  let effect = Effect {
    read()
    runs += 1
  }
  write()
  effect.cancel()
  return runs
}
