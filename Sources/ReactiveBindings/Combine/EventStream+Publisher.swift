#if canImport(Combine)
public import Combine

extension EventStream {
  /// The stream of what `publisher` sends from now on.
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
  /// It subscribes at once and requests unlimited demand, whether it is observed or not, so what the publisher sends at
  /// subscription reaches no observer: a value that is there from the start belongs in a ``/ReactiveCore/Behavior``.
  /// The publisher does not keep it; its last reference keeps it, and its end cancels the subscription. When the
  /// publisher finishes, the stream emits nothing more. `Event(publisher:)` makes one that can be triggered besides.
  ///
  /// The stream emits on the thread that sends, which has to be that of the stream: let `receive(on:)` see to it. Cost:
  /// 700 bytes with the subscription; beside what the publisher takes, 50 ns for a payload. For where this has been
  /// run, see ``BehaviorPublisher``.
  public convenience init<Source: Publisher>(
    publisher: Source, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Output == Payload, Source.Failure == Never {
    self.init(name: name, file: file, line: line)
    let subscription = withoutTracking { publisher.sink { [weak self] in self?.observers.send($0) } }
    // An observer that does nothing keeps it: observers end with the stream, and long chains of them without recursion.
    observers.add { _ in withExtendedLifetime(subscription) {} }
  }
}
#endif
