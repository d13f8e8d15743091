import ReactiveTracking

// One value of each kind that the layer distinguishes when it compares values.

struct Loose {
  var number: Int
  init(_ number: Int) { self.number = number }
}

final class Instance: Delegate {}

protocol Delegate: AnyObject {}

final class Account: Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (left: Account, right: Account) -> Bool { left.number == right.number }
}

/// The number of runs of an effect of `read` that `write` causes.
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
