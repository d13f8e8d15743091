internal import ReactiveCore

/// Recognizes a second subscription. Holds subscribers weakly.
@usableFromInline
struct SubscriberTable {
  @usableFromInline init() {}

  private struct Entry {
    /// Ends with its owner, so that a new object at the same address is not mistaken for it.
    let liveness: Subscription
    let subscription: Subscription
  }
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Ended entries are removed at this count, twice the number left last time.
  private var threshold = 16

  @usableFromInline
  subscript(subscriber: AnyObject) -> Subscription? {
    guard let entry = entries[ObjectIdentifier(subscriber)], !entry.liveness.isCancelled else { return nil }
    return entry.subscription
  }

  @usableFromInline
  mutating func add(_ subscriber: AnyObject, _ liveness: Subscription, _ subscription: Subscription) {
    if entries.count >= threshold {
      entries = entries.filter { !$0.value.liveness.isCancelled }
      threshold = max(16, entries.count * 2)
    }
    entries[ObjectIdentifier(subscriber)] = Entry(liveness: liveness, subscription: subscription)
  }
}
