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
/// A subscription that is kept keeps what was derived for it: `name.map { … }.sink { … }.store(in: bag)` goes on until
/// the bag ends. A stored behavior or an event is not kept by its subscriptions. (A closure that captures the object that
/// keeps the subscription of a derived behavior is a cycle: use `sink(with:)`.)
///
/// Throwing a subscription away cancels nothing (unlike an `Effect` of ReactiveTracking, which ends with its handle):
/// the observation then lives as long as its source, or as the owner given to `observe(with:)`. What is derived in the
/// same statement ends with that statement, and debug builds say so; see ``Diagnostics``. Once cancelled, the observer's
/// closure and all that it captured are released at once (after the delivery, if one is running).
///
/// Cost: 8 bytes; the 64 bytes that it points at are the observer's own. That of a derived behavior points at 64 bytes
/// more.
@frozen
@safe
public struct Subscription {
  @usableFromInline package let entry: ObserverEntry

  @usableFromInline
  init(_ entry: ObserverEntry) { self.entry = entry }

  /// A subscription to something else: `onCancel` runs once, at the first cancel.
  ///
  /// It does not run without a call of `cancel`; put the subscription into a ``SubscriptionBag`` to have it cancelled.
  public init(_ onCancel: @escaping () -> Void) {
    entry = CancelAction(onCancel)
  }

  /// A subscription to several things, which end together.
  ///
  /// It has ended when all of them have; of none, it has from the beginning.
  @usableFromInline package init(of parts: [Subscription]) { entry = SubscriptionGroup(parts) }

  /// The same; `onCancel` runs once, at the first cancel, before the parts are cancelled.
  package init(of parts: [Subscription], onCancel: @escaping () -> Void) {
    entry = SubscriptionGroup(parts, onCancel: onCancel)
  }

  /// Ends it: the observer is not called again, not even by a delivery that is running.
  ///
  /// Harmless when repeated. Cost: at most 100 ns at any number of observers.
  public func cancel() {
    #if DEBUG
    Context.noteOperation()
    #endif
    entry.cancel()
  }

  /// Whether it has ended: by ``cancel()``, or because its source is gone.
  public var isCancelled: Bool { entry.serial == 0 || entry.isOwnerGone }

  /// Puts it into `bag`, to be cancelled with it.
  public func store(in bag: SubscriptionBag) { bag.insert(self) }
}

extension Subscription: Hashable {
  /// Whether both stand for the same act of subscribing.
  public static func == (a: Subscription, b: Subscription) -> Bool { a.entry === b.entry }
  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(entry)) }
}

/// Several subscriptions that are one.
private final class SubscriptionGroup: ObserverEntry {
  private struct Contents {
    let parts: [Subscription]
    let onCancel: (() -> Void)?
  }
  private var contents: ReleaseGuard<Contents>
  /// That of the first part: the others are used where it is.
  private let first: ObserverEntry?
  override var linked: ObserverEntry? { first }

  init(_ parts: [Subscription], onCancel: (() -> Void)? = nil) {
    contents = ReleaseGuard(Contents(parts: parts, onCancel: onCancel))
    first = parts.first?.entry.linked
    super.init()
    serial = 1
  }
  #if DEBUG
  /// As of a token of one source; see ``KeepingEntry``.
  private var birth = -1
  override func handOut() { birth = Context.current.noteHandedOut() }
  override var keptSources: [ObjectIdentifier] { (contents.content?.parts ?? []).flatMap { $0.entry.keptSources } }
  deinit { Context.current.noteThrownAway(keptSources, since: birth) }
  #endif

  override var isOwnerGone: Bool { contents.content?.parts.allSatisfy(\.isCancelled) ?? true }
  override func endHandler() {
    // Taken out first: releasing a part may run code that uses this subscription.
    let ended = contents.take()
    ended.content?.onCancel?()
    for part in ended.content?.parts ?? [] { part.cancel() }
  }
}

/// A subscription that is an action.
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
    ended.content?.call()
  }
}
