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

extension ReactiveNode {
  /// The only call of a `deinit`: cancels what the node observes, and releases it without recursion, in its own isolation.
  final func cancelAtEnd(_ subscription: inout Subscription?) {
    var observer = subscription.map { CancelOnDeinit($0.entry) }
    isolation.release((observer, subscription), atEndOf: self) {
      observer = nil
      subscription = nil
    }
  }
}
