import CBenchmarkSupport
import ReactiveDerived

extension Suite {
  /// Operators over time: a payload before their delay expires, with one other observer, and a whole quiet period.
  static var derivedTime: Suite {
    Suite(
      name: "Derived: time",
      cases: [
        waiting(
          "debounce, an event while armed", bounds: [.atMost(35)], floor: "floor: a stored deadline and payload",
          { HandWrittenDebounce() }
        ) { $0.debounce(for: .seconds(1000)) },
        waiting("throttle, an event that waits", floor: "floor: a stored payload", { HandWrittenThrottle() }) {
          $0.throttle(for: .seconds(1000))
        },
      ] + (benchmark_takes_jobs() ? [quietPeriod] : []))
  }

  private static func waiting(
    _ name: String, bounds: [Bound] = [], floor: String, _ makeFloor: @escaping () -> some Receiving,
    _ make: @escaping @MainActor (Event<Int>) -> EventStream<Int>
  ) -> Case {
    Case(
      name: name,
      unit: "ns",
      bounds: bounds,
      contenders: [
        .floor(floor) {
          let waiting = makeFloor()
          let cell = Checksum.cell
          return Work { values in
            for value in values {
              cell.pointee &+= value
              waiting.receive(value)
            }
          }
        },
        .ours("Event") {
          // The benchmarks run on the main thread, where the operators use the main actor.
          MainActor.assumeIsolated { TimedEvent.present = TimedEvent(make) }
          return Work { values in
            MainActor.assumeIsolated {
              let event = TimedEvent.present.event
              for value in values { event.trigger(value) }
            }
          }
        },
      ])
  }

  // --- A quiet period ------------------------------------------------------------------------------------------------

  // An event, then the period passes, and the event is emitted. Jobs run on the timed thread, as in "Tracking: tasks",
  // and the clock stands until it is advanced: no contender waits.
  private static var quietPeriod: Case {
    Case(
      name: "debounce, an event and its quiet period",
      unit: "ns",
      contenders: [
        .floor("floor: a Task that sleeps") { periods { SleepingDebounce(clock: $0) } },
        .ours("debounce") { periods { DebouncedEvent(clock: $0) } },
        .peer("debounce with a ManualClock, without a task") { periods { DebouncedEvent(clock: $0.manual) } },
      ])
  }

  private static func periods(_ make: @MainActor (TaskClock) -> any Debouncing) -> Work {
    let clock = TaskClock()
    benchmark_take_jobs(true)
    let debounced = MainActor.assumeIsolated { make(clock) }
    benchmark_run_jobs()
    benchmark_take_jobs(false)
    var work = Work(
      prepare: { benchmark_take_jobs(true) },
      run: { values in
        for value in values {
          MainActor.assumeIsolated { debounced.receive(value) }
          // The task begins to sleep.
          benchmark_run_jobs()
          MainActor.assumeIsolated { clock.manual.advance(by: .seconds(1)) }
          // It wakes.
          benchmark_run_jobs()
        }
      },
      finish: { benchmark_take_jobs(false) })
    // An alarm that rings has a label.
    work.countsReferences = false
    return work
  }
}

@MainActor
private final class TimedEvent {
  static var present = TimedEvent { $0 }
  let event = Event<Int>()
  init(_ make: (Event<Int>) -> EventStream<Int>) {
    let cell = Checksum.cell
    event.sink { cell.pointee &+= $0 }
    make(event).sink { _ in }
  }
}

/// An operator's work for each payload while it waits, without a library.
private protocol Receiving: AnyObject {
  func receive(_ value: Int)
}

private final class HandWrittenDebounce: Receiving {
  private var pending: Int?
  private var deadline = ContinuousClock.now

  @inline(never)
  func receive(_ value: Int) {
    pending = value
    deadline = ContinuousClock.now.advanced(by: .seconds(1000))
  }
}

private final class HandWrittenThrottle: Receiving {
  private var pending: Int?
  private var isArmed = true
  private let observers = ClosureList()

  @inline(never)
  func receive(_ value: Int) {
    if isArmed {
      pending = value
    } else {
      isArmed = true
      observers.send(value)
    }
  }
}

/// A ManualClock that operators take for any other clock: they sleep in a task, as with a ContinuousClock.
private struct TaskClock: Clock {
  let manual = ManualClock()
  var now: ManualClock.Instant { manual.now }
  var minimumResolution: Duration { manual.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await manual.sleep(until: deadline, tolerance: tolerance)
  }
}

@MainActor
private protocol Debouncing: AnyObject, Sendable {
  func receive(_ value: Int)
}

@MainActor
private final class DebouncedEvent: Debouncing {
  private let event = Event<Int>()

  init(clock: any Clock<Duration>) {
    let cell = Checksum.cell
    event.debounce(for: .seconds(1), clock: clock).sink { cell.pointee &+= $0 }
  }

  func receive(_ value: Int) { event.trigger(value) }
}

/// The usual handwritten debounce.
@MainActor
private final class SleepingDebounce: Debouncing {
  private let clock: any Clock<Duration>
  private let observers: ClosureList
  private var task: Task<Void, Never>?

  init(clock: any Clock<Duration>) {
    self.clock = clock
    let cell = Checksum.cell
    observers = ClosureList(observers: 1) { { cell.pointee &+= $0 } }
  }

  func receive(_ value: Int) {
    task?.cancel()
    task = Task { [weak self, clock] in
      do { try await clock.sleep(for: .seconds(1)) } catch { return }
      if !Task.isCancelled { self?.observers.send(value) }
    }
  }
}
