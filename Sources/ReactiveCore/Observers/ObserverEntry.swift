// Unsafe: the observers in a chain. Invariant: an entry's `chain` points at the chain that retains it, or is nil.

/// A place in a chain of observers; what a ``Subscription`` stands for.
@safe
@usableFromInline
package class ObserverEntry {
  @safe @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<ObserverEntry>?
  @safe @exclusivity(unchecked) @usableFromInline final var chain: Unmanaged<ObserverStorage>?
  /// Its number in the order of subscription, which is even; 0 once it is cancelled. The lowest bit is a flag of its own,
  /// set unless the entry ``isWaiting``, so that the order of numbers is that of subscription all the same.
  @safe @exclusivity(unchecked) @usableFromInline final var serial: UInt32 = 0
  /// The version of the observed behavior that it has seen: it subscribed then, or was notified.
  @safe @exclusivity(unchecked) @usableFromInline final var seenVersion: UInt32 = 0

  /// The step from one serial number to the next.
  @inlinable static var serialStep: UInt32 { 2 }

  /// In the chain of a derived stream: it subscribed during a delivery and does not receive that.
  @inlinable final var isWaiting: Bool {
    @inline(__always) get { serial != 0 && !Self.receives(serial) }
    set { if serial != 0 { serial = serial & ~1 | (newValue ? 0 : 1) } }
  }

  /// Whether an entry with this number is neither cancelled nor waiting.
  @inlinable @inline(__always)
  static func receives(_ serial: UInt32) -> Bool { serial & 1 != 0 }

  @inlinable init() {}

  /// The entry that lies in a list: this one, but for a token that is an object of its own. Nil where there is no list.
  var linked: ObserverEntry? { self }

  #if DEBUG
  /// It is a token, and the call that made it returns it now.
  @usableFromInline func handOut() {}
  /// What it keeps as a token.
  var keptSources: [ObjectIdentifier] { [] }
  #endif

  /// Ends the closure, and with it what it keeps alive.
  @usableFromInline func endHandler() {}
  /// Its list moves: visits what is made of that list.
  func takeFollowers(along move: inout Move) {}
  @usableFromInline var isOwnerGone: Bool { false }

  /// Whether it has something to do when its source finishes.
  var receivesEnd: Bool { false }
  /// The source has finished.
  func sourceFinished() {}

  /// It is not called any more, and lies in its list until that is swept.
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

  /// Marks it dead, and ends its closure. Returns the stream that has to disconnect if it was the last one.
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
      // Last, since releasing the closure may run any code. During a delivery the sweep does it.
      if !isDelivering { endHandler() }
      return stream
    }
  }
}

/// A closure that is called in place, without being retained for the call.
@frozen
@usableFromInline
package struct Handler<Payload>: ~Copyable {
  @usableFromInline let call: (Payload) -> Void
  @inlinable init(_ call: @escaping (Payload) -> Void) { self.call = call }
}

/// An observer: 56 bytes, and its closure's context.
@safe
@usableFromInline
package class Observer<Payload>: ObserverEntry {
  @safe @exclusivity(unchecked) @usableFromInline final var handler: Handler<Payload>?

  @inlinable
  init(_ handler: consuming Handler<Payload>?) { self.handler = handler }

  @usableFromInline override func endHandler() {
    // Taken out first: releasing the closure may run code that uses this entry. It may hold the next link of a long
    // chain.
    guard let ended = Self.take(from: &handler) else { return }
    Context.current.release(ended) { $0.call }
  }

  /// As `Optional.take()`, which looks the type's metadata up at run time: 80 ns.
  @inline(__always)
  private static func take(from slot: inout Handler<Payload>?) -> Handler<Payload>? {
    let taken = consume slot
    slot = nil
    return taken
  }
}

/// An observer that ends with its owner.
@safe
@usableFromInline
package final class OwnedObserver<Payload>: Observer<Payload> {
  // Unchecked: no user code runs while it is looked at.
  @safe @exclusivity(unchecked) @usableFromInline final weak var owner: AnyObject?

  @inlinable
  init<Owner: AnyObject>(_ owner: Owner, _ handler: @escaping (Owner, Payload) -> Void) {
    super.init(nil)
    self.owner = owner
    // The closure is the entry's own and is only called through it.
    let me = unsafe Unmanaged.passUnretained(self)
    self.handler = Handler { payload in
      unsafe me._withUnsafeGuaranteedRef { me in
        guard let owner = me.owner else { return me.cancel() }
        // Retained once, by the look at the weak reference, and not again for the cast: an object with weak references
        // takes 10 ns for it.
        let same = unsafe Unmanaged<Owner>.fromOpaque(Unmanaged.passUnretained(owner).toOpaque())
        unsafe same._withUnsafeGuaranteedRef { handler($0, payload) }
        _fixLifetime(owner)
      }
    }
  }

  @usableFromInline override var isOwnerGone: Bool { owner == nil }
  override func takeFollowers(along move: inout Move) { if let owner { move.visit(owner: owner) } }
}
