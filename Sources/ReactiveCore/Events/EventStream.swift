/// Payloads scattered in time: the read side of an ``Event``.
///
/// ```swift
/// let downloads = Event<String>()
/// let stream: EventStream<String> = downloads
/// stream.sink { print("got \($0)") }
/// downloads.trigger("a.txt")  // prints "got a.txt"
/// ```
///
/// Every payload reaches all observers in the same order. A payload triggered during a delivery is delivered after it.
/// The stream retains its observers; they end when it is deallocated or finishes (``onFinish(_:)``).
///
/// A stream is not `Sendable`; use ``values(buffering:)`` to receive its payloads in another isolation. Cost: 160
/// bytes. The term is from functional reactive programming, by way of Ultramarine.
@safe
@_hasMissingDesignatedInitializers
open class EventStream<Payload> {
  @usableFromInline package final let observers: ObserverList<Payload>

  package init(name: String?, file: StaticString, line: UInt) {
    observers = ObserverList(name: name, file: file, line: line)
  }

  #if DEBUG
  deinit { if let hint = Context.current.hintAtEnd(of: self) { Diagnostics.give(hint) } }
  #endif

  /// The name of this stream in messages.
  public final var name: String? {
    get { observers.chain.name }
    set { observers.chain.name = newValue }
  }

  /// The label of this stream in messages: its ``name``, or else the file and line of its creation.
  public final var label: String { observers.chain.label }

  /// Calls `handler` with every payload from now on.
  ///
  /// The subscription lasts until it is cancelled or the stream is deallocated; you may discard it. The subscription of
  /// a stream made from a derived behavior, such as `name.map { … }.changes`, retains that stream. Cost: under 100 ns.
  @inlinable
  @discardableResult
  public final func sink(_ handler: @escaping (Payload) -> Void) -> Subscription { observers.add(handler).handedOut() }

  /// Calls `handler` with `owner` and every payload from now on, while `owner` lives.
  ///
  /// Holds `owner` weakly; `handler` need not capture it.
  @inlinable
  @discardableResult
  public final func sink<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Payload) -> Void
  ) -> Subscription { observers.add(with: owner, handler).handedOut() }

  /// The same as ``sink(_:)``, because an event has no current payload.
  @inlinable
  @discardableResult
  public final func observe(_ handler: @escaping (Payload) -> Void) -> Subscription {
    observers.add(handler).handedOut()
  }

  /// The same as ``sink(with:_:)``, because an event has no current payload. The spelling is Minimalist's.
  @inlinable
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, Payload) -> Void
  ) -> Subscription { observers.add(with: owner, handler).handedOut() }

  /// Minimalist's spelling of ``observe(with:_:)``.
  ///
  /// If `owner` is nil, `closure` is never called, and the subscription has ended.
  @inlinable @_disfavoredOverload
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner?, closure: @escaping (Owner, Payload) -> Void
  ) -> Subscription {
    guard let owner else { return Subscription(of: []) }
    return sink(with: owner, closure)
  }
}

extension EventStream {
  /// Unavailable: RxSwift's name of ``sink(_:)``.
  @available(*, unavailable, renamed: "sink(_:)")
  public final func subscribe(onNext handler: @escaping (Payload) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: a graph stays in its isolation. See the guide Isolation.
  @available(*, unavailable, message: "a graph stays in its isolation; leave it by for await over values")
  public final func receive<Scheduler>(on scheduler: Scheduler) -> EventStream<Payload> { stop("unavailable") }

  /// Unavailable: Combine's spelling of ``sink(_:)``.
  @available(*, unavailable, renamed: "sink(_:)")
  public final func sink(receiveValue handler: @escaping (Payload) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: ReactiveSwift's name of ``sink(_:)``.
  @available(*, unavailable, renamed: "sink(_:)")
  public final func observeValues(_ handler: @escaping (Payload) -> Void) -> Subscription { stop("unavailable") }

  /// Unavailable: RxSwift's observer in the middle of a chain.
  @available(*, unavailable, message: "observe the stream before its other observers: stream.sink { … }")
  public final func `do`(onNext handler: @escaping (Payload) -> Void) -> EventStream<Payload> { stop("unavailable") }

  /// Unavailable: Combine's observer in the middle of a chain.
  @available(*, unavailable, message: "observe the stream before its other observers: stream.sink { … }")
  public final func handleEvents(receiveOutput handler: @escaping (Payload) -> Void) -> EventStream<Payload> {
    stop("unavailable")
  }

  /// Unavailable: all observers of a stream share its state.
  @available(*, unavailable, message: "a stream is shared already: observe it as often as you like")
  public final func share() -> EventStream<Payload> { stop("unavailable") }

  /// Unavailable: the read side of an event is an `EventStream`.
  @available(*, unavailable, message: "an event is the read side already: return it as an EventStream")
  public final func eraseToAnyPublisher() -> EventStream<Payload> { stop("unavailable") }

  /// Unavailable: the read side of an event is an `EventStream`.
  @available(*, unavailable, message: "an event is the read side already: return it as an EventStream")
  public final func asObservable() -> EventStream<Payload> { stop("unavailable") }
}
