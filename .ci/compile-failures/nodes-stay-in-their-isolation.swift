import ReactiveCore

func shared(_ behavior: Behavior<Int>) {
  Task.detached { print(behavior.value) }  // expect-error: risks causing data races
}

@MainActor final class Screen {
  let behavior = OpenBehavior(1)

  func leave() {
    let behavior = behavior
    Task.detached { print(behavior.value) }  // expect-error: risks causing data races
  }
}

/// A graph without other references may move to another task.
func handOver() {
  let behavior = OpenBehavior(1)
  Task.detached { print(behavior.value) }
}

func handOverAndKeep() {
  let behavior = OpenBehavior(1)
  Task.detached { print(behavior.value) }  // expect-error: risks causing data races
  behavior.value = 2
}
