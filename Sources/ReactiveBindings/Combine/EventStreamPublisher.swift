#if canImport(Combine)
public import Combine

/// A Combine publisher of an event stream's payloads.
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
/// A payload without demand is dropped, as by a `PassthroughSubject`; `buffer(size:prefetch:whenFull:)` keeps it. The
/// publisher finishes when the stream ends, by `finish()` or through `prefix`.
///
/// Ownership, isolation, cost and tested systems are those of ``BehaviorPublisher``.
public struct EventStreamPublisher<Payload>: Publisher {
  /// The stream's payloads.
  public typealias Output = Payload
  /// It never fails.
  public typealias Failure = Never

  let stream: EventStream<Payload>

  /// Starts an observation for `subscriber`.
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
  /// A Combine publisher of this stream; see ``EventStreamPublisher``.
  public final var publisher: EventStreamPublisher<Payload> { EventStreamPublisher(stream: self) }
}
#endif
