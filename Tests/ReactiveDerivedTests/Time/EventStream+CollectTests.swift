import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream.collect")
struct EventStreamCollectTests {
  private let clock = ManualClock()
  private let event = Event<Int>()

  @Test("so many at a time; what does not fill a group is dropped with the last observer")
  func count() {
    var log: [[Int]] = []
    let groups = event.collect(3)
    let subscription = groups.sink { log.append($0) }
    for number in 1...8 { event.trigger(number) }
    #expect(log == [[1, 2, 3], [4, 5, 6]])
    subscription.cancel()
    groups.sink { log.append($0) }
    for number in 9...11 { event.trigger(number) }
    #expect(log.last == [9, 10, 11])
  }

  @Test("what comes within a time of the first, together; never an empty group")
  func time() {
    var log: [[Int]] = []
    event.collect(for: .seconds(1), clock: clock).sink { log.append($0) }
    clock.advance(by: .seconds(10))
    #expect(log.isEmpty && clock.sleeperCount == 0)
    for number in 1...5 {
      event.trigger(number)
      clock.advance(by: .milliseconds(400))
    }
    #expect(log == [[1, 2, 3]])
    clock.advance(by: .seconds(1))
    #expect(log == [[1, 2, 3], [4, 5]] && clock.sleeperCount == 0)
  }

  @Test("a full group does not wait, and the next one begins with its first payload")
  func limit() {
    var log: [[Int]] = []
    event.collect(for: .seconds(1), limit: 2, clock: clock).sink { log.append($0) }
    for number in 1...3 { event.trigger(number) }
    #expect(log == [[1, 2]])
    clock.advance(by: .milliseconds(999))
    #expect(log == [[1, 2]])
    clock.advance(by: .milliseconds(1))
    #expect(log == [[1, 2], [3]])
  }

  @Test("zero and less: the payloads of a delivery, after it", arguments: [Duration.zero, .seconds(-1)])
  func zero(duration: Duration) {
    var log: [String] = []
    event.collect(for: duration, clock: clock).sink { log.append("group \($0)") }
    event.sink { log.append("\($0)") }
    batch { for number in 1...3 { event.trigger(number) } }
    event.trigger(4)
    #expect(log == ["1", "2", "3", "group [1, 2, 3]", "4", "group [4]"])
  }

  @Test("what an observer triggers is in the next group, also with groups of one")
  func reentrant() {
    var log: [[Int]] = []
    event.collect(1).sink { [unowned event] in
      log.append($0)
      if $0[0] < 3 { event.trigger($0[0] + 1) }
    }
    event.trigger(1)
    #expect(log == [[1], [2], [3]])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("groups of no payload stop")
  func bad() async throws {
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Event<Int>(name: "logged").collect(0)
    }
    try expectStop(none, says: ["collect(_:) of logged", "groups of 0 payloads"])
    let limit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = Event<Int>(name: "logged").collect(for: .seconds(1), limit: -1)
    }
    try expectStop(limit, says: ["collect(for:limit:) of logged", "groups of -1 payloads"])
  }
  #endif
}
