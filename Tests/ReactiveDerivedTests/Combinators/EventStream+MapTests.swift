import ReactiveDerived
import Testing

@Suite("EventStream.map")
struct EventStreamMapTests {
  @Test("emits what the function makes of each payload, in order")
  func map() {
    let event = Event<Int>()
    var log: [String] = []
    event.map { "\($0)" }.sink { log.append($0) }
    for number in 1...3 { event.trigger(number) }
    #expect(log == ["1", "2", "3"])
  }

  @Test("a key path is a function, written in place or kept")
  func keyPath() {
    let event = Event<String>()
    let path: KeyPath<String, Int> = \.count
    var log: [Int] = []
    event.map(\.count).sink { log.append($0) }
    event.map(path).sink { log.append(-$0) }
    event.trigger("abc")
    #expect(log == [3, -3])
  }

  @Test("the function runs once for all observers, and not at all without one")
  func runsOnce() {
    let event = Event<Int>()
    var runs = 0
    let stream = event.map { number -> Int in
      runs += 1
      return number
    }
    event.trigger(1)
    #expect(runs == 0)
    let first = stream.sink { _ in }
    let second = stream.sink { _ in }
    event.trigger(2)
    #expect(runs == 1)
    first.cancel()
    event.trigger(3)
    #expect(runs == 2)
    second.cancel()
    event.trigger(4)
    #expect(runs == 2)
  }

  @Test("a chain runs inside the delivery of its event: a payload has reached all observers before the next one")
  func depthFirst() {
    let event = Event<Int>()
    var log: [String] = []
    event.sink { [unowned event] in
      log.append("a\($0)")
      if $0 == 1 { event.trigger(2) }
    }
    event.map { $0 * 10 }.map { $0 + 1 }.sink { log.append("m\($0)") }
    event.sink { log.append("z\($0)") }
    event.trigger(1)
    #expect(log == ["a1", "m11", "z1", "a2", "m21", "z2"])
  }

  @Test("the function may trigger, observe and cancel")
  func reentrantFunction() {
    let event = Event<Int>()
    var log: [Int] = []
    var subscription: Subscription?
    let stream = event.map { [unowned event] number -> Int in
      if number == 1 {
        event.trigger(2)
        event.sink { log.append(100 + $0) }
      }
      if number == 2 { subscription?.cancel() }
      return number
    }
    subscription = stream.sink { log.append($0) }
    event.trigger(1)
    #expect(log == [1])
    event.trigger(3)
    #expect(log == [1, 103])
  }

  @Test("a batch delays its payloads to the end, in order")
  func inBatch() {
    let event = Event<Int>()
    var log: [Int] = []
    event.map { $0 }.sink { log.append($0) }
    batch {
      event.trigger(1)
      event.trigger(2)
      #expect(log == [])
    }
    #expect(log == [1, 2])
  }
}
