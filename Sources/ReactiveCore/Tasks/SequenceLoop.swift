/// A task that loops over a sequence, and hands each element over in an isolation. It waits there for its turn before it asks
/// for the next one, so nothing piles up.
///
/// It keeps the sequence and nothing else: what it calls captures weakly.
struct SequenceLoop<Elements: AsyncSequence & Sendable>: Sendable where Elements.Element: Sendable {
  let elements: Elements
  let isolation: IsolationReference
  /// Outside of any actor there is nothing to come back to: stops with a message that begins with `event`.
  init(_ elements: Elements, _ actor: (any Actor)?, _ event: @autoclosure () -> String) {
    let actor = IsolationReference.need(actor, toComeBack: "with an element", event)
    self.elements = elements
    isolation = IsolationReference(actor)
  }

  /// Calls `receive` with each element, and `end` when there are no more, with the error if one was thrown. Cancel what this
  /// returns to end it; nothing is called after that.
  func start(
    _ receive: @escaping (Elements.Element) -> Void, end: @escaping ((any Error)?) -> Void
  ) -> Subscription {
    let (receive, end) = (IsolatedCall(receive), IsolatedCall(end))
    let task = Task.detached(priority: Task.currentPriority) { [elements, isolation] in
      var failure: (any Error)?
      do {
        for try await element in elements {
          guard let actor = isolation.actor, await hand(element, to: receive, on: actor) else { return }
        }
      } catch { failure = error }
      if let actor = isolation.actor { _ = await hand(failure, to: end, on: actor) }
    }
    return Subscription { task.cancel() }
  }
}

/// Returns whether the task goes on. It is cancelled in this isolation, so nothing is called after that.
@inlinable
func hand<Argument: Sendable>(
  _ argument: Argument, to call: IsolatedCall<Argument>, on actor: isolated any Actor
) -> Bool {
  if Task.isCancelled { return false }
  call.callInIsolation(argument)
  return !Task.isCancelled
}
