// Unsafe: where values leave the isolation of their source, the only place that a lock guards a value.
//
// The source's observer and the iterations live in different isolations. Invariant: `state` is only touched while
// `lock` is held, and no code of others runs then: iterations are fed and ended outside of it.

/// From one source to any number of iterations.
final class ValueChannel<Element: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var nextIdentifier = 0
    /// Made with the channel, so that nothing is missed before the first iteration takes it.
    var prepared: AsyncStream<Element>?
    var latest: Element?
    var isFinished = false
  }

  /// Called in the isolation of the source when nothing can receive any more.
  private let onEnd = Locked<(call: IsolatedCall<Void>, home: Home)?>(nil)
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

  /// To every iterator.
  func send(_ element: Element) {
    // Nothing is yielded under the lock: that resumes tasks, and a task that is being cancelled holds a lock of its own
    // while it waits for this one. What a full buffer drops, and the value before, end outside of it too. The order
    // stays, since only the source's isolation sends; an iteration that begins in between has had `latest`.
    let (continuations, before) = lock.withLock {
      let before = unsafe state.latest
      if replaysLatest { unsafe state.latest = element }
      return (unsafe state.continuations, before)
    }
    for continuation in continuations.values { continuation.yield(element) }
    withExtendedLifetime(before) {}
  }

  /// The source has ended: every iteration ends after the values that wait for it.
  func finish() {
    let ended = lock.withLock {
      unsafe state.isFinished = true
      defer { unsafe state.continuations = [:] }
      return unsafe state.continuations.values
    }
    for continuation in ended { continuation.finish() }
  }

  /// A stream of its own for one iteration.
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
      // The loop was left, or its task cancelled.
      continuation.onTermination = { [weak self] _ in self?.drop(identifier) }
    }
    return stream
  }

  /// Calls `call`, in the isolation of this call, once the channel has been deallocated and nothing can receive any
  /// more.
  func whenGone(_ call: IsolatedCall<Void>) {
    let home = Home.current
    onEnd.withLock { $0 = (call, home) }
  }

  deinit {
    guard let (call, home) = onEnd.withLock({ $0 }) else { return }
    home.perform(atEndOf: self) { call.callInIsolation(()) }
  }

  private func drop(_ identifier: Int) {
    let dropped = lock.withLock { unsafe state.continuations.removeValue(forKey: identifier) }
    _ = dropped
  }
}

/// Lives in the observer that feeds a channel, so its end is the source's.
///
/// On an actor it keeps a source that is derived, which nothing else may keep: a cycle of the source, its observer and
/// this. The channel ends in any isolation, and has the actor cancel the observer then, which breaks the cycle. Where there
/// is no actor, nothing could be sent back, and the cycle would stay for ever if nothing changed any more.
final class ValueSource<Element: Sendable> {
  private weak var channel: ValueChannel<Element>?
  private let kept: AnyObject?

  init(of channel: ValueChannel<Element>, keeping kept: AnyObject?) {
    self.channel = channel
    self.kept = kept
  }

  var isKept: Bool { kept != nil }

  /// `subscription` is the observer's.
  func ends(with subscription: Subscription) {
    if !isKept { return }
    channel?.whenGone(IsolatedCall { [weak entry = subscription.entry] in entry?.cancel() })
  }

  deinit { channel?.finish() }
}

extension ObserverStorage {
  /// What a sequence of values keeps: what a token does, if the sequence's end can have it released.
  var keptByValues: AnyObject? { isKeptByTokens && Home.current != .nowhere ? keptByToken : nil }
}
