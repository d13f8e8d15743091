/// Counts a test's living objects, to show what was released and when.
package final class LiveCount {
  package private(set) var alive = 0
  package private(set) var peak = 0

  package init() {}

  package func make() -> Tracked { Tracked(in: self) }

  fileprivate func began() {
    alive += 1
    peak = max(peak, alive)
  }
  fileprivate func ended() { alive -= 1 }
}

/// Counted by its ``LiveCount`` while alive.
package final class Tracked {
  private let count: LiveCount
  package var note = ""

  package init(in count: LiveCount) {
    self.count = count
    count.began()
  }
  deinit { count.ended() }

  /// A closure that calls this retains the object.
  package func touch() {}
}

/// Runs an action when it is deallocated.
package final class Farewell {
  private let action: () -> Void
  package init(_ action: @escaping () -> Void) { self.action = action }
  deinit { action() }
}

/// A variable that closures and objects share.
package final class Box<Value> {
  package var value: Value
  package init(_ value: Value) { self.value = value }
}
