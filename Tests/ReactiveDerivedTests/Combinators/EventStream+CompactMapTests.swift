import ReactiveDerived
import Testing

@Suite("EventStream.compactMap")
struct EventStreamCompactMapTests {
  @Test("emits what the function makes of a payload unless that is nil")
  func compactMap() {
    let event = Event<String>()
    var log: [Int] = []
    event.compactMap { Int($0) }.sink { log.append($0) }
    for text in ["1", "x", "3"] { event.trigger(text) }
    #expect(log == [1, 3])
  }

  @Test("of an optional of an optional, only the outer nil is left out")
  func nested() {
    let event = Event<Int>()
    var log: [Int?] = []
    event.compactMap { number -> Int?? in number == 0 ? .none : .some(number == 1 ? nil : number) }
      .sink { log.append($0) }
    for number in 0...2 { event.trigger(number) }
    #expect(log == [nil, 2])
  }
}
