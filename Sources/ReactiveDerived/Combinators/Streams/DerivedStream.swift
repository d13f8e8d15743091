/// The base class of streams derived from others.
///
/// The roots decide what retains a stream:
///
/// - Stored roots (events and written behaviors) retain an observed stream: the observer at its source holds the
///   stream, and the stream does not hold the source. So `event.map { }.sink { }` ends with the event. An unobserved
///   stream holds its source.
/// - A derived behavior is retained only by its user. A stream of its changes, and any stream derived from that, always
///   holds its sources. Its user retains it, or a token (`KeepingEntry`).
///
/// No stream is held from both sides, and only older streams retain younger ones, so there is no cycle. (A stream does
/// not retain the `switchToLatest` that follows it; see ``FollowedStreams``.)
///
/// A lazy stream observes its sources while it is observed. An eager one has a state to update: it observes them from
/// its creation, but they retain it only while it is observed.
///
/// A stream ends when all sources have ended: its observers and all their captures are released, even the stream
/// itself. If the sources finished, it finishes, which calls the observers of the end. If a source was deallocated
/// unfinished, it does not, because an object may end where no foreign code may run.
@usableFromInline
class DerivedStream<Payload>: EventStream<Payload>, Upstream, EndsAtHome {
  final private(set) var retention: Retention
  final var isKeptByRoots: Bool { retention.isKeptByRoots }
  @usableFromInline final var isKeptByTokens: Bool { !isKeptByRoots || retention.followed != nil }
  @usableFromInline final var keptByToken: AnyObject? { isKeptByRoots ? retention.followed?.keep() : self }
  final let isEager: Bool
  private(set) final var isObserved = false
  final private(set) var isEnded = false
  /// It has ended by finishing. The observers may not have been notified yet.
  private final var isFinishing = false
  /// Held by the observers at the sources, and cleared when the last of them ends.
  private final weak var link: StreamLink<Payload>?

  init(_ retention: Retention, isEager: Bool, _ file: StaticString, _ line: UInt) {
    self.retention = retention
    self.isEager = isEager
    super.init(name: nil, file: file, line: line)
    observers.upstream = self
  }

  // Explicit, because the synthesized one causes a warning about endless recursion (Swift 6.3).
  @available(*, unavailable)
  override init(name: String?, file: StaticString, line: UInt) {
    stop("a derived stream was made without a source. This is a fault of this library: report it.")
  }

  // --- For subclasses ------------------------------------------------------------------------------------------------

  /// Observes the sources. The handlers hold `link` and nothing else of this stream.
  func subscribe(_ link: StreamLink<Payload>, _ upstream: inout [any Upstream]) {}

  /// Continues ``subscribe(_:_:)``, if that added this stream to `upstream`.
  func goOn(_ upstream: inout [any Upstream]) {}

  /// Undoes ``subscribe(_:_:)``.
  func unsubscribe(_ upstream: inout [any Upstream]) {}

  @usableFromInline
  func forEachObserver(_ body: (Subscription) -> Void) {}

  /// Holds the sources strongly or weakly.
  func holdSources(_ isStrong: Bool) {}

  func sourceFinished() { finish() }

  /// For a stream whose roots keep it while it is observed: that begins or ends.
  func keepByInner(_ isObserved: Bool) {}

  /// The inner stream has finished.
  func innerFinished() {}

  /// All observers of ``subscribe(_:_:)`` have ended.
  func sourcesEnded() { end() }

  /// The inner stream has ended.
  func innerEnded() {}

  /// The stream has ended: releases its sources and functions.
  func letGo() {}

  // --- Shared --------------------------------------------------------------------------------------------------------

  /// Observes the sources of an eager stream. Called once.
  @usableFromInline
  final func start() {
    var upstream: [any Upstream] = []
    connect(&upstream)
    // The sources are retained by their own roots now.
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
      if isKeptByRoots {
        link?.kept = isObserved ? self : nil
        keepByInner(isObserved)
      }
    } else if isObserved {
      connect(&upstream)
      if isKeptByRoots { holdSources(false) }
    } else if link?.heldBack?.isAlone == true {
      // The held-back payloads were for these observers.
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

  /// Whether `link` still refers to this stream; foreign code may have changed that.
  final func isCurrent(_ link: StreamLink<Payload>) -> Bool { link.stream === self }

  /// The observers at the sources have ended, and released the link.
  final func linkEnded() {
    link = nil
    if !isEnded { sourcesEnded() }
  }

  /// Releases the sources and observers, without calling the observers of the end.
  final func end() { end(byFinishing: false) }

  /// Releases the sources, calls the observers of the end, and releases all observers.
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

  /// Finishes after everything that is queued now.
  @usableFromInline
  final func finishLater() {
    callLater(after: .queue, label: observers.label) { self.finish() }
  }

  /// The only call in each subclass's `deinit`: `held` ends in the stream's isolation, without recursion.
  @inline(__always)
  final func release<Held>(_ held: inout ReleaseGuard<Held>) {
    observers.isolation.perform(atEndOf: self, releasing: &held)
    if retention.followed != nil { releaseFollowed() }
    // A stream that is kept by its roots has already closed its link.
    if !isKeptByRoots, let link { close(link) }
  }

  /// Drops held-back payloads, which would otherwise wait without a source.
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

/// Refers from the observers at the sources to their stream. The stream makes a link when it begins to observe its
/// sources, and the last of those observers releases it.
///
/// The link holds the list of the stream's observers, for the hot path: whatever an observer drops or cancels, a
/// delivery releases no handler that may be running.
@usableFromInline
final class StreamLink<Payload>: FinishReceiver {
  @usableFromInline let observers: ObserverList<Payload>
  /// The stream, if the link retains it.
  final var kept: DerivedStream<Payload>?
  /// The stream, if the link does not always retain it.
  final weak var found: DerivedStream<Payload>?
  /// Payloads that an operator holds back. They retain this link.
  final weak var heldBack: HeldBack?
  private let isInner: Bool

  /// `isInner`: links to the inner stream instead of the sources.
  init(_ observers: ObserverList<Payload>, isInner: Bool = false) {
    self.observers = observers
    self.isInner = isInner
  }

  @usableFromInline final var stream: DerivedStream<Payload>? { kept ?? found }

  /// Notifies the stream's observers in the running delivery.
  @inlinable @inline(__always)
  func forward(_ payload: Payload) { observers.forward(payload) }

  /// Notifies the stream's observers in a new delivery, for example when a timer fires.
  @usableFromInline
  func send(_ payload: Payload) { observers.send(payload) }

  @usableFromInline final func sourceFinished() {
    if let heldBack { heldBack.sourceFinished() } else { finish() }
  }

  /// A source has finished, and nothing from it is held back.
  final func finish() {
    guard let stream else { return }
    if isInner { stream.innerFinished() } else { stream.sourceFinished() }
  }

  /// The same, after everything that has been sent.
  final func finishLater() {
    callLater(after: .queue, label: observers.label) { self.finish() }
  }

  /// Detaches the stream.
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
