/// Cancels an observer when deallocated.
@usableFromInline
final class CancelOnDeinit {
  let subscription: Subscription
  init(_ subscription: Subscription) { self.subscription = subscription }

  /// Cancels now, and adds the source to `upstream` if this was its last observer.
  func cancel(_ upstream: inout [any Upstream]) { subscription.cancel(&upstream) }

  deinit {
    var upstream: [any Upstream] = []
    subscription.cancel(&upstream)
    updateConnections(of: upstream)
  }
}
