#if canImport(Combine)
public import Combine

/// The values of a behavior for Combine: the current one at subscription, then every change.
///
/// ```swift
/// import Combine
/// import ReactiveBindings
///
/// let name = OpenBehavior("Alice")
/// let greeting = name.publisher.map { "Hello, \($0)!" }
/// let subscription = greeting.sink { print($0) }  // prints "Hello, Alice!"
/// name.value = "Bob"                              // prints "Hello, Bob!"
/// subscription.cancel()
/// name.value = "Carol"                            // prints nothing
/// ```
///
/// A subscriber receives values as any observer does: after the write, in subscription order, after a
/// ``/ReactiveCore/batch(_:)``, without glitches. What a subscriber writes is notified after the running delivery. Each
/// subscriber observes for itself. A subscriber without demand receives the newest value when it next requests one, as
/// from a `CurrentValueSubject`; earlier values are dropped. (A batch or a delivery that is running notifies at its
/// end.)
///
/// The publisher keeps its behavior alive. So does an active subscription while it is kept, usually by its subscriber:
/// derivations that nothing else keeps can be subscribed to. Cancelling the subscription releases the behavior. A
/// subscriber that throws its subscription away without cancelling receives values for as long as the behavior lives,
/// and `.finished` then.
///
/// Subscribe, request and cancel in the isolation of the behavior, as for any observation. `receive(on:)` takes values
/// to other threads, but what stands behind it must not ask for more or cancel from there. Let behaviors that depend on
/// each other be combined before they become publishers: `combineLatest` shows combinations that no write has made.
/// `Subscription` is a name of both libraries: write `ReactiveCore.Subscription` or `Combine.Subscription`.
///
/// Cost, beside that of the subscriber: 350 bytes and 1 to 2 µs for a subscription, about 50 ns for a value. Run with
/// OpenCombine on Linux; type-checked for Apple's systems, but never run on one.
public struct BehaviorPublisher<Value>: Publisher {
  /// What it publishes: values.
  public typealias Output = Value
  /// It does not fail.
  public typealias Failure = Never

  let behavior: Behavior<Value>

  /// Begins to observe for `subscriber`.
  public func receive<Downstream: Subscriber>(
    subscriber: Downstream
  ) where Downstream.Input == Value, Downstream.Failure == Never {
    let metered = MeteredSubscriber(subscriber, keepsNewest: true)
    let end = SourceEnd(metered)
    let subscription = behavior.sink { value in end.subscriber.offer(value) }
    metered.offer(behavior.peek())
    metered.begin(SourceSubscription(to: behavior, subscription, metered))
  }
}

extension Behavior {
  /// The current value and every one that follows, for Combine; see ``BehaviorPublisher``.
  public final var publisher: BehaviorPublisher<Value> { BehaviorPublisher(behavior: self) }
}
#endif
