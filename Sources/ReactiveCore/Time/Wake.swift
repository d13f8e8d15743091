// Unsafe: a reference to a timeline, used from other isolations.
//
// Invariant: the timeline is touched only in its isolation, or after the end of its actor by a message of the home. The
// reference is weak and set once, so the sleeping task that holds this object retains neither timeline nor alarms.

/// Wakes a timeline from any isolation.
@safe
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
final class Wake: Sendable {
  nonisolated(unsafe) private weak var timeline: Timeline?
  private let number: Int
  private let home: Home
  nonisolated(unsafe) private let actorPin: Pin?

  init(of timeline: Timeline, number: Int, _ home: Home, _ actorPin: Pin?) {
    self.number = number
    self.home = home
    unsafe self.actorPin = actorPin
    unsafe self.timeline = timeline
  }

  @discardableResult
  func callInIsolation(isOver: Bool = false) -> Duration? {
    unsafe timeline?.wake(number: number, isOver: isOver)
  }

  @discardableResult
  func call(in isolation: IsolationReference, isOver: Bool = false) async -> Duration? {
    if let actor = isolation.actor { return await call(on: actor, isOver) }
    endAfterActor()
    return nil
  }

  /// If the actor has ended, the sleep ends with its alarms.
  func endUnusedSleep(in isolation: IsolationReference) async {
    if let actor = isolation.actor { await endUnusedSleep(on: actor) }
  }

  private func endUnusedSleep(on actor: isolated any Actor) { unsafe timeline?.endUnusedSleep() }

  /// An actor in its `deinit` may be releasing alarms, so they are not touched before its end.
  func endAfterActor() {
    // Usually nothing is kept, and the timeline has ended with the actor's alarms.
    if unsafe timeline == nil { return }
    unsafe home.perform(afterEndOf: actorPin) { unsafe self.timeline?.endAfterActor() }
  }

  private func call(on actor: isolated any Actor, _ isOver: Bool) -> Duration? {
    // Checked here, since cancellation happens in this isolation.
    Task.isCancelled ? nil : callInIsolation(isOver: isOver)
  }
}
