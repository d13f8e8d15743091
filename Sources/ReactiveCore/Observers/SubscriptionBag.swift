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
  private var threshold = 16
  private var home = Home.unset

  /// An empty bag.
  public init() {}

  /// Keeps `subscription` until the bag goes.
  public func insert(_ subscription: Subscription) {
    if subscriptions.count >= threshold {
      forgetCancelled()
      threshold = max(16, subscriptions.count * 2)
    }
    home = .current
    subscriptions.append(subscription)
  }

  /// How many of its subscriptions have not ended. Cost: looks at each.
  public var count: Int {
    forgetCancelled()
    return subscriptions.count
  }

  /// How many it keeps, ended ones among them.
  package var heldCount: Int { subscriptions.count }

  /// Whether none of its subscriptions is left. Cost: looks at each.
  public var isEmpty: Bool { count == 0 }

  /// Cancels all, in the order in which they were put in. The bag is empty then and can be used again.
  public func cancelAll() {
    // Taken out first: releasing a cancelled closure may run code that uses this bag.
    let ended = subscriptions
    subscriptions = []
    threshold = 16
    for subscription in ended { subscription.cancel() }
  }

  private func forgetCancelled() {
    // In a copy, since releasing an entry may run code that uses this bag.
    let live = subscriptions.filter { !$0.isCancelled }
    subscriptions = live
  }

  deinit {
    if subscriptions.isEmpty { return }
    let ended = subscriptions
    home.perform(atEndOf: self) { for subscription in ended { subscription.cancel() } }
  }
}
