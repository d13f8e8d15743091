extension Behavior {
  /// The stream of the value that this behavior has at each payload of `stream`.
  ///
  /// ```swift
  /// let draft = OpenBehavior("Hello")
  /// let sent = Event<Void>()
  /// draft.sample(on: sent).sink { print("sent: \($0)") }
  /// draft.value = "Hello, Ada"
  /// sent.trigger()  // prints "sent: Hello, Ada"
  /// ```
  ///
  /// A computed behavior is brought up to date when the payload comes. If both are kept by others, that is, somebody
  /// writes the behavior and the stream comes from events and such behaviors, the result is kept by the roots of the
  /// stream while it is observed, and ends with either; otherwise it has to be kept, and keeps both. Cost: that of
  /// ``EventStream/map(file:line:_:)``, and a read for each payload.
  public final func sample<Payload>(
    on stream: EventStream<Payload>, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Value> {
    SampledStream(self, stream, file, line)
  }
}

/// A stream of a behavior's values, at the times of another stream.
private final class SampledStream<Value, Payload>: DerivedStream<Value> {
  private var sources: (behavior: Behavior<Value>, stream: EventStream<Payload>)?
  private weak var behavior: Behavior<Value>?
  private weak var stream: EventStream<Payload>?
  private var entry: ObserverEntry?
  private let teardownGuard = TeardownGuard()

  init(_ behavior: Behavior<Value>, _ stream: EventStream<Payload>, _ file: StaticString, _ line: UInt) {
    sources = (behavior, stream)
    let lineage = Lineage(of: stream)
    super.init(
      lineage.isKeptByRoots && !Lineage(of: behavior).isKeptByRoots ? lineage.thatMustBeKept : lineage, isEager: false,
      file, line)
  }

  override func subscribe(_ link: StreamLink<Value>, _ upstream: inout [any ObserverDemand]) {
    guard let (behavior, stream) = sources else { return }
    entry = stream.observers.add(&upstream) { [weak behavior] _ in
      if let behavior { link.pass(behavior.peek()) } else { link.stream?.end() }
    }
  }

  override func unsubscribe(_ upstream: inout [any ObserverDemand]) {
    let entry = entry
    self.entry = nil
    entry?.cancel(&upstream)
  }

  override func holdSources(_ isStrong: Bool) {
    if isStrong {
      if let behavior, let stream { sources = (behavior, stream) }
    } else {
      let last = sources
      behavior = sources?.behavior
      stream = sources?.stream
      sources = nil
      withExtendedLifetime(last) {}
    }
  }

  override func letGo() {
    let last = sources
    sources = nil
    withExtendedLifetime(last) {}
  }

  deinit {
    let entry = entry.map(EndingEntry.init)
    retire((sources, entry))
  }
}
