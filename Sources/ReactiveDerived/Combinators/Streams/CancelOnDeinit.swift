/// An observer that ends with this object.
@usableFromInline
final class CancelOnDeinit {
  let subscription: Subscription
  init(_ subscription: Subscription) { self.subscription = subscription }

  /// Ends the observer now; adds the source to `upstream` if it was the last one there.
  func cancel(_ upstream: inout [any Upstream]) { subscription.cancel(&upstream) }

  deinit {
    var upstream: [any Upstream] = []
    subscription.cancel(&upstream)
    updateConnections(of: upstream)
  }
}
