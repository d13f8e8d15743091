// Tests: EventStream+Throttle, EventStream+Delay, EventStream+Collect

import ReactiveDerived
import ReactiveTestSupport
import Testing

/// The declarations themselves do not compile where they are used; `.ci/check-compile-failures` shows their errors.
@MainActor
@Suite("What the errors for a stream's names on a behavior say to write")
struct BehaviorOtherNamesTests {
  private let clock = ManualClock()
  private let count = OpenBehavior(0)

  @Test("throttle and delay: of the changes, and held as a behavior")
  func overTime() {
    var throttled: [Int] = []
    var delayed: [Int] = []
    let early = count.changes.throttle(for: .seconds(1), clock: clock).hold(count.value)
    let late = count.changes.delay(by: .seconds(1), clock: clock).hold(count.value)
    early.observe { throttled.append($0) }
    late.observe { delayed.append($0) }
    for number in 1...3 { count.value = number }
    #expect(throttled == [0, 1])
    #expect(delayed == [0])
    clock.advance(by: .seconds(1))
    #expect(throttled == [0, 1, 3])
    #expect(delayed == [0, 1, 2, 3])
  }

  @Test("collect: of the changes, by number and by time")
  func collected() {
    var log: [[Int]] = []
    let pairs = count.changes.collect(2)
    let timed = count.changes.collect(for: .seconds(1), clock: clock)
    pairs.sink { log.append($0) }
    timed.sink { log.append($0) }
    for number in 1...3 { count.value = number }
    #expect(log == [[1, 2]])
    clock.advance(by: .seconds(1))
    #expect(log == [[1, 2], [1, 2, 3]])
  }
}
