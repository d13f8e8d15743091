#if canImport(Combine)
import Combine

/// The subscription of a Combine subscriber.
///
/// It keeps the source, whose observer keeps the subscriber, but not this subscription. As always in Combine, a
/// subscriber that keeps its subscription forms a cycle until it cancels.
final class SourceSubscription<Downstream: Subscriber>: Combine.Subscription where Downstream.Failure == Never {
  private var source: AnyObject?
  private let subscription: ReactiveCore.Subscription
  private let subscriber: MeteredSubscriber<Downstream>

  init(
    to source: AnyObject, _ subscription: ReactiveCore.Subscription, _ subscriber: MeteredSubscriber<Downstream>
  ) {
    self.source = source
    self.subscription = subscription
    self.subscriber = subscriber
  }

  func request(_ demand: Subscribers.Demand) {
    // Untracked, and its writes are delivered afterwards.
    Context.deliverFirst { subscriber.request(demand) }
  }

  func cancel() {
    let last = source
    source = nil
    // Before the observer ends, which sends the completion.
    subscriber.cancel()
    subscription.cancel()
    withExtendedLifetime(last) {}
  }
}
#endif
