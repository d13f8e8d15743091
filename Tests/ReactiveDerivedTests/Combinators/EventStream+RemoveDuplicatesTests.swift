import ReactiveDerived
import Testing

@Suite("EventStream.removeDuplicates")
struct EventStreamRemoveDuplicatesTests {
  @Test("emits what is not equal to the payload before")
  func equal() {
    let event = Event<Int?>()
    var log: [Int?] = []
    event.removeDuplicates().sink { log.append($0) }
    for number in [nil, nil, 1, 1, nil, 2, 1] as [Int?] { event.trigger(number) }
    #expect(log == [nil, 1, nil, 2, 1])
  }

  @Test("a test of your own compares with the last one that was delivered")
  func test() {
    let event = Event<Int>()
    var log: [Int] = []
    event.removeDuplicates { abs($0 - $1) < 10 }.sink { log.append($0) }
    for number in [0, 6, 12, 18, 22] { event.trigger(number) }
    #expect(log == [0, 12, 22])
  }

  @Test("remembers from its creation on, observed or not, for all observers")
  func shared() {
    let event = Event<Int>()
    let changed = event.map { $0 }.removeDuplicates()
    var log: [String] = []
    event.trigger(1)
    changed.sink { log.append("a\($0)") }
    event.trigger(1)
    event.trigger(2)
    changed.sink { log.append("b\($0)") }
    event.trigger(2)
    event.trigger(3)
    #expect(log == ["a2", "a3", "b3"])
  }

  @Test("the test may trigger the event, and so may the end of a payload: both are delivered in order")
  func reentrant() {
    final class Payload {
      let number: Int
      let ended: (Int) -> Void
      init(_ number: Int, ended: @escaping (Int) -> Void) {
        self.number = number
        self.ended = ended
      }
      deinit { ended(number) }
    }
    let numbers = Event<Int>()
    let event = Event<Payload>()
    var log: [Int] = []
    numbers.sink { log.append(-$0) }
    let changed = event.removeDuplicates { [unowned event] in
      if $1.number == 2 { event.trigger(Payload(3) { _ in }) }
      return $0.number == $1.number
    }
    changed.sink { log.append($0.number) }
    event.trigger(Payload(1) { [unowned numbers] in numbers.trigger($0) })
    event.trigger(Payload(2) { _ in })
    #expect(log == [1, 2, -1, 3] || log == [1, 2, 3, -1])
  }
}
