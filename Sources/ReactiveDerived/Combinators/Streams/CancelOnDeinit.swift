/// An observer that ends with this object.
final class CancelOnDeinit {
  private let entry: ObserverEntry
  init(_ entry: ObserverEntry) { self.entry = entry }
  deinit {
    var upstream: [any Upstream] = []
    entry.cancel(&upstream)
    updateConnections(of: upstream)
  }
}
