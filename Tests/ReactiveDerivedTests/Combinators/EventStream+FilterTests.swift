import ReactiveDerived
import Testing

@Suite("EventStream.filter")
struct EventStreamFilterTests {
  @Test("emits the payloads that pass the test, equal ones too")
  func filter() {
    let event = Event<Int>()
    var log: [Int] = []
    event.filter { $0 % 2 == 0 }.sink { log.append($0) }
    for number in [1, 2, 2, 3, 4] { event.trigger(number) }
    #expect(log == [2, 2, 4])
  }

  @Test("asks once for each payload, at any number of observers")
  func asksOnce() {
    let event = Event<Int>()
    var asked = 0
    let stream = event.filter { _ in
      asked += 1
      return true
    }
    stream.sink { _ in }
    stream.sink { _ in }
    event.trigger(1)
    #expect(asked == 1)
  }
}
