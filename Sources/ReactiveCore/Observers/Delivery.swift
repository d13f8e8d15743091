// Unsafe: the walk along the observers of one source.

extension ObserverStorage {
  @inlinable @inline(__always)
  final var hasNoEntries: Bool { unsafe first == nil }

  /// Calls the observers with a serial number below `limit`.
  @inlinable @inline(__always)
  package final func deliver<Payload>(_ payload: Payload, before limit: UInt32) {
    if isDelivering { return deliverOutside(PayloadDelivery(payload, to: self, before: limit)) }
    walk(Payload.self, before: limit) { _, serial in
      serial != 0
    } call: {
      $0(payload)
    }
  }

  /// Calls the observers with a serial number below `limit` that have not seen `version`.
  @inlinable @inline(__always)
  package final func deliver<Value>(_ value: Value, version: UInt32, before limit: UInt32) {
    if isDelivering { return deliverOutside(value, version: version, before: limit) }
    walk(Value.self, before: limit) { observer, serial in
      if serial == 0 || observer.seenVersion == version { return false }
      observer.seenVersion = version
      return true
    } call: {
      $0(value)
    }
  }

  /// The same for a value from the queue. An observer that has seen a later value, in a call of ``independently(_:)``,
  /// does not receive the earlier one.
  @usableFromInline
  final func deliverWaiting<Value>(_ value: Value, version: UInt32, before limit: UInt32) {
    if isDelivering { return deliverOutside(value, version: version, before: limit) }
    walk(Value.self, before: limit) { observer, serial in
      if serial == 0 || Int32(bitPattern: version &- observer.seenVersion) <= 0 { return false }
      observer.seenVersion = version
      return true
    } call: {
      $0(value)
    }
  }

  // Called in `independently` while a delivery of this chain runs around it. The new delivery waits, since deliveries
  // of one source never nest.
  @usableFromInline @inline(never)
  final func deliverOutside(_ delivery: Delivery) {
    let context = Context.current
    (context.outer ?? context).enqueue(delivery)
  }
  @usableFromInline @inline(never)
  final func deliverOutside<Value>(_ value: Value, version: UInt32, before limit: UInt32) {
    guard let node, let outer = Context.current.outer, outer.batchDepth > 0 else {
      return deliverOutside(ValueDelivery(value, version: version, to: self, before: limit))
    }
    // The batch may revert this value: its end notifies of the final one.
    node.withSideTable { $0.notifiedVersion = version &- 1 }
    outer.enqueue(node)
  }

  /// Retains no entry and no closure: nothing is unlinked while `isDelivering`. The caller keeps the chain alive and
  /// does not nest deliveries.
  @inlinable @inline(__always)
  final func walk<Payload>(
    _: Payload.Type, before limit: UInt32, where isConcerned: (Observer<Payload>, _ serial: UInt32) -> Bool,
    call: ((Payload) -> Void) -> Void
  ) {
    deliveryLimit = limit
    var next = first
    while let entry = unsafe next {
      unsafe Unmanaged<Observer<Payload>>.fromOpaque(entry.toOpaque())._withUnsafeGuaranteedRef { observer in
        let serial = observer.serial
        if serial >= deliveryLimit {
          unsafe next = nil
          return
        }
        if isConcerned(observer, serial) {
          switch observer.handler {
          case .some(let handler): call(handler.call)
          case .none: break
          }
        }
        unsafe next = observer.next
      }
    }
    deliveryLimit = 0
    if needsSweep { sweep() }
  }
}

extension Behavior {
  /// Retains nothing: the node owns its observers.
  @inlinable @inline(__always)
  final func withObservers(_ body: (SideTable, ObserverStorage) -> Void) {
    // Not through the node, which would leave closure calls in the code.
    guard let sideTable = ownedSideTable else { return }
    unsafe sideTable._withUnsafeGuaranteedRef { sideTable in
      guard let chain = sideTable.ownedObservers else { return }
      unsafe chain._withUnsafeGuaranteedRef { body(sideTable, $0) }
    }
  }

  @inlinable
  final func notifyObservers() {
    guard let value = storage else { return }
    withObservers { _, chain in chain.deliver(value, version: version, before: chain.nextSerial) }
  }
}

extension OpenBehavior {
  /// A batch that ended inside a delivery has queued this behavior, which is about to be written outside of that batch.
  /// The queued turn becomes a delivery of its present value.
  @usableFromInline @inline(never)
  final func notifyLater(in context: Context) {
    // A node in an outer context's queue notifies there, of its value at that time.
    if !context.holdsQueued(node) { return }
    // After a reverted batch there may be nothing to notify. The behavior still leaves the queue: the new value must
    // not overtake the deliveries in between.
    guard let value = storage, node.hasUnnotifiedObservers() else { return context.unqueue(node) }
    withObservers { _, chain in
      context.replaceQueued(node, by: ValueDelivery(value, version: version, to: chain, before: chain.nextSerial))
    }
  }
}

/// An item of the flush queue other than a node. Made only during a delivery or in a batch; otherwise delivery is
/// immediate and allocates nothing.
@usableFromInline
class Delivery {
  var label: String { "" }
  @usableFromInline func run() {}
}

final class CallDelivery: Delivery {
  private let name: String
  private let body: () -> Void
  init(label: String, _ body: @escaping () -> Void) {
    name = label
    self.body = body
  }
  override var label: String { name }
  override func run() { body() }
}

@usableFromInline
class ObserverDelivery: Delivery {
  @usableFromInline let chain: ObserverStorage
  @usableFromInline let limit: UInt32

  @usableFromInline
  init(to chain: ObserverStorage, before limit: UInt32) {
    self.chain = chain
    self.limit = limit
  }
  override final var label: String { chain.label }
}

@usableFromInline
class PayloadDelivery<Payload>: ObserverDelivery {
  final let payload: Payload

  @usableFromInline
  init(_ payload: Payload, to chain: ObserverStorage, before limit: UInt32) {
    self.payload = payload
    super.init(to: chain, before: limit)
  }
  @usableFromInline override func run() { chain.deliver(payload, before: limit) }
}

@usableFromInline
final class ValueDelivery<Value>: ObserverDelivery {
  let value: Value
  let version: UInt32

  @usableFromInline
  init(_ value: Value, version: UInt32, to chain: ObserverStorage, before limit: UInt32) {
    self.value = value
    self.version = version
    super.init(to: chain, before: limit)
  }
  @usableFromInline override func run() { chain.deliverWaiting(value, version: version, before: limit) }
}

extension Context {
  /// Calls an observer for the first time: untracked, and its writes are delivered afterwards.
  @usableFromInline
  package static func deliverFirst(_ body: () -> Void) { deliverFirst(holdDeliveries(), body) }

  /// On an idle thread, makes deliveries wait until ``deliverFirst(_:_:)``. Returns whether it did.
  @usableFromInline
  static func holdDeliveries() -> Bool {
    let context = Context.current
    let isIdle = context.isIdle
    if isIdle { context.isFlushing = true }
    return isIdle
  }

  /// The same after ``holdDeliveries()``.
  @usableFromInline
  static func deliverFirst(_ isHeld: Bool, _ body: () -> Void) {
    guard isHeld else { return withoutTracking(body) }
    body()
    Context.current.endDelivery()
  }
}
