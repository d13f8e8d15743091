import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream, while observed")
struct EventStreamWhileObservedTests {
  private final class Journal {
    var log: [String] = []
    var send: ((Int) -> Void)?
    func start(_ send: @escaping (Int) -> Void) -> Subscription {
      log.append("start")
      self.send = send
      return Subscription { self.log.append("stop") }
    }
    func news() -> [String] {
      defer { log = [] }
      return log
    }
  }
  private let journal = Journal()

  @Test("it runs from the first observer to the last one's end, and sends nothing afterwards")
  func runs() {
    let stream = EventStream<Int>(whileObserved: journal.start)
    var log: [Int] = []
    #expect(journal.news().isEmpty)
    let (first, second) = (stream.sink { log.append($0) }, stream.sink { log.append(-$0) })
    journal.send?(1)
    first.cancel()
    journal.send?(2)
    #expect(journal.news() == ["start"] && log == [1, -1, -2])
    let late = journal.send
    second.cancel()
    late?(3)
    let third = stream.sink { log.append($0) }
    late?(4)
    journal.send?(5)
    #expect(journal.news() == ["stop", "start"] && log == [1, -1, -2, 5])
    third.cancel()
  }

  @Test("the start may send, and throw the stream away")
  func starts() {
    var log: [Int] = []
    let greeting = EventStream<Int>(whileObserved: { send in
      send(1)
      return Subscription(of: [])
    })
    greeting.sink { log.append($0) }.cancel()
    #expect(log == [1])
    var stops = 0
    var stream: EventStream<Int>?
    stream = EventStream(whileObserved: { send in
      stream = nil
      send(2)
      return Subscription { stops += 1 }
    })
    _ = stream?.sink { log.append($0) }
    #expect(stops == 1 && stream == nil)
  }

  @Test("in a batch or delivery transitions are settled after it, once for all")
  func settlesOnce() {
    let stream = EventStream<Int>(whileObserved: journal.start)
    batch {
      stream.sink { _ in }.cancel()
      stream.sink { _ in }.cancel()
    }
    #expect(journal.news().isEmpty)
    let event = Event<Void>()
    var subscription: Subscription?
    event.sink { [journal] in
      subscription = stream.sink { _ in }
      #expect(journal.log.isEmpty)
    }
    event.trigger()
    #expect(journal.news() == ["start"])
    subscription?.cancel()
  }

  @Test("it lingers, and a token keeps it")
  func lingers() {
    let clock = ManualClock()
    weak var gone: EventStream<Int>?
    do {
      let stream = EventStream<Int>(whileObserved: journal.start, lingering: .seconds(5), clock: clock)
      gone = stream
      stream.sink { _ in }.cancel()
      clock.advance(by: .seconds(4))
      stream.sink { _ in }.cancel()
      #expect(journal.news() == ["start"])
      clock.advance(by: .seconds(5))
      #expect(journal.news() == ["stop"])
    }
    #expect(gone == nil)
    let bag = SubscriptionBag()
    EventStream<Int>(whileObserved: journal.start).sink { _ in }.store(in: bag)
    #expect(journal.news() == ["start"])
    bag.cancelAll()
    #expect(journal.news() == ["stop"])
  }

  @Test("one that dies while it lingers stops at once")
  func diesLingering() {
    let clock = ManualClock()
    do {
      let stream = EventStream<Int>(whileObserved: journal.start, lingering: .seconds(5), clock: clock)
      stream.sink { _ in }.cancel()
      #expect(journal.news() == ["start"] && clock.sleeperCount == 1)
      withExtendedLifetime(stream) {}
    }
    #expect(journal.news() == ["stop"] && clock.sleeperCount == 0)
  }

  @Test("no time, and less, is none", arguments: [Duration.zero, .seconds(-1)])
  func noTime(duration: Duration) {
    let clock = ManualClock()
    let stream = EventStream<Int>(whileObserved: journal.start, lingering: duration, clock: clock)
    stream.sink { _ in }.cancel()
    #expect(journal.news() == ["start", "stop"] && clock.sleeperCount == 0)
  }
}
