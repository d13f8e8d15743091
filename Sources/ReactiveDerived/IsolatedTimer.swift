// Unsafe: coming back to an isolation when a time is over.
//
// The function to call belongs to the isolation of the caller, and the compiler cannot see that it is called nowhere
// else. Invariant: it is called on `actor`, and may be released anywhere, so it captures weakly.

/// Calls `action` on `actor` when `duration` is over on `clock`. Holds the actor until then, or until it is cancelled.
///
/// - Returns: a function that cancels it. After a cancel on the actor `action` is not called.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
package func call(
  after duration: Duration, on clock: any Clock<Duration>, in actor: any Actor, _ action: @escaping () -> Void
) -> Subscription {
  nonisolated(unsafe) let action = action
  let task = Task {
    do { try await clock.sleep(for: duration) } catch { return }
    await perform(on: actor) { unsafe action() }
  }
  return Subscription { task.cancel() }
}

private func perform(on actor: isolated any Actor, _ action: @Sendable () -> Void) {
  // Read here, in the isolation of the caller.
  if !Task.isCancelled { action() }
}
