import Observation

/// Effects by `withObservationTracking`, which notifies once, before the change: each is armed again afterwards, as in
/// an app.
final class ObservationEffects {
  private var fired: [Int] = []
  private var bodies: [() -> Void] = []

  func add(_ body: @escaping () -> Void) {
    bodies.append(body)
    arm(bodies.count - 1)
  }

  /// Runs the notified effects.
  func rearm() {
    let present = fired
    fired.removeAll(keepingCapacity: true)
    for index in present { arm(index) }
  }

  private func arm(_ index: Int) {
    nonisolated(unsafe) let effects = Unmanaged.passUnretained(self)
    withObservationTracking(bodies[index]) {
      effects._withUnsafeGuaranteedRef { $0.fired.append(index) }
    }
  }
}

/// The cases that Observation can express. Derived values are functions, run at each read like computed properties.
enum KairoByObservation {
  static func avoidablePropagation() -> () -> Void {
    let head = ObservableModel()
    let effects = ObservationEffects()
    let second = {
      consume(head.value)
      return 0
    }
    let third = { second() + 1 }
    let fourth = { third() + 2 }
    let fifth = { fourth() + 3 }
    effects.add { consume(fifth()) }
    func write(_ value: Int) {
      head.value = value
      effects.rearm()
      check(fifth(), 6, in: "Observation, avoidablePropagation")
    }
    return {
      write(1)
      for value in 0..<1000 { write(value) }
    }
  }

  static func broadPropagation() -> () -> Void {
    let head = ObservableModel()
    let effects = ObservationEffects()
    let runs = Tally()
    let last = (0..<50).map { index in
      let sum = { head.value + index }
      let next = { sum() + 1 }
      effects.add {
        consume(next())
        runs.add()
      }
      return next
    }[49]
    return body(head, effects, runs, values: 50, effectRuns: 2500) { value in
      check(last(), value + 50, in: "Observation, broadPropagation")
    }
  }

  static func deepPropagation() -> () -> Void {
    let head = ObservableModel()
    let effects = ObservationEffects()
    let runs = Tally()
    var last = { head.value + 1 }
    for _ in 1..<50 {
      last = { [last] in last() + 1 }
    }
    effects.add { [last] in
      consume(last())
      runs.add()
    }
    return body(head, effects, runs, values: 50, effectRuns: 50) { [last] value in
      check(last(), value + 50, in: "Observation, deepPropagation")
    }
  }

  static func diamond() -> () -> Void {
    let head = ObservableModel()
    let effects = ObservationEffects()
    let runs = Tally()
    let middle = (0..<5).map { _ in { head.value + 1 } }
    let sum = { middle.map { $0() }.reduce(0, +) }
    effects.add {
      consume(sum())
      runs.add()
    }
    return body(head, effects, runs, values: 500, effectRuns: 500) { value in
      check(sum(), (value + 1) * 5, in: "Observation, diamond")
    }
  }

  static func repeatedObservers() -> () -> Void {
    let head = ObservableModel()
    let effects = ObservationEffects()
    let runs = Tally()
    let sum = {
      var sum = 0
      for _ in 0..<30 { sum += head.value }
      return sum
    }
    effects.add {
      consume(sum())
      runs.add()
    }
    return body(head, effects, runs, values: 100, effectRuns: 100) { value in
      check(sum(), value * 30, in: "Observation, repeatedObservers")
    }
  }

  private static func body(
    _ head: ObservableModel, _ effects: ObservationEffects, _ runs: Tally, values: Int, effectRuns: Int,
    _ checkValue: @escaping (Int) -> Void
  ) -> () -> Void {
    func write(_ value: Int) {
      head.value = value
      effects.rearm()
      checkValue(value)
    }
    return {
      write(1)
      runs.reset()
      for value in 0..<values { write(value) }
      check(runs.count, effectRuns, in: "Observation, effects")
    }
  }
}
