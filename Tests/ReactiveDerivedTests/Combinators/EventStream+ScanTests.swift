import ReactiveDerived
import Testing

@Suite("EventStream.scan")
struct EventStreamScanTests {
  @Test("emits each state")
  func scan() {
    let event = Event<Int>()
    var log: [Int] = []
    event.scan(0, +).sink { log.append($0) }
    for number in [1, 2, 2] { event.trigger(number) }
    #expect(log == [1, 3, 5])
  }

  @Test("counts from its creation, observed or not, with one state for all observers")
  func shared() {
    let event = Event<Int>()
    let total = event.map { $0 }.scan(0, +)
    var log: [String] = []
    event.trigger(1)
    let first = total.sink { log.append("a\($0)") }
    event.trigger(2)
    total.sink { log.append("b\($0)") }
    event.trigger(3)
    first.cancel()
    event.trigger(4)
    #expect(log == ["a3", "a6", "b6", "b10"])
  }

  @Test("the function may trigger the event: the payloads are counted in order")
  func reentrant() {
    let event = Event<Int>()
    var log: [[Int]] = []
    event.scan([]) { [unowned event] all, number in
      if number == 1 { event.trigger(2) }
      return all + [number]
    }.sink { log.append($0) }
    event.trigger(1)
    #expect(log == [[1], [1, 2]])
  }

  @Test("a payload that the function sends independently is counted after it")
  func independent() {
    let event = Event<Int>()
    let other = Event<Int>()
    var log: [[Int]] = []
    event.merge(other).scan([]) { [unowned event, unowned other] all, number in
      if number == 1 { independently { event.trigger(2) } }
      if number == 2 { independently { other.trigger(3) } }
      return all + [number]
    }.sink { log.append($0) }
    event.trigger(1)
    #expect(log == [[1], [1, 2], [1, 2, 3]])
    batch { other.trigger(1) }
    #expect(log.last == [1, 2, 3, 1, 2, 3])
  }

  @Test("an observer that comes in a delivery is not part of it, though the state is counted already")
  func membership() {
    let event = Event<Int>()
    let total = event.merge(event.map { $0 }).scan(0, +)
    var log: [String] = []
    var isFirst = true
    event.sink { _ in
      if isFirst { total.sink { log.append("late \($0)") } }
      isFirst = false
    }
    event.scan(0, +).sink { log.append("\($0)") }
    event.trigger(1)
    #expect(log == ["1"])
    event.trigger(1)
    #expect(log == ["1", "late 3", "late 4", "2"])
  }
}
