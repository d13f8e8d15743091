// Unsafe: how a payload goes down a tree of streams.
//
// A derived stream calls its observers inside the delivery of its source, so that one payload of a root
// has reached all observers before the next one begins, and nothing is queued on the way. Each stream is a few frames on
// the stack: below a depth, what is to be passed on is put aside and delivered from the top of the tree, still inside the
// same delivery.

extension Context {
  /// How many streams deep a payload goes at once.
  @usableFromInline static var passLimit: Int { 32 }
  /// In how many ways one payload may come to few streams.
  static var waysLimit: Int { 1 << 20 }

  @inlinable @inline(__always)
  var passDepth: Int {
    get { unsafe raw.pointee.passDepth }
    nonmutating set { unsafe raw.pointee.passDepth = newValue }
  }

  @usableFromInline @inline(never)
  func putAside(_ delivery: Delivery) {
    if unsafe raw.pointee.putAside.isFull {
      if unsafe raw.pointee.putAside.goesToFewStreams { stopMultiplyingPass(to: delivery) }
      unsafe raw.pointee.putAside.grow()
    }
    unsafe _ = raw.pointee.putAside.push(RingBuffer.Entry(delivery: .passRetained(delivery)))
  }

  /// The first stream below a root has called its observers.
  @inlinable @inline(__always)
  func endPass() {
    passDepth &-= 1
    if passDepth == 0 && hasPutAside { passTheRest() }
  }

  @usableFromInline
  var hasPutAside: Bool { unsafe !raw.pointee.putAside.isEmpty }

  @usableFromInline @inline(never)
  func passTheRest() {
    // Not 0: what is passed on here may be put aside again, and comes back here, not deeper.
    passDepth = 1
    while unsafe !raw.pointee.putAside.isEmpty {
      if let delivery = unsafe raw.pointee.putAside.pop().delivery { unsafe delivery.takeRetainedValue().run() }
    }
    unsafe raw.pointee.putAside.shrink()
    passDepth = 0
  }
}

extension ObserverList {
  /// Calls every observer with `payload`, inside the delivery that is running: that of a source which this one is made
  /// from. An observer that came during that delivery is no part of it.
  @inlinable
  package func pass(_ payload: Payload) {
    if chain.hasNoEntries { return }
    chain.pass(payload)
  }
}

extension ObserverChain {
  @inlinable
  func pass<Payload>(_ payload: Payload) {
    let context = Context.current
    // It has become a source of its own: a loop, whose rounds are counted.
    if isDelivering { return context.enqueue(PayloadDelivery(payload, to: self)) }
    if context.passDepth >= Context.passLimit { return context.putAside(PassedPayload(payload, to: self)) }
    context.passDepth &+= 1
    walk(Payload.self, before: nextSerial) { observer in
      observer.seenVersion != ObserverEntry.waits
    } call: {
      $0(payload)
    }
    context.endPass()
  }
}

/// A payload on its way down, which was too deep to be passed on at once.
@usableFromInline
final class PassedPayload<Payload>: ObserverDelivery {
  let payload: Payload

  @usableFromInline
  init(_ payload: Payload, to chain: ObserverChain) {
    self.payload = payload
    super.init(to: chain)
  }
  @usableFromInline override func run() { chain.pass(payload) }
}

extension RingBuffer {
  /// Whether the full ring holds more than ``Context/waysLimit`` payloads, for few streams. One payload that comes to the
  /// same stream by ever more ways multiplies before any of them is worked off. A payload for many streams does not.
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
