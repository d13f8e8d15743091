/// An observer that ends with this object.
final class EndingEntry {
  private let entry: ObserverEntry
  init(_ entry: ObserverEntry) { self.entry = entry }
  deinit {
    var upstream: [any ObserverDemand] = []
    entry.cancel(&upstream)
    settleAll(upstream)
  }
}
