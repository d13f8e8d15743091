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
/// Throwing a subscription away cancels nothing: it then lives as long as its source, or as the owner given to
/// `observe(with:)`. Keep it only to end it earlier, or put it into a ``SubscriptionBag``. Once cancelled, the
/// observer's closure and all that it captured are released at once (after the delivery, if one is running).
///
/// Cost: 8 bytes; the 64 bytes that it points at are the observer's own.
@frozen
@safe
public struct Subscription {
  @usableFromInline package let entry: ObserverEntry

  @usableFromInline
  init(_ entry: ObserverEntry) { self.entry = entry }

  /// A subscription to something else: `onCancel` runs once, at the first cancel.
  ///
  /// It does not run if nobody cancels; put the subscription into a ``SubscriptionBag`` to have it cancelled.
  public init(_ onCancel: @escaping () -> Void) {
    entry = CancelAction(onCancel)
  }

  /// A subscription to something that ends with `owner`: `onCancel` runs once, at the first cancel.
  package init(with owner: AnyObject, _ onCancel: @escaping () -> Void) {
    entry = OwnedCancelAction(owner, onCancel)
  }

  /// A subscription to several things, which end together.
  ///
  /// It has ended when all of them have; of none, it has from the beginning.
  @usableFromInline package init(of parts: [Subscription]) { entry = SubscriptionGroup(parts) }

  /// The same as `part`; but who keeps it, keeps `source` alive until it ends.
  @usableFromInline package init(_ part: Subscription, keeping source: AnyObject) {
    entry = SubscriptionGroup([part], keeping: source)
  }

  /// Ends it: the observer is not called again, not even by a delivery that is running.
  ///
  /// Harmless when repeated. Cost: at most 100 ns at any number of observers.
  public func cancel() { entry.cancel() }

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
  var parts: [Subscription]
  var source: AnyObject?

  init(_ parts: [Subscription], keeping source: AnyObject? = nil) {
    self.parts = parts
    self.source = source
    super.init()
    serial = 1
  }
  override var isOwnerGone: Bool { parts.allSatisfy(\.isCancelled) }
  override func endHandler() {
    // Taken out first: what goes with a part may come back here.
    let ended = (parts, source)
    parts = []
    source = nil
    for part in ended.0 { part.cancel() }
    withExtendedLifetime(ended) {}
  }

  // As below: a part may be the next link of a long chain.
  deinit {
    if parts.isEmpty { return }
    let context = Context.ready
    context.beginTeardown([], of: parts)
    parts = []
    context.endTeardown()
  }
}

/// A subscription that is an action.
private class CancelAction: ObserverEntry {
  final var action: (() -> Void)?

  init(_ action: @escaping () -> Void) {
    self.action = action
    super.init()
    serial = 1
  }
  override func endHandler() {
    let action = self.action
    self.action = nil
    action?()
  }

  // What an action keeps alive may be the next link of a long chain.
  deinit {
    if action == nil { return }
    let context = Context.ready
    context.beginTeardown([], of: action as Any)
    action = nil
    context.endTeardown()
  }
}

/// The same, for something that ends with its owner.
private final class OwnedCancelAction: CancelAction {
  weak var owner: AnyObject?

  init(_ owner: AnyObject, _ action: @escaping () -> Void) {
    self.owner = owner
    super.init(action)
  }
  override var isOwnerGone: Bool { owner == nil }
}
