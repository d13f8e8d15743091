// Unsafe: where values leave the isolation of their source, the only place where a lock guards a value.
//
// The source's observer and the iterations live in different isolations. Invariant: `state` is touched only under
// `lock`, and no foreign code runs then: iterations are fed and ended outside of it.

/// From one source to any number of iterations.
final class ValueChannel<Element: Sendable>: Sendable, EndsAtHome {
  private struct State {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var nextIdentifier = 0
    /// Made with the channel, so that the first iteration misses nothing.
    var prepared: AsyncStream<Element>?
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
  private let policy: AsyncStream<Element>.Continuation.BufferingPolicy
  private let replaysLatest: Bool

  init(buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy, replaysLatest: Bool) {
    self.policy = policy
    self.replaysLatest = replaysLatest
    let prepared = makeStream()
    lock.withLock { unsafe state.prepared = prepared }
  }

  func send(_ element: Element) {
    // Nothing is yielded under the lock: that resumes tasks, and a task being cancelled holds its own lock while it
    // waits for this one. Values dropped by a full buffer, and the previous one, also end outside of it. Order is kept,
    // since only the source's isolation sends; an iteration that begins in between has received `latest`.
    let (continuations, before) = lock.withLock {
      let before = unsafe state.latest
      if replaysLatest { unsafe state.latest = element }
      return (unsafe state.continuations, before)
    }
    for continuation in continuations.values { continuation.yield(element) }
    withExtendedLifetime(before) {}
  }

  func finish() {
    let ended = lock.withLock {
      unsafe state.isFinished = true
      defer { unsafe state.continuations = [:] }
      return unsafe state.continuations.values
    }
    for continuation in ended { continuation.finish() }
  }

  func subscribe() -> AsyncStream<Element> {
    let prepared = lock.withLock {
      defer { unsafe state.prepared = nil }
      return unsafe state.prepared
    }
    return prepared ?? makeStream()
  }

  private func makeStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let (identifier, isFinished) = lock.withLock {
      let identifier = unsafe state.nextIdentifier
      unsafe state.nextIdentifier += 1
      if let latest = unsafe state.latest { continuation.yield(latest) }
      let isFinished = unsafe state.isFinished
      if !isFinished { unsafe state.continuations[identifier] = continuation }
      return (identifier, isFinished)
    }
    if isFinished {
      continuation.finish()
    } else {
      continuation.onTermination = { [weak self] _ in self?.drop(identifier) }
    }
    return stream
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
    let dropped = lock.withLock { unsafe state.continuations.removeValue(forKey: identifier) }
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

  func ends(with subscription: Subscription) {
    if !isKept { return }
    channel?.whenGone(IsolatedCall { [weak entry = subscription.entry] in entry?.cancel() })
  }

  deinit { channel?.finish() }
}

extension ObserverStorage {
  /// The object that a sequence of values keeps: as a token, if the sequence's end can release it.
  var keptByValues: AnyObject? { isKeptByTokens && Home.current != .nowhere ? keptByToken : nil }
}
