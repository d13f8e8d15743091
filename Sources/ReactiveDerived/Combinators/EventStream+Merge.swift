extension EventStream {
  /// The stream of the payloads of this stream and of `others`.
  ///
  /// ```swift
  /// let typed = Event<String>(), pasted = Event<String>()
  /// typed.merge(pasted).sink { print($0) }
  /// pasted.trigger("a text")  // prints "a text"
  /// typed.trigger("b")        // prints "b"
  /// ```
  ///
  /// Streams of one event emit each payload in argument order. The result finishes when all streams have. If one is
  /// deallocated unfinished, the others go on, and the result never finishes.
  ///
  /// It lives as ``map(file:line:_:)`` does, as long as one of the streams. If one of the streams must be kept, keep
  /// the result, which then retains all of them. Cost: 170 bytes for each stream while observed.
  @inlinable
  public final func merge(
    _ others: EventStream..., file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream {
    EventStream.merge([self] + others, file: file, line: line)
  }

  /// The stream of the payloads of all `streams`.
  ///
  /// ```swift
  /// let rows = [Event<String>(), Event<String>()]
  /// EventStream.merge(rows).sink { print("chosen: \($0)") }
  /// rows[1].trigger("b")  // prints "chosen: b"
  /// ```
  ///
  /// Without streams, it finishes when observed. Lifetime and cost: see ``merge(_:file:line:)``.
  @inlinable
  public static func merge(
    _ streams: some Sequence<EventStream>, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream {
    MergedStream(Array(streams), file, line) { link in { payload in link.forward(payload) } }
  }
}

/// The stream of ``EventStream/merge(_:file:line:)``.
@usableFromInline
final class MergedStream<Payload>: DerivedStream<Payload> {
  private struct Found { weak var stream: EventStream<Payload>? }

  /// Held until the stream ends. The observers are cancelled first.
  private struct Held {
    var observers: [CancelOnDeinit] = []
    var sources: [EventStream<Payload>]
  }
  private var held: ReleaseGuard<Held>
  private var found: [Found] = []
  /// Sources not observed yet.
  private var rest: (StreamLink<Payload>, ArraySlice<EventStream<Payload>>)?
  /// Observed sources that have not finished. A deallocated one never does.
  private var unfinishedCount = 0
  /// Unfinished sources that were deallocated before they were observed.
  private var lostCount = 0
  private let receive: (StreamLink<Payload>) -> (Payload) -> Void

  // A parameter, so that it is specialized.
  @usableFromInline
  init(
    _ sources: [EventStream<Payload>], _ file: StaticString, _ line: UInt,
    receive: @escaping (StreamLink<Payload>) -> (Payload) -> Void
  ) {
    held = ReleaseGuard(Held(sources: sources))
    self.receive = receive
    super.init(Retention(all: sources.map(Retention.init(of:))), isEager: false, file, line)
  }

  // One source after the other, with everything above it, so that streams of one root emit in this order. All handlers
  // hold one link, which ends with the last of them.
  override func subscribe(_ link: StreamLink<Payload>, _ upstream: inout [any Upstream]) {
    let sources = held.content?.sources ?? []
    unfinishedCount = sources.count + lostCount
    rest = (link, sources[...])
    goOn(&upstream)
  }

  override func goOn(_ upstream: inout [any Upstream]) {
    guard let (link, sources) = rest else { return }
    guard let source = sources.first else {
      rest = nil
      return
    }
    rest = (link, sources.dropFirst())
    // No access to `held` here: if the last source has already finished, the stream finishes in this call.
    let observer = CancelOnDeinit(source.observers.add(&upstream, informing: link, receive(link)))
    if isCurrent(link) { held.content?.observers.append(observer) } else { observer.cancel(&upstream) }
    upstream.append(self)
  }

  override func unsubscribe(_ upstream: inout [any Upstream]) {
    rest = nil
    let observers = held.content?.observers ?? []
    held.content?.observers = []
    for observer in observers { observer.cancel(&upstream) }
  }

  override func forEachObserver(_ body: (Subscription) -> Void) {
    let observers = held.content?.observers ?? []
    for observer in observers { body(observer.subscription) }
  }

  override func sourceFinished() {
    unfinishedCount -= 1
    if unfinishedCount == 0 { finish() }
  }

  override func sourcesEnded() { if unfinishedCount == 0 { finishLater() } else { end() } }

  override func holdSources(_ isStrong: Bool) {
    if isStrong {
      let sources = found.compactMap(\.stream)
      lostCount = unfinishedCount - sources.count { !$0.isFinished }
      held.content?.sources = sources
      found = []
    } else {
      let last = held.content?.sources ?? []
      found = last.map(Found.init)
      held.content?.sources = []
      withExtendedLifetime(last) {}
    }
  }

  override func letGo() { _ = held.take() }

  deinit { release(&held) }
}

extension Behavior {
  /// Unavailable: a stream's name.
  @available(
    *, unavailable,
    message: "combine the values: behavior.combine(other); or merge the changes: behavior.changes.merge(other.changes)"
  )
  public final func merge(_ others: Behavior<Value>...) -> EventStream<Value> { stop("unavailable") }
}

extension EventStream {
  /// Unavailable: RxSwift's form.
  @available(*, unavailable, message: "write stream.merge(other), or EventStream.merge([stream, other])")
  public static func merge(_ stream: EventStream, _ others: EventStream...) -> EventStream { stop("unavailable") }
}
