package import ReactiveCore

/// A mailbox that tasks can await.
package final class AwaitedMailbox<Envelope>: Sendable {
  private struct State {
    var revision = 0
    var isClosed = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let envelopes: Mailbox<Envelope>
  private let state = Locked(State())

  /// `receive` is called in the isolation `home` when envelopes arrive. Without a home, the owner fetches them.
  package init(home: IsolationReference, receive: @escaping () -> Void) {
    envelopes = Mailbox(home: home) { _ in receive() }
  }

  package func takeAll() -> [Envelope] { envelopes.takeAll() }

  /// Counts envelopes and calls of ``wake()``.
  package var revision: Int { state.withLock { $0.revision } }

  /// Waits until the revision changes, the mailbox is closed, or the task is cancelled.
  ///
  /// Reading envelopes in between, here or elsewhere, neither ends a wait nor makes it endless.
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

  /// Ends every wait, like an envelope.
  package func wake() { resumeWaiters { $0.revision += 1 } }

  /// Drops later envelopes, and ends every wait.
  package func close() {
    envelopes.close()
    resumeWaiters { $0.isClosed = true }
  }

  private func resumeWaiters(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Posts from anywhere. Ignored after ``close()``.
  package func post(_ envelope: sending Envelope) {
    envelopes.post(envelope)
    wake()
  }
}
