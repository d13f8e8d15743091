/// A handle to end an observation.
///
/// ```swift
/// let count = OpenBehavior(0)
/// let subscription = count.sink { print($0) }
/// count.value = 1  // prints "1"
/// subscription.cancel()
/// count.value = 2  // prints nothing
/// ```
///
/// A subscription keeps a derived source alive: `name.map { … }.sink { … }.store(in: bag)` lasts as long as the bag. It
/// does not keep a stored behavior or an event. (With a derived source, a closure that captures the subscription's
/// owner forms a cycle: use `sink(with:)`.)
///
/// Dropping a subscription cancels nothing (unlike an `Effect` of ReactiveTracking, which ends with its handle): the
/// observation lives as long as its source, or the owner given to `observe(with:)`. A source derived in the same
/// statement ends with it; debug builds report that, see ``Diagnostics``. Cancelling releases the observer's closure
/// and its captures at once, or after a running delivery.
///
/// Cost: 8 bytes; the 64 bytes behind it are the observer's own. A derived source needs 64 more.
@frozen
@safe
public struct Subscription {
  @usableFromInline package let entry: ObserverEntry

  @usableFromInline
  init(_ entry: ObserverEntry) { self.entry = entry }

  /// Creates a subscription that calls `onCancel` once, at the first cancel.
  ///
  /// Only `cancel` calls it; a ``SubscriptionBag`` does so when it ends.
  public init(_ onCancel: @escaping () -> Void) {
    entry = CancelAction(onCancel)
  }

  /// A subscription of parts that end together. It has ended when all its parts have, and without parts from the
  /// beginning.
  @usableFromInline package init(of parts: [Subscription]) { entry = SubscriptionGroup(parts) }

  /// `onCancel` runs once, at the first cancel, before the parts are cancelled.
  package init(of parts: [Subscription], onCancel: @escaping () -> Void) {
    entry = SubscriptionGroup(parts, onCancel: onCancel)
  }

  /// Ends the observation: the observer is not called again, not even by a running delivery.
  ///
  /// May be repeated. Cost: at most 100 ns at any number of observers.
  public func cancel() {
    #if DEBUG
    Context.noteOperation()
    #endif
    entry.cancel()
  }

  /// Whether it has ended: by ``cancel()``, or because its source or owner was deallocated. The observers of a
  /// deallocated event end after its waiting payloads.
  public var isCancelled: Bool { entry.serial == 0 || entry.isOwnerGone }

  /// Puts it into `bag`, which cancels it when the bag ends.
  public func store(in bag: SubscriptionBag) { bag.insert(self) }
}

extension Subscription: Hashable {
  /// Whether both stand for the same act of subscribing.
  public static func == (a: Subscription, b: Subscription) -> Bool { a.entry === b.entry }
  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(entry)) }
}

private final class SubscriptionGroup: ObserverEntry {
  private struct Contents {
    let parts: [Subscription]
    let onCancel: (() -> Void)?
  }
  private var contents: ReleaseGuard<Contents>
  /// Of the first part; the others are in the same isolation.
  private let first: ObserverEntry?
  override var linked: ObserverEntry? { first }

  init(_ parts: [Subscription], onCancel: (() -> Void)? = nil) {
    contents = ReleaseGuard(Contents(parts: parts, onCancel: onCancel))
    first = parts.first?.entry.linked
    super.init()
    serial = 1
  }
  #if DEBUG
  /// As in ``KeepingEntry``.
  private var birth = -1
  override func handOut() { birth = Context.current.noteHandedOut() }
  override var keptSources: [ObjectIdentifier] { (contents.content?.parts ?? []).flatMap { $0.entry.keptSources } }
  deinit { Context.current.noteThrownAway(keptSources, since: birth) }
  #endif

  override var isOwnerGone: Bool { contents.content?.parts.allSatisfy(\.isCancelled) ?? true }
  override func endHandler() {
    // Taken out first: releasing a part may run code that uses this subscription.
    let ended = contents.take()
    if let onCancel = ended.content?.onCancel { performAtEnd(onCancel) }
    for part in ended.content?.parts ?? [] { part.cancel() }
  }
}

private final class CancelAction: ObserverEntry {
  private struct Action {
    let call: () -> Void
  }
  private var action: ReleaseGuard<Action>

  override var linked: ObserverEntry? { nil }

  init(_ action: @escaping () -> Void) {
    self.action = ReleaseGuard(Action(call: action))
    super.init()
    serial = 1
  }
  override func endHandler() {
    let ended = action.take()
    if let call = ended.content?.call { performAtEnd(call) }
  }
}

/// The function may cancel another subscription.
private func performAtEnd(_ function: () -> Void) {
  if Context.ready.isStackNearlyFull() { Context.current.stopDeepCancelling() }
  function()
}

extension Subscription {
  /// Unavailable: RxSwift's name of ``cancel()``.
  @available(*, unavailable, renamed: "cancel()")
  public func dispose() { stop("unavailable") }

  /// Unavailable: RxSwift's name of ``store(in:)``.
  @available(*, unavailable, renamed: "store(in:)")
  public func disposed(by bag: SubscriptionBag) { stop("unavailable") }

  /// Unavailable: Ultramarine's spelling of ``isCancelled``.
  @available(*, unavailable, renamed: "isCancelled")
  public var isCanceled: Bool { stop("unavailable") }
}

/// Yoyo's name of a ``Subscription``.
@available(*, unavailable, renamed: "Subscription")
public typealias CallbackId = Subscription
