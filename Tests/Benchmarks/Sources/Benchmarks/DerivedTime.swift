import ReactiveDerived

extension Suite {
  /// Operators over time, before their delay expires: the cost of each payload, with one other observer.
  static var derivedTime: Suite {
    Suite(
      name: "Derived: time",
      cases: [
        waiting("debounce, an event while armed", bounds: [.atMost(35)]) { $0.debounce(for: .seconds(1000)) },
        waiting("throttle, an event that waits") { $0.throttle(for: .seconds(1000)) },
      ])
  }

  private static func waiting(
    _ name: String, bounds: [Bound] = [], _ make: @escaping @MainActor (Event<Int>) -> EventStream<Int>
  ) -> Case {
    Case(
      name: name,
      unit: "ns",
      bounds: bounds,
      contenders: [
        .floor("floor: a stored deadline and payload") {
          let waiting = HandWrittenDebounce()
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

/// A debounce's work for each payload while it waits, without a library.
private final class HandWrittenDebounce {
  private var pending: Int?
  private var deadline = ContinuousClock.now

  @inline(never)
  func receive(_ value: Int) {
    pending = value
    deadline = ContinuousClock.now.advanced(by: .seconds(1000))
  }
}
