// Unsafe: the queue of an idle thread.
//
// Invariant: an entry holds its delivery retained; what takes the entry out gives that reference up.
//
// Calls that wait until a thread is idle: no batch is open, nothing is being delivered, and the queue is empty.
//
// For work that consists of several deliveries in a row, such as a program that notifies of its view and then performs
// its commands: in the flush queue it would have to be split into an entry for each delivery.

/// Calls `body` as soon as the thread is idle, after the calls that wait already; at once if it is idle now. Messages
/// call it `label`.
///
/// ``callAfterQueue(label:_:)`` is earlier: it waits only for what is queued now, also inside of a flush.
@usableFromInline
package func callWhenIdle(label: String, _ body: @escaping () -> Void) {
  let context = Context.ready
  if context.isIdle && !context.isRunningIdleQueue { return body() }
  context.enqueueWhenIdle(CallDelivery(label: label, body))
}

/// As ``callWhenIdle(label:_:)``, also where a call of ``independently(_:)`` lies between: `body` waits for what runs
/// around that call.
func callWhenThreadIsIdle(label: String, _ body: @escaping () -> Void) {
  let busy = Context.ready.outermostContext { !$0.isIdle || $0.isRunningIdleQueue }
  guard let busy else { return body() }
  busy.enqueueWhenIdle(CallDelivery(label: label, body))
}

extension Context {
  var isRunningIdleQueue: Bool { unsafe raw.pointee.isRunningIdleQueue }

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
    unsafe raw.pointee.isRunningIdleQueue = false
    pendingWork.remove(.idleQueue)
  }
}
