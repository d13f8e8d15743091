internal import ReactiveCore

/// The subscribers of a program, by which a second subscription is recognised. It keeps none of them alive.
@usableFromInline
struct SubscriberTable {
  @usableFromInline init() {}

  private struct Entry {
    /// Ends with its owner, so that another object at the same address is not taken for it.
    let liveness: Subscription
    let subscription: Subscription
  }
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// At this number the ended ones are looked for; twice what was left the last time.
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
