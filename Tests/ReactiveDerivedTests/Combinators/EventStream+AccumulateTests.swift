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

  @Test("a payload that the function sends independently is added after it")
  func independent() {
    let event = Event<Int>()
    let other = Event<Int>()
    let number = OpenBehavior(0)
    func sends(_ payload: Int, _ state: Int, _ send: (Int) -> Void) -> Int {
      if payload == 1 { independently { send(10) } }
      return state + payload
    }
    let plain = event.accumulate(0) { [unowned event] in sends($1, $0, event.trigger) }
    event.trigger(1)
    #expect(plain.value == 11)
    let mapped = other.map { $0 }.filter { $0 > 0 }.accumulate(0) { [unowned other] in sends($1, $0, other.trigger) }
    other.trigger(1)
    #expect(mapped.value == 11)
    let first = Event<Int>()
    let second = Event<Int>()
    let merged = first.merge(second).accumulate(0) { [unowned second] in sends($1, $0, second.trigger) }
    first.trigger(1)
    #expect(merged.value == 11)
    batch {
      first.trigger(1)
      second.trigger(1)
    }
    #expect(merged.value == 33)
    independently { first.trigger(1) }
    #expect(merged.value == 44)
    let changes = number.changes.accumulate(0) { [unowned number] in sends($1, $0) { number.value = $0 } }
    number.value = 1
    #expect(changes.value == 11)
    batch { number.value = 1 }
    #expect(changes.value == 22)
  }
}
