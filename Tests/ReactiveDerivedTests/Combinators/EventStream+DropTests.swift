import ReactiveDerived
import Testing

@Suite("EventStream.dropFirst and drop")
struct EventStreamDropTests {
  @Test("leaves out the first payloads, one if no number is given")
  func dropFirst() {
    let event = Event<Int>()
    var log: [String] = []
    event.dropFirst().sink { log.append("one \($0)") }
    event.dropFirst(2).sink { log.append("two \($0)") }
    event.dropFirst(0).sink { log.append("none \($0)") }
    for number in 1...3 { event.trigger(number) }
    #expect(log == ["none 1", "one 2", "none 2", "one 3", "two 3", "none 3"])
  }

  @Test("counts from its creation, observed or not, once for all observers")
  func counts() {
    let event = Event<Int>()
    let stream = event.dropFirst(2)
    var log: [Int] = []
    event.trigger(1)
    stream.sink { log.append($0) }
    event.trigger(2)
    stream.sink { log.append(-$0) }
    event.trigger(3)
    #expect(log == [3, -3])
  }

  @Test("while: emits from the first one that fails, and does not ask any more")
  func dropWhile() {
    let event = Event<Int>()
    var log: [Int] = []
    var asked = 0
    let stream = event.drop { number in
      asked += 1
      return number < 3
    }
    stream.sink { log.append($0) }
    for number in [1, 3, 1] { event.trigger(number) }
    #expect(log == [3, 1])
    #expect(asked == 2)
  }
}
