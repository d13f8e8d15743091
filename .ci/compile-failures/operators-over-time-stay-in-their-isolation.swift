import ReactiveDerived

/// An operator over time returns to the isolation that made it, so its graph can no longer move to another one.
@MainActor
func handOver() {
  let event = Event<Int>()
  let calm = event.debounce(for: .seconds(1))
  Task.detached { _ = calm.sink { print($0) } }  // expect-error: risks causing data races
}

@MainActor
func handOverTheSource() {
  let query = OpenBehavior("")
  _ = query.debounced(for: .seconds(1))
  Task.detached { query.value = "a" }  // expect-error: risks causing data races
}

@MainActor
func handOverTheSourceOfAWindow() {
  let event = Event<Int>()
  _ = event.window(0, for: .seconds(1), adding: +=, removing: -=)
  Task.detached { event.trigger(1) }  // expect-error: risks causing data races
}

@MainActor
func handOverATimer() {
  let ticks = EventStream.every(.seconds(1))
  Task.detached { _ = ticks.sink { print("tick") } }  // expect-error: risks causing data races
}
