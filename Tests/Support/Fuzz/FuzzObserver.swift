package import ReactiveCore

package final class FuzzObserver {
  package let node: Int
  /// Its token, unless thrown away.
  package var subscription: Subscription?
  /// Its token is kept, or about to be, and keeps its derived node. Only for checks of lifetimes.
  package var keepsNode = false
  package var owner: AnyObject?
  package var isEnded = false
  package var isInitial = false
  /// Its node or owner ended in the current operation. A delivery in progress may still arrive.
  package var isOrphaned = false
  /// The value that it received last, or the node's value when it subscribed.
  package var last: Int
  /// The node's values since then, at the end of each change, oldest first.
  package var upcoming: [Int] = []
  /// Indices in ``upcoming`` of writes outside of any batch, which must be delivered. Not used for nodes that notify of
  /// equal values, since changes by others lie in between.
  package var writes: Set<Int> = []
  /// It subscribed in this operation, and the value has differed since in the middle of a batch, so it may receive a
  /// value that it knows.
  package var mayRepeat = false
  package var calls = 0
  // At the beginning of the operation.
  package var callsBefore = 0
  package var lastBefore: Int
  package var stampBefore = 0
  package var existedBefore = false

  package var isCancellable: Bool { !isEnded && subscription != nil }
  package var hasOwner: Bool { !isEnded && owner != nil }

  package init(node: Int, value: Int) {
    self.node = node
    last = value
    lastBefore = value
  }
}

package final class FuzzEventObserver {
  package let event: Int
  package var subscription: Subscription?
  package var isEnded = false
  package var expected: [Int] = []
  package var received: [Int] = []

  package init(event: Int) { self.event = event }
}

/// Thrown by a fuzzer's batch now and then.
package struct Surprise: Error {
  package init() {}
}
