import ReactiveDerived
import Testing

@Suite("EventStream.accumulate")
struct EventStreamAccumulateTests {
  @Test("is the state that each payload leads to, observed or not")
  func accumulate() {
    let event = Event<Int>()
    let total = event.accumulate(10) { $0 + $1 }
    #expect(total.value == 10)
    event.trigger(1)
    event.trigger(2)
    #expect(total.value == 13)
  }

  @Test("an equal state is no change, and other states are")
  func equalityCut() {
    let event = Event<Int>()
    let highest = event.accumulate(0) { max($0, $1) }
    let list = event.accumulate([(Int)]()) { $0 + [$1] }
    let latest = event.accumulate((0, 0)) { ($0.1, $1) }
    var log: [String] = []
    highest.sink { log.append("\($0)") }
    list.sink { log.append("\($0)") }
    latest.sink { log.append("\($0)") }
    event.trigger(3)
    event.trigger(2)
    #expect(log == ["3", "[3]", "(0, 3)", "[3, 2]", "(3, 2)"])
  }

  @Test("the function may read the behavior, trigger the event and read others without following them")
  func reentrant() {
    let event = Event<Int>()
    let other = OpenBehavior(1)
    var total: Behavior<Int>?
    total = event.accumulate(0) { [unowned event] state, number in
      if number == 1 { event.trigger(5) }
      return (total?.value ?? 0) + number * other.value
    }
    event.trigger(1)
    #expect(total?.value == 6)
    other.value = 100
    #expect(total?.value == 6)
    total = nil
  }
}
