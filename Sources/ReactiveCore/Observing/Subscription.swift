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
/// Throwing a subscription away cancels nothing (unlike an `Effect` of ReactiveTracking, which ends with its handle):
/// it then lives as long as its source, or as the owner given to `observe(with:)`. Keep it only to end it earlier, or
/// put it into a ``SubscriptionBag``. Once cancelled, the observer's closure and all that it captured are released at
/// once (after the delivery, if one is running).
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

  /// A subscription to several things, which end together.
  ///
  /// It has ended when all of them have; of none, it has from the beginning.
  @usableFromInline package init(of parts: [Subscription]) { entry = SubscriptionGroup(parts) }

  /// The same; `onCancel` runs once, at the first cancel, before the parts are cancelled.
  package init(of parts: [Subscription], onCancel: @escaping () -> Void) {
    entry = SubscriptionGroup(parts, onCancel: onCancel)
  }

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
  private var parts: [Subscription]
  private var source: AnyObject?
  private var onCancel: (() -> Void)?

  init(_ parts: [Subscription], keeping source: AnyObject? = nil, onCancel: (() -> Void)? = nil) {
    self.parts = parts
    self.source = source
    self.onCancel = onCancel
    super.init()
    serial = 1
  }
  override var isOwnerGone: Bool { parts.allSatisfy(\.isCancelled) }
  override func endHandler() {
    // Taken out first: what goes with a part may come back here.
    let ended = takeAll()
    ended.onCancel?()
    for part in ended.parts { part.cancel() }
    withExtendedLifetime(ended) {}
  }
  private func takeAll() -> (parts: [Subscription], source: AnyObject?, onCancel: (() -> Void)?) {
    defer {
      parts = []
      source = nil
      onCancel = nil
    }
    return (parts, source, onCancel)
  }

  // As below: a part may be the next link of a long chain.
  deinit {
    if parts.isEmpty { return }
    let context = Context.ready
    context.beginTeardown([], of: (parts, source, onCancel))
    _ = takeAll()
    context.endTeardown()
  }
}

/// A subscription that is an action.
private final class CancelAction: ObserverEntry {
  var action: (() -> Void)?

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
