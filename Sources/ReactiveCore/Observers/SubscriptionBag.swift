/// Subscriptions that end together: with the bag, or on request.
///
/// ```swift
/// let count = OpenBehavior(0)
/// var bag: SubscriptionBag? = SubscriptionBag()
/// count.sink { print($0) }.store(in: bag!)
/// count.value = 1  // prints "1"
/// bag = nil
/// count.value = 2  // prints nothing
/// ```
///
/// The bag forgets ended subscriptions, so it does not grow with use. It is not `Sendable`: it belongs to the isolation
/// of its sources. Cost: 8 bytes for each subscription, and a few nanoseconds to insert it.
public final class SubscriptionBag: EndsAtHome {
  private var subscriptions: [Subscription] = []
  /// At this size, ended subscriptions are removed: twice the number that remained last time, so that insertion costs a
  /// constant.
  private var threshold: UInt32 = 16
  /// Of the last insertion.
  private var home = Home.unset
  /// Inserted elsewhere, before the bag was sent.
  private var earlier: [(home: Home, subscriptions: [Subscription])] = []

  /// Creates an empty bag.
  public init() {}

  /// Keeps `subscription` until the bag ends.
  public func insert(_ subscription: Subscription) {
    if subscriptions.count >= threshold {
      forgetCancelled()
      threshold = UInt32(clamping: max(16, subscriptions.count * 2))
    }
    let here = Home.current
    if home != here { if subscriptions.isEmpty { home = here } else { come(to: here) } }
    subscriptions.append(subscription)
  }

  /// The number of subscriptions that have not ended.
  ///
  /// - Complexity: Linear in the number of subscriptions.
  public var count: Int {
    forgetCancelled()
    return heldCount
  }

  /// Includes ended ones.
  package var heldCount: Int { earlier.reduce(subscriptions.count) { $0 + $1.subscriptions.count } }

  /// Whether all have ended.
  ///
  /// - Complexity: Linear in the number of subscriptions.
  public var isEmpty: Bool { count == 0 }

  /// Cancels all in insertion order, and empties the bag for reuse.
  public func cancelAll() {
    // Taken out first: releasing a closure may run code that uses this bag.
    let ended = earlier.flatMap(\.subscriptions) + subscriptions
    (earlier, subscriptions) = ([], [])
    threshold = 16
    for subscription in ended { subscription.cancel() }
  }

  private func forgetCancelled() {
    // In copies that outlive the change, since releasing an entry may run code that uses this bag.
    let old = (subscriptions, earlier)
    let live = old.0.filter { !$0.isCancelled }
    subscriptions = live
    if !old.1.isEmpty {
      let parts = old.1.map { ($0.home, $0.subscriptions.filter { !$0.isCancelled }) }
      earlier = parts.filter { !$1.isEmpty }
    }
    withExtendedLifetime(old) {}
  }

  @inline(never)
  private func come(to here: Home) {
    earlier.append((home, subscriptions))
    (home, subscriptions) = (here, [])
  }

  deinit {
    if subscriptions.isEmpty && earlier.isEmpty { return }
    if earlier.isEmpty && !MovedObservers.areThereAny {
      let ended = subscriptions
      return home.perform(atEndOf: self) { for subscription in ended { subscription.cancel() } }
    }
    for part in earlier + [(home, subscriptions)] { end(part.subscriptions, in: part.home) }
  }

  /// Each ends where its source is used now: where it was inserted, or where its graph was sent since. A subscription
  /// without a source, such as a user's action, was sent with the others.
  private func end(_ ended: [Subscription], in home: Home) {
    let homes = ended.map { MovedObservers.home(of: $0.entry) }
    guard let sent = homes.lazy.compactMap(\.self).first else {
      return home.perform(atEndOf: self) { for subscription in ended { subscription.cancel() } }
    }
    for (subscription, present) in zip(ended, homes) {
      let place = present ?? (subscription.entry.linked == nil ? sent : home)
      place.perform(atEndOf: self) { subscription.cancel() }
    }
  }
}

extension SubscriptionBag {
  /// Unavailable: that of a ``Subscription``.
  @available(*, unavailable, renamed: "cancelAll()")
  public func cancel() { stop("unavailable") }

  /// Unavailable: ReactiveSwift's name of ``insert(_:)``.
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ subscription: Subscription) { stop("unavailable") }
}
