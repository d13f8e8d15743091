/// Something that happens now and then, with a payload.
///
/// ```swift
/// let tapped = Event<Void>()
/// var count = 0
/// tapped.sink { count += 1 }
/// tapped.trigger()
/// tapped.trigger()
/// print(count)  // 2
/// ```
///
/// It keeps its observers and no payload. Cost: 160 bytes; a trigger takes about 10 ns and 2 ns for each observer, and
/// allocates nothing unless a delivery is running already. From Ultramarine; elsewhere a publish relay (RxSwift),
/// signal (ReactiveSwift), passthrough subject (Combine).
@safe
public final class Event<Payload>: EventStream<Payload> {
  /// An event without observers.
  ///
  /// `name` is what a message about a loop calls it; without one it is called by the file and line of its creation.
  public override init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(name: name, file: file, line: line)
  }

  /// Calls every observer with `payload`, in subscription order.
  ///
  /// Inside a delivery or a ``batch(_:)`` the payload waits its turn and is delivered to the observers of this moment.
  @inlinable
  public func trigger(_ payload: Payload) { observers.send(payload) }

  /// Ends the event: it emits nothing any more, and releases its observers.
  ///
  /// ```swift
  /// let downloaded = Event<Int>()
  /// downloaded.sink { print("\($0) %") }
  /// downloaded.onFinish { print("done") }
  /// downloaded.trigger(100)  // prints "100 %"
  /// downloaded.finish()      // prints "done"
  /// downloaded.trigger(200)  // prints nothing
  /// ```
  ///
  /// Inside a delivery or a ``batch(_:)`` the end waits its turn behind the payloads that were triggered before.
  /// Observers of the end are called then (``EventStream/onFinish(_:)``), loops over ``EventStream/values`` end after
  /// what waits for them, and streams that are made of this one alone end with it. A second call does nothing. Cost:
  /// about 100 ns, and that of a cancel for each observer.
  public func finish() { observers.finish() }
}

extension Event where Payload == Void {
  /// Calls every observer.
  @inlinable
  public func trigger() { observers.send(()) }
}
