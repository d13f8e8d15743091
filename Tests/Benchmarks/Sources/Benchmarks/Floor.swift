/// The floor of every delivery: an array of observers, called in a loop.
final class ClosureList {
  var observers: [(Int) -> Void] = []

  init() {}

  init(observers count: Int, make: () -> (Int) -> Void) {
    observers = (0..<count).map { _ in make() }
  }

  @inline(never)
  func send(_ value: Int) {
    for observer in observers {
      observer(value)
    }
  }
}

/// The floor of every property: an Int and an array of observers.
final class FieldWithClosures {
  var value = 0
  var observers: [(Int) -> Void]

  init(observers count: Int, make: () -> (Int) -> Void) {
    observers = (0..<count).map { _ in make() }
  }

  @inline(never)
  func write(_ newValue: Int) {
    value = newValue
    for observer in observers {
      observer(newValue)
    }
  }
}

/// Faster than any closure, for orientation: method calls on objects that are not retained for the call.
final class UnretainedList {
  let kept: [Adder]
  let adders: [Unmanaged<Adder>]

  init(observers count: Int) {
    kept = (0..<count).map { _ in Adder(Checksum.cell) }
    adders = kept.map { Unmanaged.passUnretained($0) }
  }

  @inline(never)
  func send(_ value: Int) {
    for adder in adders {
      adder._withUnsafeGuaranteedRef { $0.add(value) }
    }
  }
}

/// The floor of every read and write: a field of a class.
final class Field {
  var value = 0
}
