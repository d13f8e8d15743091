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
      threshold = max(16, subscriptions.count * 2)
    }
    let here = Home.current
    if home != here { comeTo(here) }
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
    let (first, last) = (earlier, subscriptions)
    (earlier, subscriptions) = ([], [])
    threshold = 16
    for part in first { for subscription in part.subscriptions { subscription.cancel() } }
    for subscription in last { subscription.cancel() }
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
  private func comeTo(_ here: Home) {
    if !subscriptions.isEmpty { earlier.append((home, subscriptions)) }
    (home, subscriptions) = (here, [])
  }

  deinit {
    for part in earlier { end(part.subscriptions, in: part.home) }
    if !subscriptions.isEmpty { end(subscriptions, in: home) }
  }

  /// Each ends where its source is used: where it was put in, or where its graph was sent afterwards.
  private func end(_ ended: [Subscription], in home: Home) {
    var rest = ended[...]
    while let first = rest.first {
      let place = first.isolation ?? home
      let part = rest.prefix { ($0.isolation ?? home) == place }
      rest = rest.dropFirst(part.count)
      place.perform(atEndOf: self) { for subscription in part { subscription.cancel() } }
    }
  }
}

extension Subscription {
  /// Where its source is used, if it was sent since.
  fileprivate var isolation: Home? { MovedObservers.home(of: ObjectIdentifier(entry.linked)) }
}
