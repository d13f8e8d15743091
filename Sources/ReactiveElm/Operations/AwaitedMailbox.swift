package import ReactiveCore

/// A mailbox for whose next envelope a task can wait.
package final class AwaitedMailbox<Envelope>: Sendable {
  private struct State {
    var revision = 0
    var isClosed = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let envelopes: Mailbox<Envelope>
  private let state = Locked(State())

  /// `receive` is called in the isolation `home` when there are envelopes. Without a home, their owner asks for them.
  package init(home: IsolationReference, receive: @escaping () -> Void) {
    envelopes = Mailbox(home: home) { _ in receive() }
  }

  /// The envelopes that wait, in their order.
  package func takeAll() -> [Envelope] { envelopes.takeAll() }

  /// Counts the envelopes and the calls of ``wake()``.
  package var revision: Int { state.withLock { $0.revision } }

  /// Waits until the revision changes, by an envelope or by ``wake()``, until the mailbox is closed, or until the task
  /// is cancelled.
  ///
  /// A look for envelopes in between, here or elsewhere, ends no wait and makes none endless.
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

  /// Ends every wait, as an envelope does.
  package func wake() { resumeWaiters { $0.revision += 1 } }

  /// No envelopes are read any more. Ends every wait.
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

  /// Leaves an envelope, from anywhere. Ignored when the mailbox is closed.
  package func post(_ envelope: sending Envelope) {
    envelopes.post(envelope)
    wake()
  }
}
