// How a stream ends. Entries stay linked while the chain is traversed (`isDelivering`), and the code that ends a chain
// retains it.
//
// An end travels down a tree of streams like a payload: it is enqueued on the thread, forwarded to derived streams
// inside the same delivery, and deferred below a certain depth. Later payloads find no observers, so `trigger` does not
// test whether its event has finished.

/// Receives the end of a source of a derived stream.
@usableFromInline
package protocol FinishReceiver: AnyObject {
  /// Called once for each source, in the delivery of its end. The handler of that source is released after it.
  func sourceFinished()
  associatedtype Payload
  var observers: ObserverList<Payload> { get }
}

extension FinishReceiver {
  fileprivate var followers: ObserverStorage { observers.chain }
}

extension ObserverList {
  /// Ends the stream after all earlier payloads.
  func finish() {
    #if DEBUG
    Context.noteOperation()
    #endif
    if chain.isFinished { return }
    chain.settleIn()
    let context = Context.ready
    context.contextToFinish(chain).enqueue(FinishDelivery(to: chain, before: .max))
    context.flush()
  }

  /// Ends the stream inside the running delivery of a source's end.
  package func forwardFinish() { chain.forwardFinish() }

  /// Whether the end was delivered: there are no observers, and none can be added.
  package var isFinished: Bool { chain.isFinished }

  /// Adds an observer of a source, whose end `receiver` receives. Adds the source to `upstream` if it had no observers.
  /// `handler` must retain `receiver`.
  @inlinable
  package func add(
    _ upstream: inout [any Upstream], informing receiver: any FinishReceiver, _ handler: @escaping (Payload) -> Void
  ) -> Subscription {
    let entry = LinkedObserver(receiver, Handler(handler))
    chain.append(entry, &upstream)
    return Subscription(entry)
  }
}

extension ObserverStorage {
  func forwardFinish() {
    // The stream is its own source, or is delivering around a call of `independently`.
    if isDelivering { return deliverOutside(FinishDelivery(to: self, before: .max)) }
    let context = Context.current
    if context.forwardDepth >= Context.forwardDepthLimit {
      return context.deferForward(FinishDelivery(to: self, before: .max))
    }
    context.forwardDepth &+= 1
    finish()
    context.endForward()
  }

  private func finish() {
    if isFinished { return }
    isFinished = true
    isKeptByTokens = false
    // Exhausts the serial numbers, for which adding an observer tests anyway.
    nextSerial = .max
    deliveryLimit = .max
    forEachEntry { entry in
      if entry.serial != 0 {
        entry.markDead()
        removed()
        entry.receiveEnd()
      }
    }
    deliveryLimit = 0
    sweep()
  }

  /// Refuses an observer after the end. An observer of the end is called when all running work is done.
  @inline(never)
  func refuse(_ entry: ObserverEntry) {
    if !entry.receivesEnd { return entry.endHandler() }
    entry.serial = ObserverEntry.serialStep | 1
    callLater(after: .queue, label: label) {
      if entry.serial == 0 { return }
      entry.receiveEnd()
      entry.endHandler()
    }
  }
}

/// The end of a stream that is enqueued, or deferred because of its depth.
private final class FinishDelivery: ObserverDelivery {
  override func run() { chain.forwardFinish() }
}

extension ObserverEntry {
  fileprivate func receiveEnd() {
    serial = 0
    sourceFinished()
  }
}

/// The observer of a derived stream at one of its sources.
@safe
@usableFromInline
final class LinkedObserver<Payload>: Observer<Payload> {
  @safe @exclusivity(unchecked) @usableFromInline var receiver: (any FinishReceiver)?

  @inlinable
  init(_ receiver: any FinishReceiver, _ handler: consuming Handler<Payload>) {
    self.receiver = receiver
    super.init(handler)
  }

  override var receivesEnd: Bool { true }
  override func sourceFinished() { receiver?.sourceFinished() }
  override func takeFollowers(along move: inout Move) { if let receiver { move.visit(receiver.followers) } }

  @usableFromInline override func endHandler() {
    // Before the handler, whose release may end a long chain, without recursion.
    receiver = nil
    super.endHandler()
  }
}

@safe
final class FinishObserver<Payload>: Observer<Payload> {
  private struct Action {
    let call: () -> Void
  }
  private var action: ReleaseGuard<Action>
  // Unchecked: no user code runs during an access.
  @safe @exclusivity(unchecked) private weak var owner: AnyObject?
  private let hasOwner: Bool

  init(_ owner: AnyObject?, _ call: @escaping () -> Void) {
    action = ReleaseGuard(Action(call: call))
    self.owner = owner
    hasOwner = owner != nil
    super.init(nil)
  }

  override var receivesEnd: Bool { true }
  override var isOwnerGone: Bool { hasOwner && owner == nil }
  override func sourceFinished() {
    let action = action.content
    action?.call()
  }
  override func endHandler() {
    // Taken out first: releasing the closure may run code that uses this entry.
    _ = action.take()
  }
}

extension EventStream {
  /// An observer of the end counts as an observer of the stream.
  func addFinishObserver(_ owner: AnyObject?, _ call: @escaping () -> Void) -> Subscription {
    let chain = observers.chain
    let entry = FinishObserver<Payload>(owner, call)
    chain.append(entry, hasOwner: owner != nil)
    return Subscription(entry, of: chain)
  }
}
