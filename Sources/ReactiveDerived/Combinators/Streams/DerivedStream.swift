/// A stream that is made of others: what all combinators on streams have in common.
///
/// What keeps it alive depends on its roots. If all roots are stored (events, and behaviors that are written), they
/// keep the stream while it is observed: the observer at its source holds the stream, and the stream does not hold the
/// source. So `event.map { }.sink { }` lives as long as the event and ends with it. While the stream is not observed it
/// holds its source, and no source knows of it. A derived behavior is held by its user alone. So a stream of its
/// changes, and a stream made of such a stream, holds its sources and is never held by them; its user keeps it, or a
/// token of it (`KeepingEntry`). Either way no stream is held from both sides, and only older streams keep younger ones
/// (a stream that `switchToLatest` follows does not keep it, and ``FollowedStreams`` has what that one keeps), so there
/// is no cycle.
///
/// A lazy stream observes its sources only while it is observed. An eager one has a state to keep up to date, so it
/// observes them from its creation; they hold it only while it is observed.
///
/// When all of its sources have ended, it ends together with its observers: everything that they captured is released,
/// even the stream. If they have finished, it finishes: observers of the end are called. If one of them was deallocated
/// before, none is: an object may end where no code of others may be called.
@usableFromInline
class DerivedStream<Payload>: EventStream<Payload>, Upstream {
  final private(set) var retention: Retention
  final var isKeptByRoots: Bool { retention.isKeptByRoots }
  @usableFromInline final var isKeptByTokens: Bool { !isKeptByRoots || retention.followed != nil }
  @usableFromInline final var keptByToken: AnyObject? { isKeptByRoots ? retention.followed?.keep() : self }
  @usableFromInline final var followsBehavior: Bool { retention.followsBehavior }
  final let isEager: Bool
  private final var isObserved = false
  final private(set) var isEnded = false
  /// It has ended by finishing. The end may still be on its way to the observers.
  private final var isFinishing = false
  /// What the observers at the sources hold, while there are any. It clears this when they have all ended.
  private final weak var link: StreamLink<Payload>?

  init(_ retention: Retention, isEager: Bool, _ file: StaticString, _ line: UInt) {
    self.retention = retention
    self.isEager = isEager
    super.init(name: nil, file: file, line: line)
    observers.upstream = self
  }

  // Spelled out, since the one that the compiler makes brings a warning about an endless recursion in it (Swift 6.3).
  @available(*, unavailable)
  override init(name: String?, file: StaticString, line: UInt) { stop("a derived stream was made without a source") }

  // --- What a kind of stream does ------------------------------------------------------------------------------------

  /// Observes the sources, with handlers that hold `link` and nothing else of this stream.
  func subscribe(_ link: StreamLink<Payload>, _ upstream: inout [any Upstream]) {}

  /// What ``subscribe(_:_:)`` left to be done when it added this stream itself to `upstream`.
  func goOn(_ upstream: inout [any Upstream]) {}

  /// Ends what ``subscribe(_:_:)`` began.
  func unsubscribe(_ upstream: inout [any Upstream]) {}

  /// Calls `body` with each of its observers at the sources.
  @usableFromInline
  func forEachObserver(_ body: (Subscription) -> Void) {}

  /// Holds the sources strongly, or in such a way that they can be found while they live.
  func holdSources(_ isStrong: Bool) {}

  /// One of the sources has finished.
  func sourceFinished() { finish() }

  /// What the stream observed beside its sources has finished.
  func innerFinished() {}

  /// Everything that ``subscribe(_:_:)`` observed has ended.
  func sourcesEnded() { end() }

  /// What the stream observed beside its sources has ended.
  func innerEnded() {}

  /// The stream has ended: it needs neither its sources nor its functions any more.
  func letGo() {}

  // --- What all do ---------------------------------------------------------------------------------------------------

  /// Observes the sources from the start. Called once, where an eager stream is made.
  @usableFromInline
  final func start() {
    var upstream: [any Upstream] = []
    connect(&upstream)
    // What it observes is kept by its own roots now, and has no need of this stream.
    if isKeptByRoots { holdSources(false) }
    updateConnections(of: upstream)
  }

  @usableFromInline
  final func updateConnection(_ upstream: inout [any Upstream]) {
    let isObserved = !observers.isEmpty
    if isEnded {
      if isObserved && !isFinishing { observers.endAll() }
      return
    }
    if isObserved == self.isObserved { return goOn(&upstream) }
    self.isObserved = isObserved
    if isEager {
      if isKeptByRoots { link?.kept = isObserved ? self : nil }
    } else if isObserved {
      connect(&upstream)
      if isKeptByRoots { holdSources(false) }
    } else if link?.heldBack?.isAlone == true {
      // What waited was for these observers.
      finish()
    } else {
      if isKeptByRoots { holdSources(true) }
      disconnect(&upstream)
    }
  }

  private final func connect(_ upstream: inout [any Upstream]) {
    let link = StreamLink(observers)
    if !isKeptByRoots || isEager { link.found = self }
    if isKeptByRoots && isObserved { link.kept = self }
    self.link = link
    observers.settleIn()
    subscribe(link, &upstream)
  }

  private final func disconnect(_ upstream: inout [any Upstream]) {
    link?.close()
    link = nil
    unsubscribe(&upstream)
  }

  /// Whether `link` is the one that holds this stream now: what a call of others' code may have changed.
  final func isCurrent(_ link: StreamLink<Payload>) -> Bool { link.stream === self }

  /// The observers at the sources have ended, and released what held this stream.
  final func linkEnded() {
    link = nil
    if !isEnded { sourcesEnded() }
  }

  /// Emits nothing any more: releases the sources and the observers. Those of the end are not called.
  final func end() { end(byFinishing: false) }

  /// Emits nothing any more: releases the sources, calls the observers of the end, and releases all observers.
  @usableFromInline
  final func finish() { end(byFinishing: true) }

  private final func end(byFinishing isFinishing: Bool) {
    if isEnded { return }
    isEnded = true
    self.isFinishing = isFinishing
    var upstream: [any Upstream] = []
    disconnect(&upstream)
    letGo()
    let last = retention.followed
    retention.followed = nil
    if isFinishing { observers.forwardFinish() } else { observers.endAll() }
    updateConnections(of: upstream)
    withExtendedLifetime(last) {}
  }

  /// Finishes when everything that is queued now has been delivered.
  @usableFromInline
  final func finishLater() {
    callLater(after: .queue, label: observers.label) { self.finish() }
  }

  /// The only call of each subclass's `deinit`: `held` ends in the stream's isolation, without recursion.
  @inline(__always)
  final func release<Held>(_ held: inout ReleaseGuard<Held>) {
    observers.isolation.perform(atEndOf: self, releasing: &held)
    if retention.followed != nil { releaseFollowed() }
    // What keeps the stream while it is observed has closed the link of another one already.
    if !isKeptByRoots, let link { close(link) }
  }

  /// What the stream's operator holds back without a source would wait on.
  @inline(never)
  private final func close(_ link: StreamLink<Payload>) {
    var closing = ReleaseGuard(CloseOnDeinit(link))
    observers.isolation.perform(atEndOf: self, releasing: &closing)
  }

  private final class CloseOnDeinit {
    private let link: StreamLink<Payload>
    init(_ link: StreamLink<Payload>) { self.link = link }
    deinit { link.close() }
  }

  @inline(never)
  private final func releaseFollowed() {
    var followed = ReleaseGuard(retention.followed)
    retention.followed = nil
    observers.isolation.perform(atEndOf: self, releasing: &followed)
  }
}

/// What the observer at a source holds of its stream. A link is made each time the stream begins to observe its
/// sources, and ends with the last of those observers.
///
/// It holds the list of the stream's observers, so that the hot path touches nothing else: whatever an observer drops or
/// cancels, a delivery ends no handler that it may be in.
@usableFromInline
final class StreamLink<Payload>: FinishReceiver {
  @usableFromInline let observers: ObserverList<Payload>
  /// The stream, if this keeps it alive.
  final var kept: DerivedStream<Payload>?
  /// The stream, if this does not always.
  final weak var found: DerivedStream<Payload>?
  /// What the stream's operator has not emitted yet, if it is one that holds payloads back. It keeps this link.
  final weak var heldBack: HeldBack?
  private let isInner: Bool

  /// `isInner`: to what the stream observes beside its sources.
  init(_ observers: ObserverList<Payload>, isInner: Bool = false) {
    self.observers = observers
    self.isInner = isInner
  }

  @usableFromInline final var stream: DerivedStream<Payload>? { kept ?? found }

  /// Notifies the stream's observers, in the delivery that is running.
  @inlinable @inline(__always)
  func forward(_ payload: Payload) { observers.forward(payload) }

  /// Notifies the stream's observers of what no source emits now, such as a time that has come: in a delivery of its own.
  @usableFromInline
  func send(_ payload: Payload) { observers.send(payload) }

  @usableFromInline final func sourceFinished() {
    if let heldBack { heldBack.sourceFinished() } else { finish() }
  }

  /// Nothing waits any more of what a source emitted that has finished.
  final func finish() {
    guard let stream else { return }
    if isInner { stream.innerFinished() } else { stream.sourceFinished() }
  }

  /// The same, behind everything that has been sent.
  final func finishLater() {
    callLater(after: .queue, label: observers.label) { self.finish() }
  }

  /// The stream is done with it.
  final func close() {
    heldBack?.drop()
    kept = nil
    found = nil
  }

  deinit {
    guard let stream else { return }
    if isInner { stream.innerEnded() } else { stream.linkEnded() }
  }
}
