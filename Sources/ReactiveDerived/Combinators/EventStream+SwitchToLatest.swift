extension EventStream {
  /// The payloads of the stream that this one emitted last.
  ///
  /// ```swift
  /// let news = Event<String>(), sports = Event<String>()
  /// let tuned = Event<EventStream<String>>()
  /// tuned.switchToLatest().sink { print($0) }
  /// tuned.trigger(news)
  /// news.trigger("rain")    // prints "rain"
  /// tuned.trigger(sports)
  /// news.trigger("sun")     // prints nothing
  /// sports.trigger("2 : 1")  // prints "2 : 1"
  /// ```
  ///
  /// It follows this stream and the last inner one from its creation, observed or not: an inner stream that runs only
  /// while it is observed goes on. It finishes when both have. While observed, it lives as long as this stream or, once
  /// this stream has finished, as the last inner one. Keep it otherwise.
  ///
  /// An inner stream that must be kept, such as one of a derived behavior, is retained by subscriptions that you keep:
  ///
  /// ```swift
  /// let name = OpenBehavior("Ada"), shouting = Event<Bool>()
  /// let bag = SubscriptionBag()
  /// shouting
  ///   .map { isLoud in name.map { isLoud ? $0.uppercased() : $0 }.changes }
  ///   .switchToLatest()
  ///   .sink { print($0) }
  ///   .store(in: bag)
  /// shouting.trigger(true)
  /// name.value = "Grace"   // prints "GRACE"
  /// shouting.trigger(false)
  /// name.value = "Edsger"  // prints "Edsger"
  /// ```
  ///
  /// The inner stream is released with the next one, the last of these subscriptions, or the result. Without such a
  /// subscription, the result does not retain it. Derivations of the result, such as `hold`, retain it while they are
  /// kept.
  ///
  /// To follow a behavior of a behavior, use `flatMap`. Cost: about 700 bytes. Same name in Combine; `switchLatest` in
  /// RxSwift, `flatten(.latest)` in ReactiveSwift.
  public final func switchToLatest<Inner>(
    file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Inner> where Payload: EventStream<Inner> {
    SwitchedStream(self, file, line)
  }
}

/// The stream of ``EventStream/switchToLatest(file:line:)``.
private final class SwitchedStream<Stream: EventStream<Payload>, Payload>: DerivedStream<Payload> {
  /// Held until the stream ends. The observers are cancelled first.
  private struct Held {
    var outerObserver: CancelOnDeinit?
    var innerObserver: CancelOnDeinit?
    let followed: UnfollowOnDeinit?
    var outer: EventStream<Stream>?
    /// Only if this stream is not kept by its roots; otherwise see ``FollowedStreams``.
    var inner: EventStream<Payload>?
  }
  private var held: ReleaseGuard<Held>
  private var isOuterOver = false
  private var isOuterFinished = false
  /// The last inner stream has ended without finishing.
  private var isInnerLost = false
  private weak var innerLink: StreamLink<Payload>?

  init(_ outer: EventStream<Stream>, _ file: StaticString, _ line: UInt) {
    let retention = Retention(of: outer).following
    held = ReleaseGuard(Held(followed: retention.followed.map(UnfollowOnDeinit.init), outer: outer))
    super.init(retention, isEager: true, file, line)
    start()
  }

  override func subscribe(_ link: StreamLink<Payload>, _ upstream: inout [any Upstream]) {
    let entry = held.content?.outer?.observers.add(&upstream, informing: link) { stream in
      guard let me = link.stream as? SwitchedStream<Stream, Payload> else { return }
      me.follow(stream)
    }
    held.content?.outerObserver = entry.map(CancelOnDeinit.init)
  }

  private func follow(_ stream: EventStream<Payload>) {
    var before: [AnyObject?] = [held.content?.inner]
    var upstream: [any Upstream] = []
    // Not retained by the inner stream, which may derive from this one: that would be a cycle.
    let link = StreamLink(observers, isInner: true)
    link.found = self
    // The new stream is observed first, so that sources of both stay observed.
    let observer = CancelOnDeinit(stream.observers.add(&upstream, informing: link) { link.forward($0) })
    leaveInner(&upstream)
    held.content?.innerObserver = observer
    innerLink = link
    isInnerLost = false
    held.content?.inner = isKeptByRoots ? nil : stream
    before.append(retention.followed?.follow(stream.observers.upstream))
    updateConnections(of: upstream)
    withExtendedLifetime(before) {}
  }

  private func leaveInner(_ upstream: inout [any Upstream]) {
    innerLink?.close()
    innerLink = nil
    let observer = held.content?.innerObserver
    held.content?.innerObserver = nil
    observer?.cancel(&upstream)
  }

  override func unsubscribe(_ upstream: inout [any Upstream]) {
    let observer = held.content?.outerObserver
    held.content?.outerObserver = nil
    observer?.cancel(&upstream)
    leaveInner(&upstream)
  }

  override func forEachObserver(_ body: (Subscription) -> Void) {
    let observers = [held.content?.outerObserver, held.content?.innerObserver]
    for case let observer? in observers { body(observer.subscription) }
  }

  override func holdSources(_ isStrong: Bool) {
    let last = held.content?.outer
    held.content?.outer = nil
    withExtendedLifetime(last) {}
  }

  override func sourceFinished() {
    isOuterOver = true
    isOuterFinished = true
    if innerLink != nil { return keepByInner(isObserved) }
    if isInnerLost { end() } else { finish() }
  }

  /// After the outer stream has finished, the observer at the inner one retains this stream, unless that would be a
  /// cycle: the inner stream derives from this one.
  override func keepByInner(_ isObserved: Bool) {
    if !isOuterFinished || !isKeptByRoots { return }
    let isSource = isObserved && held.content?.innerObserver?.subscription.reads(self) == false
    innerLink?.kept = isSource ? self : nil
  }

  override func innerFinished() {
    var before: [AnyObject?] = [held.content?.inner]
    var upstream: [any Upstream] = []
    leaveInner(&upstream)
    held.content?.inner = nil
    before.append(retention.followed?.follow(nil))
    if isOuterFinished { finish() } else if isOuterOver { end() }
    updateConnections(of: upstream)
    withExtendedLifetime(before) {}
  }

  // It follows the last inner stream for as long as it is kept.
  override func sourcesEnded() {
    isOuterOver = true
    if innerLink == nil { end() }
  }

  override func innerEnded() {
    innerLink = nil
    isInnerLost = true
    if isOuterOver { end() }
  }

  override func letGo() { _ = held.take() }

  deinit { release(&held) }
}

extension EventStream {
  /// Unavailable: map to streams, and switch to the latest or merge them.
  @available(
    *, unavailable,
    message: "map to streams and switch: stream.map { … }.switchToLatest(); or merge a list: EventStream.merge(list)"
  )
  public final func flatMap<Inner>(_ transform: @escaping (Payload) -> EventStream<Inner>) -> EventStream<Inner> {
    stop("unavailable")
  }

  /// Unavailable: map to streams and switch to the latest.
  @available(*, unavailable, message: "map to streams and switch: stream.map { … }.switchToLatest()")
  public final func flatMapLatest<Inner>(_ transform: @escaping (Payload) -> EventStream<Inner>) -> EventStream<Inner> {
    stop("unavailable")
  }

  /// Unavailable: RxSwift's name of `switchToLatest()`.
  @available(*, unavailable, renamed: "switchToLatest()")
  public final func switchLatest() { stop("unavailable") }
}
