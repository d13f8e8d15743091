package import ReactiveCore

/// A plain observer of a node in a fuzzer's graph.
package final class FuzzObserver {
  package let node: Int
  /// Its token, unless that was thrown away.
  package var subscription: Subscription?
  /// Its token, which is kept or about to be, keeps the node: that is derived. Only for fuzzers that check lifetimes.
  package var keepsNode = false
  package var owner: AnyObject?
  package var isEnded = false
  package var isInitial = false
  /// Its node or owner went in the operation that runs; a delivery that was on its way may still arrive.
  package var isOrphaned = false
  /// What it received last, or what the node had when it subscribed.
  package var last: Int
  /// What the node has had since at the end of each change, oldest first.
  package var upcoming: [Int] = []
  /// Where in ``upcoming`` the node was written by itself, outside of any batch: these values may not be left out. Not
  /// for one that notifies of equal values, since what others do lies in between.
  package var writes: Set<Int> = []
  /// Came in the operation that runs, and the node has been something else since in the middle of a batch: it may be
  /// notified of a value that it knows.
  package var mayRepeat = false
  package var calls = 0
  // At the begin of the operation.
  package var callsBefore = 0
  package var lastBefore: Int
  package var stampBefore = 0
  package var existedBefore = false

  /// Whether its token is kept.
  package var isCancellable: Bool { !isEnded && subscription != nil }
  package var hasOwner: Bool { !isEnded && owner != nil }

  package init(node: Int, value: Int) {
    self.node = node
    last = value
    lastBefore = value
  }
}

/// A plain observer of an event.
package final class FuzzEventObserver {
  package let event: Int
  package var subscription: Subscription?
  package var isEnded = false
  package var expected: [Int] = []
  package var received: [Int] = []

  package init(event: Int) { self.event = event }
}

/// What a batch of a fuzzer throws now and then.
package struct Surprise: Error {
  package init() {}
}
