// How a stream ends. Nothing is unlinked while the chain is walked (`isDelivering`), and what ends a chain keeps it alive.
//
// An end flows down a tree of streams as a payload does: it waits its turn in the queue of the thread, goes from each
// stream to those that are derived from it inside of the same delivery, and is deferred below a certain depth. What is
// sent later finds no observers. So `trigger` has no look at whether its event has finished.

/// What receives the end of a source of a derived stream.
@usableFromInline
package protocol FinishReceiver: AnyObject {
  /// Called once for each source, in the delivery of its end. The handler of that source is still there, and ends after
  /// the delivery.
  func sourceFinished()
  associatedtype Payload
  /// Those that receive what is made of the payloads.
  var observers: ObserverList<Payload> { get }
}

extension FinishReceiver {
  fileprivate var followers: ObserverStorage { observers.chain }
}

extension ObserverList {
  /// Ends after everything that has been sent.
  func finish() {
    #if DEBUG
    Context.noteOperation()
    #endif
    if chain.isFinished { return }
    chain.settleIn()
    let context = Context.ready
    context.enqueue(FinishDelivery(to: chain, before: .max))
    context.flush()
  }

  /// Ends inside the running delivery, in which a source has ended.
  package func forwardFinish() { chain.forwardFinish() }

  /// Whether the observers have received the end: there are none, and none is added any more.
  package var isFinished: Bool { chain.isFinished }

  /// Adds an observer of a source, whose end `receiver` receives. Adds the source to `upstream` if it is the first
  /// observer there. `handler` must keep `receiver`.
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
    // A stream that is its own source, or an outer delivery of it around a call of `independently`.
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
    // Adding an observer looks at whether the numbers are used up, and so finds out without a look of its own.
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

  /// An observer has come after the end. One of the end is called when what is running is over.
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

/// The end of a stream, which waits for its turn, or was too deep to be forwarded at once.
private final class FinishDelivery: ObserverDelivery {
  override func run() { chain.forwardFinish() }
}

extension ObserverEntry {
  /// It is not called again.
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
    // Before the handler, whose end may be that of a long chain, and is made without recursion.
    receiver = nil
    super.endHandler()
  }
}

/// An observer of the end of a stream.
@safe
final class FinishObserver<Payload>: Observer<Payload> {
  private struct Action {
    let call: () -> Void
  }
  private var action: ReleaseGuard<Action>
  // Unchecked: no user code runs while it is looked at.
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
  /// An observer of the end, which counts as an observer of the stream.
  func addFinishObserver(_ owner: AnyObject?, _ call: @escaping () -> Void) -> Subscription {
    let chain = observers.chain
    let entry = FinishObserver<Payload>(owner, call)
    chain.append(entry, hasOwner: owner != nil)
    return Subscription(entry, of: chain)
  }
}
