// What waits until a thread is idle: no batch is open, nothing is being told, and nothing waits to be.
//
// For work that is made of several deliveries, one after the other, such as a program that shows its view and then
// performs its commands: in the flush queue it would have to be cut to pieces.

/// Calls `body` as soon as the thread is idle, behind whoever waits for that already. Messages call it `label`.
@usableFromInline
package func callWhenIdle(label: String, _ body: @escaping () -> Void) {
  let context = Context.ready
  if context.isIdle && !context.isWorkingOffAfterwards { return body() }
  context.putOff(CallDelivery(label: label, body))
}

extension Context {
  var isWorkingOffAfterwards: Bool { unsafe raw.pointee.isWorkingOffAfterwards }

  func putOff(_ delivery: Delivery) {
    if unsafe raw.pointee.afterwards.isFull {
      let isMultiplying = unsafe raw.pointee.afterwards.isMultiplying
      unsafe raw.pointee.afterwards.grow()
      if isMultiplying {
        let stop = CallDelivery(label: "") { Context.current.stopEndlessCalls(multiplying: true) }
        unsafe raw.pointee.afterwards.pushFirst(FlushQueue.Entry(delivery: .passRetained(stop)))
      }
    }
    unsafe _ = raw.pointee.afterwards.push(FlushQueue.Entry(delivery: .passRetained(delivery)))
    attention.insert(.afterwards)
  }

  /// Not nested: what comes up in one call waits for its end, so the stack does not grow with what waits.
  @inline(never)
  func workOffAfterwards() {
    if isWorkingOffAfterwards { return }
    unsafe raw.pointee.isWorkingOffAfterwards = true
    var rounds = 0
    while unsafe !raw.pointee.afterwards.isEmpty {
      rounds += 1
      if rounds > Self.roundLimit { stopEndlessCalls() }
      let end = unsafe raw.pointee.afterwards.end
      while unsafe raw.pointee.afterwards.begin != end {
        if let delivery = unsafe raw.pointee.afterwards.pop().delivery { unsafe delivery.takeRetainedValue().run() }
      }
    }
    unsafe raw.pointee.afterwards.shrink()
    unsafe raw.pointee.isWorkingOffAfterwards = false
    attention.remove(.afterwards)
  }
}
