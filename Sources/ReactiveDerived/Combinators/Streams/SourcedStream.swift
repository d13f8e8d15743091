/// A stream derived from one stream or behavior.
@usableFromInline
final class SourcedStream<Source: AnyObject, Payload>: DerivedStream<Payload> {
  /// Observes the source with a handler that forwards payloads to a link.
  @usableFromInline
  typealias Subscribing = (Source, StreamLink<Payload>, inout [any Upstream]) -> Subscription

  /// Held until the stream ends. The observer is cancelled first.
  private struct Held {
    var observer: CancelOnDeinit?
    var source: Source?
    let subscribing: Subscribing
  }
  private var held: ReleaseGuard<Held>
  private weak var found: Source?

  @usableFromInline
  init(
    _ source: Source, _ retention: Retention, isEager: Bool = false, _ file: StaticString, _ line: UInt,
    subscribing: @escaping Subscribing
  ) {
    held = ReleaseGuard(Held(source: source, subscribing: subscribing))
    super.init(retention, isEager: isEager, file, line)
    if isEager { start() }
  }

  override func subscribe(_ link: StreamLink<Payload>, _ upstream: inout [any Upstream]) {
    guard let held = held.content, let source = held.source else { return }
    let observer = CancelOnDeinit(held.subscribing(source, link, &upstream))
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
      held.content?.source = found
    } else {
      // This may be the last reference, and end this stream.
      let last = held.content?.source
      if !isEager { found = last }
      held.content?.source = nil
      withExtendedLifetime(last) {}
    }
  }

  override func letGo() { _ = held.take() }

  deinit { release(&held) }
}

extension EventStream {
  /// A stream whose `receive` is called with each payload of this one. The handler holds a link to it.
  @inlinable
  final func derive<New>(
    isEager: Bool = false, _ file: StaticString, _ line: UInt,
    _ receive: @escaping (StreamLink<New>) -> (Payload) -> Void
  ) -> EventStream<New> {
    SourcedStream<EventStream<Payload>, New>(self, Retention(of: self), isEager: isEager, file, line) {
      source, link, upstream in source.observers.add(&upstream, informing: link, receive(link))
    }
  }
}
