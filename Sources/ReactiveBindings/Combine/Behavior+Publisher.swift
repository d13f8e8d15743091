#if canImport(Combine)
public import Combine

extension Behavior {
  /// The behavior of what `publisher` sent last: `initial` until then; an equal value is no change.
  ///
  /// ```swift
  /// import Combine
  /// import ReactiveBindings
  ///
  /// let downloads = PassthroughSubject<Int, Never>()
  /// let progress = Behavior(publisher: downloads, initial: 0)
  /// progress.observe { print("\($0) %") }  // prints "0 %"
  /// downloads.send(50)                     // prints "50 %"
  /// downloads.send(50)                     // prints nothing
  /// print(progress.value)                  // 50
  /// ```
  ///
  /// It subscribes at once, requests unlimited demand, and follows whether it is observed or not; what the publisher
  /// sends at subscription takes the place of `initial`. The publisher does not keep it; its last reference keeps it,
  /// and its end cancels the subscription. When the publisher finishes, the last value stays. A publisher that can fail
  /// has to be given an answer first, as by `replaceError(with:)`.
  ///
  /// Values are written on the thread that sends them, which has to be that of the behavior: let `receive(on:)` see to
  /// it. Of several values that are sent during a delivery, or in a ``/ReactiveCore/batch(_:)``, observers are notified
  /// of the newest. Cost: 650 bytes with the subscription; beside what the publisher takes, 50 ns for a value, and 0.3
  /// µs for one of which observers are notified. For where this has been run, see ``BehaviorPublisher``.
  public convenience init<Source: Publisher>(
    publisher: Source, initial: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Output == Value, Source.Failure == Never, Value: Equatable {
    self.init(Inlet(publisher, initial, name, file, line), .equal(), name, file, line)
  }

  /// The behavior of what `publisher` sent last: `initial` until then; the same instance is no change, any other value
  /// is one.
  @_disfavoredOverload
  public convenience init<Source: Publisher>(
    publisher: Source, initial: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Output == Value, Source.Failure == Never {
    self.init(Inlet(publisher, initial, name, file, line), .identity(), name, file, line)
  }

  /// The behavior of what `publisher` sent last: `initial` until then; it is no change if `isDuplicate(old, new)`.
  public convenience init<Source: Publisher>(
    publisher: Source, initial: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) where Source.Output == Value, Source.Failure == Never {
    self.init(Inlet(publisher, initial, name, file, line), .duplicates(by: isDuplicate), name, file, line)
  }

  /// A derivation of the received values, so that it cannot be written: only an ``/ReactiveCore/OpenBehavior`` can.
  private convenience init(
    _ inlet: Inlet<Value>, _ test: some EqualityTest<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    let equality = Equality(test) { question in
      Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }) { inlet.values.read(in: $0) }
    }
    self.init(computedBy: equality, name: name, file: file, line: line)
  }
}

/// What a behavior keeps of its publisher: the received values, and the subscription.
private final class Inlet<Value> {
  // Notifies of every value: the test for duplicates is the derivation's.
  let values: OpenBehavior<Value>
  private var subscription: AnyCancellable?

  init<Source: Publisher>(
    _ publisher: Source, _ initial: Value, _ name: String?, _ file: StaticString, _ line: UInt
  ) where Source.Output == Value, Source.Failure == Never {
    let values = OpenBehavior<Value>(initial, Equality(.never()), name: name, file: file, line: line)
    self.values = values
    // What the publisher's operators read during the subscription is not tracked.
    subscription = withoutTracking { publisher.sink { values.value = $0 } }
  }
}
#endif
