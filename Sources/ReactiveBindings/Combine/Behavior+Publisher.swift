#if canImport(Combine)
public import Combine

extension Behavior {
  /// A behavior of the last value that `publisher` sent, `initial` before the first. Compared by `==`.
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
  /// It subscribes at once with unlimited demand, whether observed or not. A value sent at subscription replaces
  /// `initial`. After the publisher finishes, the last value stays. A publisher that can fail needs an operator such as
  /// `replaceError(with:)` first.
  ///
  /// The publisher must send on the behavior's thread: use `receive(on:)`. Of several values sent during a delivery or
  /// a ``/ReactiveCore/batch(_:)``, observers receive the newest.
  ///
  /// The publisher does not keep the behavior alive. Releasing the behavior cancels the subscription.
  ///
  /// Cost, besides the publisher's: 650 bytes with the subscription, 50 ns for a value, 0.3 µs if observers are
  /// notified. For tested systems, see ``BehaviorPublisher``.
  public convenience init<Source: Publisher>(
    publisher: Source, initial: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Output == Value, Source.Failure == Never, Value: Equatable {
    self.init(Inlet(publisher, initial, name, file, line), .equal(), name, file, line)
  }

  /// A behavior of the last value that `publisher` sent. Compared by identity; a value without identity is always a
  /// change.
  @_disfavoredOverload
  public convenience init<Source: Publisher>(
    publisher: Source, initial: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Output == Value, Source.Failure == Never {
    self.init(Inlet(publisher, initial, name, file, line), .identity(), name, file, line)
  }

  /// A behavior of the last value that `publisher` sent. Compared by `isDuplicate`.
  public convenience init<Source: Publisher>(
    publisher: Source, initial: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) where Source.Output == Value, Source.Failure == Never {
    self.init(Inlet(publisher, initial, name, file, line), .duplicates(by: isDuplicate), name, file, line)
  }

  /// A derivation, so that it cannot be written.
  private convenience init(
    _ inlet: Inlet<Value>, _ test: some EqualityTest<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    let equality = Equality(test) { question in
      Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }) { inlet.values.read(in: $0) }
    }
    self.init(computedBy: equality, name: name, file: file, line: line)
  }
}

private final class Inlet<Value> {
  // Notifies of every value: the derivation filters duplicates.
  let values: OpenBehavior<Value>
  private var subscription: AnyCancellable?

  init<Source: Publisher>(
    _ publisher: Source, _ initial: Value, _ name: String?, _ file: StaticString, _ line: UInt
  ) where Source.Output == Value, Source.Failure == Never {
    let values = OpenBehavior<Value>(initial, Equality(.never()), name: name, file: file, line: line)
    self.values = values
    // Reads by the publisher's operators are not tracked.
    subscription = withoutTracking { publisher.sink { values.value = $0 } }
  }
}
#endif
