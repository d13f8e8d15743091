/// Runs `body` as one change: what it writes is notified once, when the outermost batch ends.
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
/// A behavior that ends where it began notifies nothing; events triggered inside are all delivered at the end, in order.
/// What observers write when they are notified is no longer part of the batch: each write is a change of its own. A
/// throwing body ends the batch the same way, and what it wrote stays. Batches nest; it is synchronous, so it cannot
/// span an `await`. Cost: about 5 ns, and about 10 ns for each behavior written that something depends on.
///
/// - Returns: what `body` returns.
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
  /// Runs `body` as a batch, as ``batch(_:)`` does, with the context of this thread at hand.
  @inlinable @inline(__always)
  package func collect<Result>(_ body: () -> Result) -> Result {
    batchDepth &+= 1
    defer { endBatch() }
    return body()
  }
  /// Whether something waits for the end of the open batch.
  @inlinable @inline(__always)
  package var hasCollected: Bool { pendingWork.isAny }
  /// Whether a batch or an evaluation is open on this thread: changes are collected.
  package static var isCollecting: Bool { ready.batchDepth > 0 }
  /// Whether nothing is being collected or delivered on this thread: a change is notified at once.
  package static var isIdle: Bool { ready.isIdle }
}
