/// Payloads scattered in time: the read side of an ``Event``.
///
/// ```swift
/// let downloads = Event<String>()
/// let stream: EventStream<String> = downloads
/// stream.sink { print("got \($0)") }
/// downloads.trigger("a.txt")  // prints "got a.txt"
/// ```
///
/// Every payload reaches all observers in the same order. A payload triggered during a delivery waits until it is done.
/// The stream keeps its observers; they end with it, and when it finishes (``onFinish(_:)``). Not `Sendable`;
/// ``values(buffering:)`` is the way out of its isolation. Cost: 160 bytes. The word is from functional reactive
/// programming, by way of Ultramarine.
@safe
@_hasMissingDesignatedInitializers
open class EventStream<Payload> {
  @usableFromInline package final let observers: ObserverList<Payload>

  package init(name: String?, file: StaticString, line: UInt) {
    observers = ObserverList(name: name, file: file, line: line)
  }

  /// The name that messages use for this event, if it has one.
  public final var name: String? {
    get { observers.chain.name }
    set { observers.chain.name = newValue }
  }

  /// How messages call this event: its ``name``, or else the file and line that created it.
  public final var label: String { observers.chain.label }

  /// Calls `handler` with every payload from now on.
  ///
  /// The subscription lasts until it is cancelled or the event goes; the result may be thrown away. That of a stream that
  /// is made from a derived behavior, such as `name.map { … }.changes`, keeps it. Cost: under 100 ns.
  @inlinable
  @discardableResult
  public final func sink(_ handler: @escaping (Payload) -> Void) -> Subscription { observers.add(handler) }

  /// Calls `handler` with `owner` and every payload from now on, for as long as `owner` lives.
  ///
  /// The owner is held weakly and handed to the closure, which need not capture it.
  @inlinable
  @discardableResult
  public final func sink<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Payload) -> Void
  ) -> Subscription { observers.add(with: owner, handler) }

  /// The same as ``sink(_:)``: an event has no current payload to begin with.
  @inlinable
  @discardableResult
  public final func observe(_ handler: @escaping (Payload) -> Void) -> Subscription { observers.add(handler) }

  /// The same as ``sink(with:_:)``: an event has no current payload to begin with. The spelling is Minimalist's.
  @inlinable
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Payload) -> Void
  ) -> Subscription { observers.add(with: owner, handler) }

  /// The same as ``observe(with:_:)``, as Minimalist spells it.
  ///
  /// An owner that is nil has ended: `closure` is never called, and the subscription has ended, too.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner?, closure: @escaping (Owner, Payload) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return sink(with: owner, closure)
  }
}
