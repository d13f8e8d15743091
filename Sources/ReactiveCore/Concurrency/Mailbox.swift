// Unsafe: letters from anywhere, to be read in one isolation.
//
// What reads them belongs to that isolation, and the compiler cannot see that it is called there and nowhere else.
// Invariant: `receive` is called on `home`, and may end anywhere, so what it captures it holds weakly.

/// An isolation to come back to. An actor is held weakly unless it lives for ever: what comes back is likely its own.
@safe
@usableFromInline
package enum IsolationReference: Sendable {
  case nowhere
  case main(any Actor)
  case actor(WeakActor)

  @usableFromInline
  package final class WeakActor: Sendable {
    nonisolated(unsafe) private weak var target: (any Actor)?
    fileprivate init(_ target: any Actor) { unsafe self.target = target }
    fileprivate var actor: (any Actor)? { unsafe target }
  }

  @usableFromInline
  package init(_ actor: (any Actor)?) {
    self =
      switch actor {
      case nil: .nowhere
      case let actor? where actor is MainActor: .main(actor)
      case let actor?: .actor(WeakActor(actor))
      }
  }

  var exists: Bool {
    if case .nowhere = self { false } else { true }
  }
  var actor: (any Actor)? {
    switch self {
    case .nowhere: nil
    case .main(let actor): actor
    case .actor(let reference): reference.actor
    }
  }
}

/// Brings letters from any thread to the isolation that made it, in the order in which they were posted.
@safe
package final class Mailbox<Envelope>: Sendable {
  private struct State {
    var envelopes: [Envelope] = []
    var revision = 0
    /// A task is on the way to the isolation to fetch them.
    var isUnderway = false
    var isClosed = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let state: Locked<State>
  private let home: IsolationReference
  nonisolated(unsafe) private let receive: () -> Void

  /// `receive` is called on `home` when there are letters; without a home, their owner asks for them.
  package init(home: IsolationReference, receive: @escaping () -> Void) {
    state = Locked(State())
    self.home = home
    unsafe self.receive = receive
  }

  /// The letters that wait, in their order.
  package func takeAll() -> [Envelope] {
    state.withLock { state in
      defer { state.envelopes = [] }
      return state.envelopes
    }
  }

  /// Counts the letters and the calls of ``wake()``.
  package var revision: Int { state.withLock { $0.revision } }

  /// Waits until the mailbox has another revision, by a letter or by ``wake()``, until it is closed, or until the task is
  /// cancelled.
  ///
  /// A look for letters in between, here or elsewhere, ends no wait and makes none endless.
  package func arrival(after revision: Int, isolation: isolated (any Actor)? = #isolation) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          if state.revision != revision || state.isClosed || Task.isCancelled { return false }
          state.waiters[number] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }

  /// Ends every wait, as a letter would.
  package func wake() {
    let waiters = state.withLock { state in
      state.revision += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// No letters are read any more.
  package func close() {
    let (envelopes, waiters) = state.withLock { state in
      state.isClosed = true
      defer {
        state.envelopes = []
        state.waiters = [:]
      }
      return (state.envelopes, state.waiters)
    }
    for waiter in waiters.values { waiter.resume() }
    withExtendedLifetime(envelopes) {}
  }

  private func deliver(on isolation: isolated any Actor) {
    state.withLock { $0.isUnderway = false }
    unsafe receive()
  }
}

extension Mailbox where Envelope: Sendable {
  /// Leaves a letter. Ignored when the mailbox is closed.
  package func post(_ envelope: Envelope) {
    let (isFirst, waiters) = state.withLock { state -> (Bool, [Int: CheckedContinuation<Void, Never>]) in
      if state.isClosed { return (false, [:]) }
      state.envelopes.append(envelope)
      state.revision += 1
      let isFirst = home.exists && !state.isUnderway
      if isFirst { state.isUnderway = true }
      defer { state.waiters = [:] }
      return (isFirst, state.waiters)
    }
    for waiter in waiters.values { waiter.resume() }
    if isFirst {
      Task {
        if let actor = home.actor { await deliver(on: actor) }
      }
    }
  }
}
