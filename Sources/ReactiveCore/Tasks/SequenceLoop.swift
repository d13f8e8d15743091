/// A task that passes each element to an isolation before it requests the next, so none pile up.
///
/// It retains the sequence only; the callbacks capture weakly.
struct SequenceLoop<Elements: AsyncSequence & Sendable>: Sendable where Elements.Element: Sendable {
  let elements: Elements
  let isolation: IsolationReference
  /// Without an actor, the program stops with a message that names what `initializer` makes.
  init(
    _ elements: Elements, _ actor: (any Actor)?, for initializer: StaticString, _ name: String?, _ file: StaticString,
    _ line: UInt
  ) {
    let actor = IsolationReference.need(actor, toComeBack: "with an element") {
      "\(name ?? SourceLocation(file: file, line: line).text) was made by \(initializer)"
    }
    self.elements = elements
    isolation = IsolationReference(actor)
  }

  /// Calls `receive` with each element, then `end`, with the thrown error if any; nothing after the subscription is
  /// cancelled.
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

/// Returns whether the task continues. Cancellation happens in this isolation, so nothing is called after it.
@inlinable
func hand<Argument: Sendable>(
  _ argument: Argument, to call: IsolatedCall<Argument>, on actor: isolated any Actor
) -> Bool {
  if Task.isCancelled { return false }
  call.callInIsolation(argument)
  return !Task.isCancelled
}
