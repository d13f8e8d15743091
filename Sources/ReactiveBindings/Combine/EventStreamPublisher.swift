#if canImport(Combine)
public import Combine

/// The payloads of an event stream for Combine.
///
/// ```swift
/// import Combine
/// import ReactiveBindings
///
/// let typed = Event<String>()
/// let shouts = typed.publisher.map { $0 + "!" }
/// let subscription = shouts.sink { print($0) }
/// typed.trigger("cat")  // prints "cat!"
/// subscription.cancel()
/// typed.trigger("dog")  // prints nothing
/// ```
///
/// A subscriber gets the payloads that it has asked for; those that come when it has not are dropped, as by a
/// `PassthroughSubject`. (`buffer(size:prefetch:whenFull:)` keeps them.) It finishes when the stream ends, as one does
/// that takes a few payloads.
///
/// The publisher keeps its stream alive, and so does an active subscription that somebody keeps, as its subscriber
/// usually does: it goes on until it is cancelled. A subscriber that throws its subscription away without cancelling is
/// served for as long as the stream lives, and `.finished` then. For isolation, cost and where this has been run, see
/// ``BehaviorPublisher``.
public struct EventStreamPublisher<Payload>: Publisher {
  /// What it publishes: payloads.
  public typealias Output = Payload
  /// It does not fail.
  public typealias Failure = Never

  let stream: EventStream<Payload>

  /// Begins to observe for `subscriber`.
  public func receive<Downstream: Subscriber>(
    subscriber: Downstream
  ) where Downstream.Input == Payload, Downstream.Failure == Never {
    let metered = MeteredSubscriber(subscriber, keepsNewest: false)
    let end = SourceEnd(metered)
    let subscription = stream.sink { payload in end.subscriber.offer(payload) }
    metered.begin(SourceSubscription(to: stream, subscription, metered))
  }
}

extension EventStream {
  /// Every payload from now on, for Combine; see ``EventStreamPublisher``.
  public final var publisher: EventStreamPublisher<Payload> { EventStreamPublisher(stream: self) }
}
#endif
