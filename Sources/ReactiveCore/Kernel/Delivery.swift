// Unsafe: the walk along the observers of one source.

extension ObserverList {
  /// Whether nobody ever observed, or everybody was swept out: nothing to do.
  @inlinable @inline(__always)
  var hasNoEntries: Bool { unsafe chain.first == nil }

  /// Calls the observers with a serial number below `limit`.
  ///
  /// Retains no entry and no closure: nothing is unlinked while `isDelivering`. The caller keeps the chain alive, and sees to it
  /// that deliveries of one chain do not nest.
  @inlinable @inline(__always)
  package func deliver(_ payload: Payload, before limit: UInt) {
    chain.isDelivering = true
    var next = chain.first
    while let entry = unsafe next {
      unsafe Unmanaged<Observer<Payload>>.fromOpaque(entry.toOpaque())._withUnsafeGuaranteedRef { observer in
        let serial = observer.serial
        if serial >= limit {
          unsafe next = nil
          return
        }
        if serial != 0 {
          switch observer.handler {
          case .some(let handler): handler.call(payload)
          case .none: break
          }
        }
        unsafe next = observer.next
      }
    }
    chain.isDelivering = false
    if chain.needsSweep { chain.sweep() }
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
  let list: ObserverList<Payload>
  let limit: UInt

  @usableFromInline
  init(_ payload: Payload, to list: ObserverList<Payload>, before limit: UInt) {
    self.payload = payload
    self.list = list
    self.limit = limit
  }
  @usableFromInline override func run() { list.deliver(payload, before: limit) }
  @usableFromInline override var label: String { list.chain.label }
}
