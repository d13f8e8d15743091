// Unsafe: the observers in a chain. Invariant: an entry's `chain` points at the chain that retains it, or is nil.

/// An entry in a chain of observers, the target of a ``Subscription``.
@safe
@usableFromInline
package class ObserverEntry {
  @safe @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<ObserverEntry>?
  @safe @exclusivity(unchecked) @usableFromInline final var chain: Unmanaged<ObserverStorage>?
  /// Even, in subscription order; 0 once cancelled. The lowest bit is a flag, set unless the entry ``isWaiting``, which
  /// does not affect the order.
  @safe @exclusivity(unchecked) @usableFromInline final var serial: UInt32 = 0
  /// The behavior's version at the subscription or the last notification.
  @safe @exclusivity(unchecked) @usableFromInline final var seenVersion: UInt32 = 0

  @inlinable static var serialStep: UInt32 { 2 }

  /// For derived streams: it subscribed during a delivery that it must not receive.
  @inlinable final var isWaiting: Bool {
    @inline(__always) get { serial != 0 && !Self.receives(serial) }
    set { if serial != 0 { serial = serial & ~1 | (newValue ? 0 : 1) } }
  }

  /// The list in which it is linked; nil once that ends, possibly on another thread.
  final var list: ObserverStorage? {
    guard let chain, unsafe tryRetain(UnsafeRawPointer(chain.toOpaque())) else { return nil }
    return unsafe chain.takeRetainedValue()
  }

  /// Whether an entry with this number is neither cancelled nor waiting.
  @inlinable @inline(__always)
  static func receives(_ serial: UInt32) -> Bool { serial & 1 != 0 }

  @inlinable init() {}

  /// The entry in a list: this one, unless the token is a separate object. Nil without a list.
  var linked: ObserverEntry? { self }

  #if DEBUG
  /// Call when returning the token to the user.
  @usableFromInline func handOut() {}
  var keptSources: [ObjectIdentifier] { [] }
  #endif

  /// Releases the closure and its captures.
  @usableFromInline func endHandler() {}
  /// Its list moves: visits the list's dependents.
  func takeFollowers(along move: inout Move) {}
  @usableFromInline var isOwnerGone: Bool { false }

  var receivesEnd: Bool { false }
  func sourceFinished() {}

  /// It is not called again, and stays in its list until the next sweep.
  @inline(__always)
  final func markDead() {
    serial = 0
    chain = nil
  }

  @usableFromInline
  package func cancel() {
    if serial == 0 { return }
    serial = 0
    if let stream = leave() { updateConnection(of: stream) }
  }

  /// Marks it dead and ends its closure. Returns the stream to disconnect after the last observer.
  func leave() -> (any Upstream)? {
    guard let chain = chain else {
      endHandler()
      return nil
    }
    self.chain = nil
    return unsafe chain._withUnsafeGuaranteedRef { chain in
      let isDelivering = chain.isDelivering
      // Retained first: the entry may be all that keeps the chain.
      let stream = chain.liveCount == 1 && chain.hasUpstream ? chain.upstream : nil
      chain.removed()
      // Last, since releasing the closure may run any code. During a delivery, the sweep does it.
      if !isDelivering { endHandler() }
      return stream
    }
  }
}

/// A closure that is called without a retain.
@frozen
@usableFromInline
package struct Handler<Payload>: ~Copyable {
  @usableFromInline let call: (Payload) -> Void
  @inlinable init(_ call: @escaping (Payload) -> Void) { self.call = call }
}

/// An observer: 56 bytes and its closure's context.
@safe
@usableFromInline
package class Observer<Payload>: ObserverEntry {
  @safe @exclusivity(unchecked) @usableFromInline final var handler: Handler<Payload>?

  @inlinable
  init(_ handler: consuming Handler<Payload>?) { self.handler = handler }

  @usableFromInline override func endHandler() {
    // Taken out first: releasing the closure may run code that uses this entry, and may hold the next link of a long
    // chain.
    guard let ended = Self.take(from: &handler) else { return }
    Context.current.release(ended) { $0.call }
  }

  /// As `Optional.take()`, which looks up type metadata at run time: 80 ns.
  @inline(__always)
  private static func take(from slot: inout Handler<Payload>?) -> Handler<Payload>? {
    let taken = consume slot
    slot = nil
    return taken
  }
}

@safe
@usableFromInline
package final class OwnedObserver<Payload>: Observer<Payload> {
  @safe @usableFromInline final let owner: WeakReference

  @inlinable
  init<Owner: AnyObject>(_ owner: Owner, _ handler: @escaping (Owner, Payload) -> Void) {
    self.owner = WeakReference(owner)
    super.init(nil)
    // Only the entry calls its closure.
    let me = unsafe Unmanaged.passUnretained(self)
    self.handler = Handler { payload in
      unsafe me._withUnsafeGuaranteedRef { me in
        guard let owner = me.owner.object else { return me.cancel() }
        // The weak read has retained it; another retain for the cast takes time.
        let same = unsafe Unmanaged<Owner>.fromOpaque(Unmanaged.passUnretained(owner).toOpaque())
        unsafe same._withUnsafeGuaranteedRef { handler($0, payload) }
        _fixLifetime(owner)
      }
    }
  }

  @usableFromInline override var isOwnerGone: Bool { owner.object == nil }
  override func takeFollowers(along move: inout Move) { if let owner = owner.object { move.visit(owner: owner) } }
}
