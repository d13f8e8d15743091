// Unsafe: where values leave the isolation of their source, the only place where a lock guards a value.
//
// The source's observer and the iterations live in different isolations. Invariant: `state` is touched only under
// `lock`, and no foreign code runs then: iterations are fed and ended outside of it.

/// From one source to any number of iterations.
final class ValueChannel<Element: Sendable>: Sendable, EndsAtHome {
  private struct State {
    var buffers: [Int: ValueBuffer<Element>] = [:]
    var nextIdentifier = 0
    /// Made with the channel, so that the first iteration misses nothing.
    var prepared: ValueIteration<Element>?
    var latest: Element?
    var isFinished = false
  }

  private struct End {
    let call: IsolatedCall<Void>
    let home: Home
    let actor: Pin?
  }

  /// Called in the source's isolation when nothing can receive any more.
  private let onEnd = Locked<End?>(nil)
  private let lock = Lock()
  nonisolated(unsafe) private var state = State()
  private let buffering: EventBuffering
  private let replaysLatest: Bool

  init(buffering: EventBuffering, replaysLatest: Bool) {
    self.buffering = buffering
    self.replaysLatest = replaysLatest
    let prepared = makeIteration()
    lock.withLock { unsafe state.prepared = prepared }
  }

  func send(_ element: Element) {
    // Nothing is sent under the lock: that resumes tasks, and a task being cancelled holds its own lock while it
    // waits for this one. Values dropped by a full buffer, and the previous one, also end outside of it. Order is kept,
    // since only the source's isolation sends; an iteration that begins in between has received `latest`.
    var before = replaysLatest ? element : nil
    let buffers = lock.withLock {
      if replaysLatest { unsafe swap(&before, &state.latest) }
      return unsafe state.buffers
    }
    for buffer in buffers.values { buffer.add(element) }
    withExtendedLifetime(before) {}
  }

  func finish() {
    let ended = lock.withLock {
      unsafe state.isFinished = true
      defer { unsafe state.buffers = [:] }
      return unsafe state.buffers.values
    }
    for buffer in ended { buffer.finish() }
  }

  func subscribe() -> ValueIteration<Element> {
    let prepared = lock.withLock {
      defer { unsafe state.prepared = nil }
      return unsafe state.prepared
    }
    return prepared ?? makeIteration()
  }

  private func makeIteration() -> ValueIteration<Element> {
    let buffer = ValueBuffer<Element>(buffering)
    let (identifier, isFinished) = lock.withLock {
      let identifier = unsafe state.nextIdentifier
      unsafe state.nextIdentifier += 1
      if let latest = unsafe state.latest { buffer.add(latest) }
      let isFinished = unsafe state.isFinished
      if !isFinished { unsafe state.buffers[identifier] = buffer }
      return (identifier, isFinished)
    }
    if isFinished { buffer.finish() }
    return ValueIteration(buffer) { [weak self] in self?.drop(identifier) }
  }

  /// Calls `call` in the caller's isolation once the channel is deallocated.
  func whenGone(_ call: IsolatedCall<Void>) {
    let home = Home.current
    nonisolated(unsafe) let end = End(call: call, home: home, actor: home.pinActor())
    onEnd.withLock { $0 = unsafe end }
  }

  deinit {
    // Without recursion: a waiting value may hold the next sequence of a long list.
    let remains = unsafe ReleaseGuard(state)
    unsafe state = State()
    withExtendedLifetime(remains) {}
    guard let end = onEnd.withLock({ $0 }) else { return }
    let call = end.call
    end.home.perform(atEndOf: self, withActor: end.actor) { call.callInIsolation(()) }
  }

  private func drop(_ identifier: Int) {
    let dropped = lock.withLock { unsafe state.buffers.removeValue(forKey: identifier) }
    _ = dropped
  }
}

/// Lives in the observer that feeds a channel, so that it ends with the source.
///
/// On an actor it keeps a derived source, which may have no other owner: a cycle of source, observer and this object.
/// The channel ends in any isolation and has the actor cancel the observer, which breaks the cycle. Without an actor
/// nothing could be sent back, and the cycle would stay forever once changes stop.
final class ValueSource<Element: Sendable> {
  private weak var channel: ValueChannel<Element>?
  private let kept: AnyObject?

  init(of channel: ValueChannel<Element>, keeping kept: AnyObject?) {
    self.channel = channel
    self.kept = kept
  }

  var isKept: Bool { kept != nil }

  /// `isCancelled`: on its actor, the channel's end cancels an observer whose source is not kept, too. Otherwise the
  /// observer leaves when the source's observers are next traversed.
  func ends(with subscription: Subscription, isCancelled: Bool = false) {
    if !isKept && !isCancelled { return }
    channel?.whenGone(IsolatedCall { [weak entry = subscription.entry] in entry?.cancel() })
  }

  deinit { channel?.finish() }
}

extension ObserverStorage {
  /// The object that a sequence of values keeps: as a token, if the sequence's end can release it.
  var keptByValues: AnyObject? { isKeptByTokens && Home.current != .nowhere ? keptByToken : nil }
}
