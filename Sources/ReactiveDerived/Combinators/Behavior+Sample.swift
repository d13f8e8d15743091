extension Behavior {
  /// The stream of this behavior's value at each payload of `stream`.
  ///
  /// ```swift
  /// let draft = OpenBehavior("Hello")
  /// let sent = Event<Void>()
  /// draft.sample(on: sent).sink { print("sent: \($0)") }
  /// draft.value = "Hello, Ada"
  /// sent.trigger()  // prints "sent: Hello, Ada"
  /// ```
  ///
  /// A computed behavior is brought up to date when the stream emits.
  ///
  /// If this behavior is stored, and the stream derives only from events and stored behaviors, the stream's roots
  /// retain an observed result. It ends with the stream, or at the first payload after this behavior was deallocated.
  /// Otherwise keep the result, which retains both sources, or a subscription. Cost: that of
  /// ``EventStream/map(file:line:_:)``, and a read for each payload.
  public final func sample<Payload>(
    on stream: EventStream<Payload>, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Value> {
    sample(on: stream, file: file, line: line) { value, _ in value }
  }

  /// The stream of `transform` of this behavior's value and each payload of `stream`.
  ///
  /// ```swift
  /// let price = OpenBehavior(3)
  /// let ordered = Event<Int>()
  /// price.sample(on: ordered) { price, pieces in price * pieces }.sink { print("to pay: \($0)") }
  /// price.value = 4
  /// ordered.trigger(5)  // prints "to pay: 20"
  /// ```
  ///
  /// Lifetime and cost: see ``sample(on:file:line:)``. Elsewhere `withLatestFrom`.
  public final func sample<Payload, Sampled>(
    on stream: EventStream<Payload>, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (_ value: Value, _ payload: Payload) -> Sampled
  ) -> EventStream<Sampled> {
    SampledStream(self, stream, transform, file, line)
  }
}

/// The stream of ``Behavior/sample(on:file:line:_:)``.
private final class SampledStream<Value, Payload, Sampled>: DerivedStream<Sampled> {
  /// Held until the stream ends. The observer is cancelled first.
  private struct Held {
    var observer: CancelOnDeinit?
    var sources: (behavior: Behavior<Value>, stream: EventStream<Payload>)?
    let transform: (Value, Payload) -> Sampled
  }
  private var held: ReleaseGuard<Held>
  private weak var behavior: Behavior<Value>?
  private weak var stream: EventStream<Payload>?

  init(
    _ behavior: Behavior<Value>, _ stream: EventStream<Payload>,
    _ transform: @escaping (Value, Payload) -> Sampled, _ file: StaticString, _ line: UInt
  ) {
    held = ReleaseGuard(Held(sources: (behavior, stream), transform: transform))
    let retention = Retention(of: stream)
    super.init(
      retention.isKeptByRoots && !Retention(of: behavior).isKeptByRoots ? retention.thatMustBeKept : retention,
      isEager: false,
      file, line)
  }

  override func subscribe(_ link: StreamLink<Sampled>, _ upstream: inout [any Upstream]) {
    guard let held = held.content, let (behavior, stream) = held.sources else { return }
    let transform = held.transform
    let entry = stream.observers.add(&upstream, informing: link) { [weak behavior, transform] payload in
      if let behavior { link.forward(transform(behavior.peek(), payload)) } else { link.stream?.end() }
    }
    let observer = CancelOnDeinit(entry)
    if isCurrent(link) { self.held.content?.observer = observer } else { observer.cancel(&upstream) }
  }

  override func unsubscribe(_ upstream: inout [any Upstream]) {
    let observer = held.content?.observer
    held.content?.observer = nil
    observer?.cancel(&upstream)
  }

  override func forEachObserver(_ body: (Subscription) -> Void) {
    if let observer = held.content?.observer { body(observer.subscription) }
  }

  override func holdSources(_ isStrong: Bool) {
    if isStrong {
      if let behavior, let stream { held.content?.sources = (behavior, stream) }
    } else {
      let last = held.content?.sources
      behavior = last?.behavior
      stream = last?.stream
      held.content?.sources = nil
      withExtendedLifetime(last) {}
    }
  }

  override func letGo() { _ = held.take() }

  deinit { release(&held) }
}

extension EventStream {
  /// Unavailable: a behavior samples its value at each payload.
  @available(*, unavailable, message: "sample the behavior: behavior.sample(on: stream)")
  public final func withLatestFrom<Value>(_ behavior: Behavior<Value>) -> EventStream<Value> { stop("unavailable") }
}

extension Behavior {
  /// Unavailable: a behavior samples its value at each change of another.
  @available(*, unavailable, message: "sample the other one: other.sample(on: behavior.changes)")
  public final func withLatestFrom<Other>(_ other: Behavior<Other>) -> EventStream<Other> { stop("unavailable") }
}
