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
/// A subscriber receives the payloads that it has requested; a payload without demand is dropped, as by a
/// `PassthroughSubject`. (`buffer(size:prefetch:whenFull:)` keeps them.) It finishes when the stream ends, by
/// `finish()` or as one that is made by `prefix`.
///
/// The publisher keeps its stream alive. So does an active subscription while it is kept, usually by its subscriber,
/// until it is cancelled. A subscriber that throws its subscription away without cancelling receives payloads for as
/// long as the stream lives, and `.finished` then. For isolation, cost and where this has been run, see
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
