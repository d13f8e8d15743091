/// Runs `body` as one change: observers are notified once, when the outermost batch ends.
///
/// ```swift
/// let first = OpenBehavior("Ada")
/// let last = OpenBehavior("King")
/// first.sink { print("\($0) \(last.value)") }
/// batch {
///   first.value = "Augusta"
///   last.value = "Lovelace"
///   print(first.value)  // prints "Augusta": reads inside see the writes
/// }                     // prints "Augusta Lovelace"
/// ```
///
/// A behavior that ends where it began notifies nothing. Events triggered inside are delivered at the end, in order.
/// Each write by an observer at that point is a change of its own. Batches nest. A batch is synchronous and cannot span
/// an `await`.
///
/// Cost: about 25 ns around one write of a behavior with dependents.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`. The batch ends the same way; its writes stay.
@inlinable
@discardableResult
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let context = Context.ready
  #if DEBUG
  Context.noteOperation()
  #endif
  context.batchDepth &+= 1
  defer { context.endBatch() }
  return try body()
}

extension Context {
  /// Runs `body` as ``batch(_:)`` does, in a context at hand.
  @inlinable @inline(__always)
  package func collect<Result>(_ body: () -> Result) -> Result {
    batchDepth &+= 1
    defer { endBatch() }
    return body()
  }
  /// Whether work waits for the end of the open batch.
  @inlinable @inline(__always)
  package var hasCollected: Bool { pendingWork.isAny }
  /// Whether a batch or evaluation on this thread collects changes.
  package static var isCollecting: Bool { ready.batchDepth > 0 }
  /// Whether this thread collects and delivers nothing.
  package static var isIdle: Bool { ready.isIdle }
}
