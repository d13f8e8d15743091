import ReactiveCore
import ReactiveElm
import ReactiveTracking

// Rows of the table "Compiler errors" in Docs/Isolation.md that the compiler finds after type checking.

actor Owner {
  func adopt(_ behavior: sending OpenBehavior<Int>) {}
}

actor Log {
  @Atom private var count = 0
  private var log: [Int] = []
  private var kept: Behavior<Int>?
  private var effect: Effect?

  func directly() {
    $count.sink { [unowned self] in log.append($0) }  // expect-error: pattern that the region-based isolation checker
  }

  func byLocal() {
    let source = $count
    source.sink { [unowned self] in log.append($0) }
  }

  func withLocal() {
    let source = $count
    let double = derive { source.value * 2 }
    effect = Effect { [unowned self] in log.append(double.value) }  // expect-error: sending 'double' risks causing data
  }

  func withProperty() {
    let source = $count
    kept = derive { source.value * 2 }
    effect = Effect { [unowned self] in log.append(kept?.value ?? 0) }
  }
}

func wait(for behavior: OpenBehavior<Int>) async {}

@MainActor
func waiting(_ behavior: OpenBehavior<Int>) async {
  await wait(for: behavior)  // expect-error: sending 'behavior' risks causing data races
}

@MainActor
func waitingBeside(_ behavior: OpenBehavior<Int>) async {
  async let value: Void = wait(for: behavior)  // expect-error: sending 'behavior' risks causing data races
  await value
}

func write(_ behavior: OpenBehavior<Int>) {
  Task { behavior.value = 1 }  // expect-error: passing closure as a 'sending' parameter risks causing data races
}

func adopt(_ owner: Owner) async {
  let behavior = OpenBehavior(0)
  await owner.adopt(behavior)  // expect-error: sending 'behavior' risks causing data races
  behavior.value = 1
}
