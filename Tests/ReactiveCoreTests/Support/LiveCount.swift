/// Counts the objects of a test that are alive, so that the test can show what was released and when.
final class LiveCount {
  private(set) var alive = 0
  private(set) var peak = 0

  func make() -> Tracked { Tracked(in: self) }

  fileprivate func began() {
    alive += 1
    peak = max(peak, alive)
  }
  fileprivate func ended() { alive -= 1 }
}

/// An object that its count sees come and go.
final class Tracked {
  private let count: LiveCount
  var note = ""

  init(in count: LiveCount) {
    self.count = count
    count.began()
  }
  deinit { count.ended() }

  /// Something to call in a closure that is to keep this object alive.
  func touch() {}
}

/// An object that does something when it goes.
final class Farewell {
  private let action: () -> Void
  init(_ action: @escaping () -> Void) { self.action = action }
  deinit { action() }
}

/// A variable that closures and objects share.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
