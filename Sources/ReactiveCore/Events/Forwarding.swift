// Unsafe: how a payload is forwarded down a tree of streams.
//
// Invariant: a deferred payload retains its chain until the top of the tree has delivered it.
//
// A derived stream calls its observers inside the delivery of its source. So one payload of a root has reached all
// observers before the next one begins, and nothing is queued on the way. Each stream takes a few frames of the stack.
// Below a certain depth the forward is deferred: it is made from the top of the tree, still inside the same delivery.

extension Context {
  /// How many streams deep a payload is forwarded at once; what is deeper is deferred.
  @usableFromInline static var forwardDepthLimit: Int { 32 }
  /// How many forwards to few streams may be deferred at once.
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

  /// The first stream below a root has called its observers.
  @inlinable @inline(__always)
  func endForward() {
    forwardDepth &-= 1
    if forwardDepth == 0 && hasDeferredForwards { forwardDeferred() }
  }

  @usableFromInline
  var hasDeferredForwards: Bool { unsafe !raw.pointee.deferredForwards.isEmpty }

  @usableFromInline @inline(never)
  func forwardDeferred() {
    // Not 0: a forward that is deferred again is made by this loop, not by a nested one.
    forwardDepth = 1
    while unsafe !raw.pointee.deferredForwards.isEmpty {
      if let delivery = unsafe raw.pointee.deferredForwards.pop().delivery { unsafe delivery.takeRetainedValue().run() }
    }
    unsafe raw.pointee.deferredForwards.shrink()
    forwardDepth = 0
  }
}

extension ObserverList {
  /// Calls every observer with `payload`, inside the running delivery of a source that this one is derived from. An
  /// observer that subscribed during that delivery does not receive the payload.
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
    // A loop: the stream is its own source. As a queued delivery its rounds are counted.
    if isDelivering { return context.enqueue(PayloadDelivery(payload, to: self, before: nextSerial)) }
    if context.forwardDepth >= Context.forwardDepthLimit {
      return context.deferForward(DeferredPayload(payload, to: self, before: nextSerial))
    }
    context.forwardDepth &+= 1
    walk(Payload.self, before: nextSerial) { _, serial in
      ObserverEntry.receives(serial)
    } call: {
      $0(payload)
    }
    context.endForward()
  }
}

/// A forward that was too deep to be made at once.
@usableFromInline
final class DeferredPayload<Payload>: ObserverDelivery {
  let payload: Payload

  @usableFromInline
  init(_ payload: Payload, to chain: ObserverStorage, before limit: UInt32) {
    self.payload = payload
    super.init(to: chain, before: limit)
  }
  @usableFromInline override func run() { chain.forward(payload) }
}

extension RingBuffer {
  /// Whether the full ring holds at least ``Context/waysLimit`` payloads, for few streams. A payload that reaches the
  /// same stream by ever more paths multiplies before any of its forwards is made. A payload for many streams does not.
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
