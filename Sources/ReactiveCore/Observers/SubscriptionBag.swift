/// Subscriptions that end together: when the bag goes, or when you say so.
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
/// It forgets subscriptions that have ended by themselves, so a bag that lives long does not grow with what has passed
/// through it. Not `Sendable`: it belongs where its sources belong. Cost: 8 bytes for each subscription, a few
/// nanoseconds to put one in.
public final class SubscriptionBag {
  private var subscriptions: [Subscription] = []
  /// At this number the ended ones are looked for; twice what was left the last time, so that looking costs each
  /// insertion a constant.
  private var threshold: UInt32 = 16
  /// Where the last one was put in.
  private var home = Home.unset
  /// Those that were put in elsewhere, before the bag was sent.
  private var earlier: [(home: Home, subscriptions: [Subscription])] = []

  /// An empty bag.
  public init() {}

  /// Keeps `subscription` until the bag goes.
  public func insert(_ subscription: Subscription) {
    if subscriptions.count >= threshold {
      forgetCancelled()
      threshold = UInt32(clamping: max(16, subscriptions.count * 2))
    }
    let here = Home.current
    if home != here { if subscriptions.isEmpty { home = here } else { come(to: here) } }
    subscriptions.append(subscription)
  }

  /// How many of its subscriptions have not ended. Cost: looks at each.
  public var count: Int {
    forgetCancelled()
    return heldCount
  }

  /// How many it keeps, ended ones among them.
  package var heldCount: Int { earlier.reduce(subscriptions.count) { $0 + $1.subscriptions.count } }

  /// Whether none of its subscriptions is left. Cost: looks at each.
  public var isEmpty: Bool { count == 0 }

  /// Cancels all, in the order in which they were put in. The bag is empty then and can be used again.
  public func cancelAll() {
    // Taken out first: releasing a cancelled closure may run code that uses this bag.
    let ended = earlier.flatMap(\.subscriptions) + subscriptions
    (earlier, subscriptions) = ([], [])
    threshold = 16
    for subscription in ended { subscription.cancel() }
  }

  private func forgetCancelled() {
    // In copies, since releasing an entry may run code that uses this bag.
    let live = subscriptions.filter { !$0.isCancelled }
    subscriptions = live
    if earlier.isEmpty { return }
    let parts = earlier.map { ($0.home, $0.subscriptions.filter { !$0.isCancelled }) }
    earlier = parts.filter { !$1.isEmpty }
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

  /// Each ends where its source is used now: where it was put in, or where its graph was sent since. What has no source,
  /// such as an action of the user's, was sent with the others.
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
