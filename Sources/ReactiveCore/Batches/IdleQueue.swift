// Unsafe: the queue of an idle thread.
//
// Invariant: an entry holds its delivery retained; what takes the entry out gives that reference up.
//
// Calls that wait until a thread is idle: no batch is open, nothing is being delivered, and the queue is empty.
//
// For work that consists of several deliveries in a row, such as a program that notifies of its view and then performs
// its commands: in the flush queue it would have to be split into an entry for each delivery.

/// What a call waits for.
@usableFromInline
package enum CallTime {
  /// The end of the outermost batch alone: before it notifies of anything, and also in a delivery or a flush, whose rest comes
  /// after the call. The call is a batch of its own.
  case outermostBatch
  /// The end of the open batch, and nothing that is queued.
  case batch
  /// Everything that is queued now, also inside of a flush, and the end of the open batch.
  case queue
  /// An idle thread, and the calls that wait for it already.
  case idleThread
}

/// Calls `body` when what it waits for is over; at once if that is so now. Messages call it `label`.
@usableFromInline
package func callLater(after time: CallTime, label: String, _ body: @escaping () -> Void) {
  let context = Context.ready
  if time == .outermostBatch {
    if context.batchDepth > 0 { context.callAtEndOfBatch(CallDelivery(label: label, body)) } else { body() }
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

extension Context {
  /// Of the open batch, the outermost.
  func callAtEndOfBatch(_ call: Delivery) {
    unsafe raw.pointee.callsAtEndOfBatch.append(call)
    pendingWork.insert(.calls)
  }

  /// The outermost batch is over, and every source has the value that it leaves. The calls are a batch, at whose end the rest is
  /// notified, and calls that were asked for meanwhile are made.
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

/// The same for an idle thread, also where a call of ``independently(_:)`` lies between: `body` waits for what runs
/// around that call.
func callWhenThreadIsIdle(label: String, _ body: @escaping () -> Void) {
  guard let busy = Context.ready.outermostBusy else { return body() }
  busy.enqueueWhenIdle(CallDelivery(label: label, body))
}

/// The same for a delivery that exists: it runs then.
func callWhenThreadIsIdle(_ delivery: Delivery) {
  if let busy = Context.ready.outermostBusy { busy.enqueueWhenIdle(delivery) } else { delivery.run() }
}

/// A call that is made again and again, each time when the thread is idle. It allocates once.
package final class IdleCall {
  // The function is a constant, and called by what the queue keeps: nothing is retained for a call.
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

  /// The function is not called any more. It is released with this, and not before the thread is idle.
  package func cancel() { waiting.isCancelled = true }

  /// Calls the function as soon as the thread is idle, once for all requests until then.
  package func request() {
    if waiting.isWaiting { return }
    waiting.isWaiting = true
    callWhenThreadIsIdle(waiting)
  }
}

extension Context {
  var isRunningIdleQueue: Bool { unsafe raw.pointee.isRunningIdleQueue }

  /// The outermost context of this thread that is not idle.
  fileprivate var outermostBusy: Context? { outermostContext { !$0.isIdle || $0.isRunningIdleQueue } }

  /// As ``callWhenThreadIsIdle(label:_:)``; on an idle thread, with the next flush of this context.
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

  /// Not nested: a call that is enqueued by another one waits for its end, so the stack does not grow with the queue.
  @inline(never)
  func runIdleQueue() {
    if isRunningIdleQueue { return }
    unsafe raw.pointee.isRunningIdleQueue = true
    // What these calls make does not belong to the scope in which the thread has become idle.
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
