// Unsafe: the queue of calls that wait for an idle thread (no open batch, no delivery, an empty flush queue).
//
// Invariant: an entry retains its delivery; the code that takes the entry out releases it.
//
// The queue serves work of several deliveries in a row, such as a program that publishes its view, then performs its
// commands. In the flush queue each delivery would need an entry.

/// The condition for a deferred call.
@usableFromInline
package enum CallTime {
  /// The end of the outermost batch, before it notifies. In a delivery or flush, the call precedes the rest. The call
  /// is a batch of its own.
  case outermostBatch
  /// The end of the open batch, before all queued work.
  case batch
  /// Before anything is notified next on this thread: at the end of the outermost batch, or in the next flush. The call
  /// is a batch of its own, and may come in another isolation.
  case notifying
  /// All work queued now, also inside a flush, and the end of the open batch.
  case queue
  /// An idle thread, after the calls that wait for it already.
  case idleThread
}

/// Calls `body` when its condition is met, which may be at once. Messages name it by `label`.
@usableFromInline
package func callLater(after time: CallTime, label: String, _ body: @escaping () -> Void) {
  let context = Context.ready
  if time == .outermostBatch {
    if context.batchDepth > 0 { context.callAtEndOfBatch(CallDelivery(label: label, body)) } else { body() }
  } else if time == .notifying {
    context.callAtEndOfBatch(CallDelivery(label: label, body))
  } else if time == .batch {
    context.enqueueFirst(CallDelivery(label: label, body))
    context.flush()
  } else if time == .queue {
    context.enqueue(CallDelivery(label: label, body))
    context.flush()
  } else if context.isIdle && !context.isRunningIdleQueue {
    body()
  } else {
    context.enqueueWhenIdle(CallDelivery(label: label, body))
  }
}

/// Calls `body` on an idle thread, after the calls that wait for it already. Messages name it by `label`, which is
/// found then.
@usableFromInline
package func callLater(label: @escaping () -> String, _ body: @escaping () -> Void) {
  let context = Context.ready
  if context.isIdle && !context.isRunningIdleQueue { return body() }
  context.enqueueWhenIdle(LabelledDelivery(label, body))
}

private final class LabelledDelivery: Delivery {
  private let findLabel: () -> String
  private let body: () -> Void
  init(_ label: @escaping () -> String, _ body: @escaping () -> Void) {
    findLabel = label
    self.body = body
  }
  override var label: String { findLabel() }
  override func run() { body() }
}

extension Context {
  /// Whether calls wait for the thread to be idle.
  @usableFromInline package static var hasIdleCalls: Bool { ready.pendingWork.contains(.idleQueue) }

  func callAtEndOfBatch(_ call: Delivery) {
    unsafe raw.pointee.callsAtEndOfBatch.append(call)
    pendingWork.insert(.calls)
  }

  /// Runs the calls after the outermost batch, with every source at its final value. They form a batch, whose end
  /// notifies and makes calls requested meanwhile.
  @inline(never)
  func runCallsAtEndOfBatch() {
    pendingWork.remove(.calls)
    var calls: [Delivery] = []
    unsafe swap(&calls, &raw.pointee.callsAtEndOfBatch)
    batchDepth &+= 1
    for call in calls { call.run() }
    calls = []
    endBatch()
  }
}

/// Calls `body` once the thread is idle. That includes the work around a call of ``independently(_:)``.
func callWhenThreadIsIdle(label: String, _ body: @escaping () -> Void) {
  guard let busy = Context.ready.outermostBusy else { return body() }
  busy.enqueueWhenIdle(CallDelivery(label: label, body))
}

/// Runs an existing delivery once the thread is idle.
func callWhenThreadIsIdle(_ delivery: Delivery) {
  if let busy = Context.ready.outermostBusy { busy.enqueueWhenIdle(delivery) } else { delivery.run() }
}

/// A repeatable call for when the thread is idle. It allocates once.
@usableFromInline
package final class IdleCall {
  // The queue keeps this object, and the function is constant, so a call retains nothing.
  private final class Waiting: Delivery {
    let findLabel: () -> String
    let body: () -> Void
    @safe @exclusivity(unchecked) var isWaiting = false
    @safe @exclusivity(unchecked) var isCancelled = false
    init(_ label: @escaping () -> String, _ body: @escaping () -> Void) {
      findLabel = label
      self.body = body
    }
    override var label: String { findLabel() }
    override func run() {
      isWaiting = false
      if !isCancelled { body() }
    }
  }
  private let waiting: Waiting

  package init(label: @autoclosure @escaping () -> String, _ body: @escaping () -> Void) {
    waiting = Waiting(label, body)
  }

  /// Stops further calls. The function is released with this object, not before the thread is idle.
  package func cancel() { waiting.isCancelled = true }

  /// Calls the function once when the thread is idle, however often it is requested until then.
  package func request() {
    if waiting.isWaiting { return }
    waiting.isWaiting = true
    callWhenThreadIsIdle(waiting)
  }
}

extension Context {
  var isRunningIdleQueue: Bool { unsafe raw.pointee.isRunningIdleQueue }

  fileprivate var outermostBusy: Context? { outermostContext { !$0.isIdle || $0.isRunningIdleQueue } }

  /// ``callWhenThreadIsIdle(label:_:)``; on an idle thread, with this context's next flush.
  func enqueueWhenThreadIsIdle(_ delivery: Delivery) { (outermostBusy ?? self).enqueueWhenIdle(delivery) }

  func enqueueWhenIdle(_ delivery: Delivery) {
    if unsafe raw.pointee.idleQueue.isFull {
      let isMultiplying = unsafe raw.pointee.idleQueue.isMultiplying
      unsafe raw.pointee.idleQueue.grow()
      if isMultiplying {
        let stop = CallDelivery(label: "") { Context.current.stopEndlessCalls(multiplying: true) }
        unsafe raw.pointee.idleQueue.pushFirst(RingBuffer.Entry(delivery: .passRetained(stop)))
      }
    }
    unsafe _ = raw.pointee.idleQueue.push(RingBuffer.Entry(delivery: .passRetained(delivery)))
    pendingWork.insert(.idleQueue)
  }

  /// A call enqueued by another one waits for its end, so the stack does not grow with the queue.
  @inline(never)
  func runIdleQueue() {
    if isRunningIdleQueue { return }
    unsafe raw.pointee.isRunningIdleQueue = true
    // Objects made by these calls do not belong to the scope in which the thread became idle.
    let owner = unsafe raw.pointee.owner
    unsafe raw.pointee.owner = nil
    var rounds = 0
    while unsafe !raw.pointee.idleQueue.isEmpty {
      rounds += 1
      if rounds > Self.roundLimit { stopEndlessCalls() }
      let end = unsafe raw.pointee.idleQueue.end
      while unsafe raw.pointee.idleQueue.begin != end {
        if let delivery = unsafe raw.pointee.idleQueue.pop().delivery { unsafe delivery.takeRetainedValue().run() }
      }
    }
    unsafe raw.pointee.idleQueue.shrink()
    unsafe raw.pointee.owner = owner
    unsafe raw.pointee.isRunningIdleQueue = false
    pendingWork.remove(.idleQueue)
  }
}
