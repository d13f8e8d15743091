/// An observer that ends with this object.
@usableFromInline
final class CancelOnDeinit {
  private let entry: ObserverEntry
  init(_ entry: ObserverEntry) { self.entry = entry }

  /// Ends the observer now; adds the source to `upstream` if it was the last one there.
  func cancel(_ upstream: inout [any Upstream]) { entry.cancel(&upstream) }

  deinit {
    var upstream: [any Upstream] = []
    entry.cancel(&upstream)
    updateConnections(of: upstream)
  }
}
