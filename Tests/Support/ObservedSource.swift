import ReactiveCore

/// Whether a source that runs while it is observed starts in the statement that observes it, as on every idle thread.
package func observedSourceStarts() -> Bool {
  var hasStarted = false
  let events = EventStream<Int>(whileObserved: { _ in
    hasStarted = true
    return Subscription {}
  })
  let token = events.sink { _ in }
  defer { token.cancel() }
  return hasStarted
}
