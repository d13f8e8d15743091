/// An event declared like a property: sent inside, observed outside.
///
/// ```swift
/// final class ViewModel {
///   @Signal private(set) var didReceiveMessage: Accepts<String>
///   func receive(_ message: String) { didReceiveMessage.send(message) }
/// }
/// let model = ViewModel()
/// model.$didReceiveMessage.sink { print($0) }
/// model.receive("Hi!")  // prints "Hi!"
/// ```
///
/// With `private(set)`, `model.didReceiveMessage.send("…")` does not compile outside, because ``Accepts/send(_:)``
/// mutates. (A copy in a variable can send.) Observe the ``EventStream`` through `$`. Cost: 8 bytes in the declaring
/// type, and those of ``Event``. From Minimalist.
@propertyWrapper
@frozen
public struct Signal<Payload> {
  @usableFromInline let event: Event<Payload>

  /// An event without observers.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    event = Event(name: name, file: file, line: line)
  }

  /// Accepts payloads.
  @inlinable
  public var wrappedValue: Accepts<Payload> {
    get { Accepts(event) }
    // Sending is a mutation so that access control can forbid it; there is nothing to store.
    nonmutating set {}
  }

  /// The stream to observe, written `$name`.
  @inlinable
  public var projectedValue: EventStream<Payload> { event }
}

/// The sending end of a ``Signal``.
///
/// ```swift
/// final class Door {
///   @Signal var opened: Accepts<Void>
/// }
/// let door = Door()
/// door.$opened.sink { print("open") }
/// door.opened.send()  // prints "open"
/// ```
///
/// Cost: 8 bytes, made at each use. From Minimalist.
@frozen
public struct Accepts<Payload> {
  @usableFromInline let event: Event<Payload>

  @inlinable
  init(_ event: Event<Payload>) { self.event = event }

  /// Calls every observer with `payload`, in subscription order; like ``Event/trigger(_:)``.
  @inlinable
  public mutating func send(_ payload: Payload) { event.trigger(payload) }

  /// Ends the signal after all earlier payloads; like ``Event/finish()``.
  ///
  /// ```swift
  /// final class Upload {
  ///   @Signal private(set) var progressed: Accepts<Int>
  ///   func complete() { progressed.finish() }
  /// }
  /// let upload = Upload()
  /// upload.$progressed.onFinish { print("done") }
  /// upload.complete()  // prints "done"
  /// ```
  public mutating func finish() { event.finish() }
}

extension Accepts where Payload == Void {
  /// Calls every observer.
  @inlinable
  public mutating func send() { event.trigger(()) }
}
