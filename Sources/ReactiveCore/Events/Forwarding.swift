// Unsafe: how a payload is forwarded down a tree of streams.
//
// Invariant: a deferred payload retains its chain until the top of the tree has delivered it.
//
// A derived stream calls its observers inside the delivery of its source. So a payload reaches all observers before the
// next one starts, and nothing is queued on the way. Each stream takes a few stack frames. Below a certain depth the
// forward is deferred to the top of the tree, still inside the same delivery.

extension Context {
  /// The depth of streams below which forwards are deferred.
  @usableFromInline static var forwardDepthLimit: Int { 32 }
  /// The number of forwards to few streams that may be deferred at once.
  static var waysLimit: Int { 1 << 20 }

  @inlinable @inline(__always)
  var forwardDepth: Int {
    get { unsafe raw.pointee.forwardDepth }
    nonmutating set { unsafe raw.pointee.forwardDepth = newValue }
  }

  @usableFromInline @inline(never)
  func deferForward(_ delivery: Delivery) {
    if unsafe raw.pointee.deferredForwards.isFull {
      if unsafe raw.pointee.deferredForwards.goesToFewStreams { stopMultiplyingForwards(to: delivery) }
      unsafe raw.pointee.deferredForwards.grow()
    }
    unsafe _ = raw.pointee.deferredForwards.push(RingBuffer.Entry(delivery: .passRetained(delivery)))
  }

  @inlinable @inline(__always)
  func endForward() {
    forwardDepth &-= 1
    if forwardDepth == 0 && hasDeferredForwards { forwardDeferred() }
  }

  @usableFromInline
  var hasDeferredForwards: Bool { unsafe !raw.pointee.deferredForwards.isEmpty }

  @usableFromInline @inline(never)
  func forwardDeferred() {
    // Not 0: this loop makes forwards that are deferred again, not a nested loop.
    forwardDepth = 1
    while unsafe !raw.pointee.deferredForwards.isEmpty {
      if let delivery = unsafe raw.pointee.deferredForwards.pop().delivery { unsafe delivery.takeRetainedValue().run() }
    }
    unsafe raw.pointee.deferredForwards.shrink()
    forwardDepth = 0
  }
}

extension ObserverList {
  /// Calls every observer inside the running delivery of a source, except those that subscribed during that delivery.
  @inlinable
  package func forward(_ payload: Payload) {
    if chain.hasNoEntries { return }
    chain.forward(payload)
  }
}

extension ObserverStorage {
  @inlinable
  func forward<Payload>(_ payload: Payload) {
    let context = Context.current
    // The stream is its own source. The rounds of a queued delivery are counted.
    if isDelivering { return context.enqueue(PayloadDelivery(payload, to: self, before: nextSerial)) }
    if context.forwardDepth >= Context.forwardDepthLimit {
      return context.deferForward(DeferredPayload(payload, to: self, before: nextSerial))
    }
    context.forwardDepth &+= 1
    walk(Payload.self, before: nextSerial) { observer, serial in
      ObserverEntry.receives(serial) || serial != 0 && observer.receivesWaiting()
    } call: {
      $0(payload)
    }
    context.endForward()
  }
}

@usableFromInline
final class DeferredPayload<Payload>: PayloadDelivery<Payload> {
  @usableFromInline override func run() { chain.forward(payload) }
}

extension Context {
  /// This one; in a call of ``independently(_:)``, the outermost one in which payloads wait for the chain, if any.
  func contextToFinish(_ chain: ObserverStorage) -> Context {
    if outer == nil { return self }
    return outermostContext { unsafe $0.raw.pointee.queue.holdsDelivery(to: chain) } ?? self
  }
}

extension RingBuffer {
  /// Cost: linear.
  fileprivate func holdsDelivery(to chain: ObserverStorage) -> Bool {
    var place = begin
    while place != end {
      let delivery = unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))].delivery
      let isFound = unsafe delivery?._withUnsafeGuaranteedRef { ($0 as? ObserverDelivery)?.chain === chain }
      if isFound == true { return true }
      place = place &+ 1
    }
    return false
  }

  /// Whether the full ring holds at least ``Context/waysLimit`` payloads for few streams. A payload that reaches one
  /// stream by ever more paths multiplies before any of its forwards is made. A payload for many streams does not.
  var goesToFewStreams: Bool {
    if capacity < Context.waysLimit { return false }
    var streams: Set<ObjectIdentifier> = []
    for place in 0..<Int(capacity) {
      if let delivery = unsafe base.unsafelyUnwrapped[place].delivery {
        unsafe delivery._withUnsafeGuaranteedRef { delivery in
          if let delivery = delivery as? ObserverDelivery { streams.insert(ObjectIdentifier(delivery.chain)) }
        }
      }
      if streams.count > capacity / 16 { return false }
    }
    return true
  }
}
