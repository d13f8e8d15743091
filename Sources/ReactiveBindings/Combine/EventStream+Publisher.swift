#if canImport(Combine)
public import Combine

extension EventStream {
  /// A stream of the values that `publisher` sends from now on.
  ///
  /// ```swift
  /// import Combine
  /// import ReactiveBindings
  ///
  /// let keys = PassthroughSubject<Character, Never>()
  /// let typed = EventStream(publisher: keys)
  /// typed.sink { print("typed \($0)") }
  /// keys.send("a")  // prints "typed a"
  /// ```
  ///
  /// It subscribes at once with unlimited demand, whether observed or not. A value sent at subscription reaches no
  /// observer; use a ``/ReactiveCore/Behavior`` for that. After the publisher finishes, the stream emits nothing.
  /// `Event(publisher:)` creates a stream that you can also trigger.
  ///
  /// The publisher must send on the stream's thread: use `receive(on:)`. It does not keep the stream alive. Releasing
  /// the stream cancels the subscription.
  ///
  /// Cost, besides the publisher's: 700 bytes with the subscription, 50 ns for a payload. For tested systems, see
  /// ``BehaviorPublisher``.
  public convenience init<Source: Publisher>(
    publisher: Source, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Output == Payload, Source.Failure == Never {
    self.init(name: name, file: file, line: line)
    let subscription = withoutTracking { publisher.sink { [weak self] in self?.observers.send($0) } }
    // An empty observer keeps the subscription: observers end with the stream, without recursion in long chains.
    observers.add { _ in withExtendedLifetime(subscription) {} }
  }
}
#endif
