#if canImport(Combine)
import Combine

/// What a subscriber is given to ask for more, or to cancel.
///
/// It keeps the source, whose observer keeps the subscriber and not this subscription. So the only cycle is the one of
/// all subscriptions in Combine, between this and a subscriber that keeps it, and it ends with the subscription.
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
    // As the first call of any observer.
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
