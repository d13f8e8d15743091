// Unsafe: the walk along the observers of one source.

extension ObserverChain {
  /// Whether nobody ever observed, or everybody was swept out: nothing to do.
  @inlinable @inline(__always)
  final var hasNoEntries: Bool { unsafe first == nil }

  /// Calls the observers with a serial number from `start` to below `limit`.
  ///
  /// Retains no entry and no closure: nothing is unlinked while `isDelivering`. The caller keeps the chain alive,
  /// and sees to it that its deliveries do not nest.
  @inlinable @inline(__always)
  package final func deliver<Payload>(_ payload: Payload, from start: UInt = 1, before limit: UInt) {
    isDelivering = true
    var next = first
    while let entry = unsafe next {
      unsafe Unmanaged<Observer<Payload>>.fromOpaque(entry.toOpaque())._withUnsafeGuaranteedRef { observer in
        let serial = observer.serial
        if serial >= limit {
          unsafe next = nil
          return
        }
        if serial >= start {
          switch observer.handler {
          case .some(let handler): handler.call(payload)
          case .none: break
          }
        }
        unsafe next = observer.next
      }
    }
    isDelivering = false
    if needsSweep { sweep() }
  }
}

extension Behavior {
  /// Calls `body` with the observers, if there are any. Retains nothing: the node owns them.
  @inlinable @inline(__always)
  final func withObservers(_ body: (NodeExtras, ObserverChain) -> Void) {
    node.withExtras { extras in
      guard let chain = unsafe extras.ownedObservers else { return }
      unsafe chain._withUnsafeGuaranteedRef { body(extras, $0) }
    }
  }

  /// Tells the observers who subscribed before the last change.
  @inlinable
  final func tellObservers() {
    guard let value = storage else { return }
    withObservers { extras, chain in
      let start = extras.start
      extras.start = 1
      let isFalseAlarm = flags.contains(.computed) && extras.limitVersion == version
      chain.deliver(value, from: start, before: isFalseAlarm ? extras.earlierLimit : extras.limit)
    }
  }
}

extension OpenBehavior {
  /// A batch that ended inside a delivery has queued this behavior, to be told of the value that it has at its turn. It is about
  /// to be written again, alone: what is queued becomes the value that it has now.
  @usableFromInline @inline(never)
  final func tellLater(in context: Context) {
    guard let value = storage else { return }
    withObservers { extras, chain in
      if !node.mustTell() { return }
      let delivery = PayloadDelivery(value, to: chain, from: extras.start, before: extras.limit)
      extras.start = 1
      context.replaceQueued(node, by: delivery)
    }
  }
}

/// A payload on its way to the observers that were there when it was sent. Made only during another delivery or in a
/// batch; otherwise a payload is told at once and nothing is allocated.
@usableFromInline
class Delivery {
  @usableFromInline init() {}
  @usableFromInline func run() {}
  @usableFromInline var label: String { "a delivery" }
}

@usableFromInline
final class PayloadDelivery<Payload>: Delivery {
  let payload: Payload
  let chain: ObserverChain
  let start: UInt
  let limit: UInt

  @usableFromInline
  init(_ payload: Payload, to chain: ObserverChain, from start: UInt = 1, before limit: UInt) {
    self.payload = payload
    self.chain = chain
    self.start = start
    self.limit = limit
  }
  @usableFromInline override func run() { chain.deliver(payload, from: start, before: limit) }
  @usableFromInline override var label: String { chain.label }
}
