// Unsafe: the walk along the observers of one source.

extension ObserverStorage {
  /// Whether the list has no entries, so that there is nothing to do.
  @inlinable @inline(__always)
  final var hasNoEntries: Bool { unsafe first == nil }

  /// Calls the observers with a serial number below `limit` with a payload.
  @inlinable @inline(__always)
  package final func deliver<Payload>(_ payload: Payload, before limit: UInt32) {
    if isDelivering { return deliverOutside(PayloadDelivery(payload, to: self, before: limit)) }
    walk(Payload.self, before: limit) { _, serial in
      serial != 0
    } call: {
      $0(payload)
    }
  }

  /// Calls the observers with a serial number below `limit` that have not seen `version` with its value.
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

  /// As ``deliver(_:version:before:)``, of a value that has waited in the queue. An observer may have seen a later one in
  /// a call of ``independently(_:)`` meanwhile, and is not given the earlier one after it.
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

  // In a call of `independently`, while a delivery of this chain runs around it. This one comes after that: deliveries of
  // one source never nest.
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
    // The batch may revert this value: observers are notified of the one at its end.
    node.withSideTable { $0.notifiedVersion = version &- 1 }
    outer.enqueue(node)
  }

  /// Retains no entry and no closure: nothing is unlinked while `isDelivering`. The caller keeps the chain alive,
  /// and sees to it that its deliveries do not nest.
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
  /// Calls `body` with the observers, if there are any. Retains nothing: the node owns them.
  @inlinable @inline(__always)
  final func withObservers(_ body: (SideTable, ObserverStorage) -> Void) {
    // Not through the node, which would leave calls of closures behind.
    guard let sideTable = ownedSideTable else { return }
    unsafe sideTable._withUnsafeGuaranteedRef { sideTable in
      guard let chain = sideTable.ownedObservers else { return }
      unsafe chain._withUnsafeGuaranteedRef { body(sideTable, $0) }
    }
  }

  /// Notifies the observers that have not seen the value.
  @inlinable
  final func notifyObservers() {
    guard let value = storage else { return }
    withObservers { _, chain in chain.deliver(value, version: version, before: chain.nextSerial) }
  }
}

extension OpenBehavior {
  /// A batch that ended inside a delivery has queued this behavior, which is to notify of its value at its turn. It is
  /// about to be written again, outside of that batch: the queued turn becomes a delivery of its present value.
  @usableFromInline @inline(never)
  final func notifyLater(in context: Context) {
    // A node that waits in an outer context is notified there, of the value that it has then.
    if !context.holdsQueued(node) { return }
    // There may be nothing to notify, when the batch was reverted. The behavior gives up its place in the queue all the
    // same: the new value must not be notified there, before what waits in between.
    guard let value = storage, node.hasUnnotifiedObservers() else { return context.unqueue(node) }
    withObservers { _, chain in
      context.replaceQueued(node, by: ValueDelivery(value, version: version, to: chain, before: chain.nextSerial))
    }
  }
}

/// Something that waits in the flush queue beside nodes. Made only during another delivery or in a batch; otherwise it
/// is delivered at once and nothing is allocated.
@usableFromInline
class Delivery {
  /// The name of its source, for messages.
  var label: String { "" }
  @usableFromInline func run() {}
}

/// A call that waits for its turn.
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

/// Something on its way to the observers of a source.
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

/// An event's payload, for the present observers.
@usableFromInline
final class PayloadDelivery<Payload>: ObserverDelivery {
  let payload: Payload

  @usableFromInline
  init(_ payload: Payload, to chain: ObserverStorage, before limit: UInt32) {
    self.payload = payload
    super.init(to: chain, before: limit)
  }
  @usableFromInline override func run() { chain.deliver(payload, before: limit) }
}

/// A behavior's value, for the present observers that have not seen it.
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
  /// The first call of an observer: untracked, and what it writes is delivered after it.
  @usableFromInline
  package static func deliverFirst(_ body: () -> Void) {
    let context = Context.current
    guard context.isIdle else { return withoutTracking(body) }
    context.isFlushing = true
    body()
    context.endDelivery()
  }
}
