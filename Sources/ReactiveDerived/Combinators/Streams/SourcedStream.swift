/// A stream that is made of one source: another stream, or a behavior.
@usableFromInline
final class SourcedStream<Source: AnyObject, Payload>: DerivedStream<Payload> {
  /// Observes the source with a handler that forwards payloads to the stream of a link.
  @usableFromInline
  typealias Subscribing = (Source, StreamLink<Payload>, inout [any Upstream]) -> ObserverEntry

  private var subscribing: Subscribing?
  private var source: Source?
  private weak var found: Source?
  private var entry: ObserverEntry?

  @usableFromInline
  init(
    _ source: Source, _ retention: Retention, isEager: Bool = false, _ file: StaticString, _ line: UInt,
    subscribing: @escaping Subscribing
  ) {
    self.source = source
    self.subscribing = subscribing
    super.init(retention, isEager: isEager, file, line)
    if isEager { start() }
  }

  override func subscribe(_ link: StreamLink<Payload>, _ upstream: inout [any Upstream]) {
    guard let source, let subscribing else { return }
    let entry = subscribing(source, link, &upstream)
    if isCurrent(link) { self.entry = entry } else { entry.cancel(&upstream) }
  }

  override func unsubscribe(_ upstream: inout [any Upstream]) {
    let entry = entry
    self.entry = nil
    entry?.cancel(&upstream)
  }

  override func holdSources(_ isStrong: Bool) {
    if isStrong {
      source = found
    } else {
      if !isEager { found = source }
      // It may be the last reference, and then this stream ends here.
      let last = source
      source = nil
      withExtendedLifetime(last) {}
    }
  }

  override func letGo() {
    let last = (source, subscribing)
    source = nil
    subscribing = nil
    withExtendedLifetime(last) {}
  }

  deinit {
    var observer = entry.map(CancelOnDeinit.init)
    dispose((observer, source, subscribing)) {
      observer = nil
      source = nil
      subscribing = nil
      entry = nil
    }
  }
}

extension EventStream {
  /// A stream whose `receive` is called with each payload of this one; the handler holds a link to it.
  @inlinable
  final func derive<New>(
    isEager: Bool = false, _ file: StaticString, _ line: UInt,
    _ receive: @escaping (StreamLink<New>) -> (Payload) -> Void
  ) -> EventStream<New> {
    SourcedStream<EventStream<Payload>, New>(self, Retention(of: self), isEager: isEager, file, line) {
      source, link, upstream in source.observers.add(&upstream, receive(link))
    }
  }
}
