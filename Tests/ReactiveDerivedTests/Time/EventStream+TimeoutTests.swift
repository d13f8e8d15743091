import ReactiveDerived
import Testing

@MainActor
@Suite("EventStream.timeout")
struct EventStreamTimeoutTests {
  private let clock = ManualClock()
  private let event = Event<Int>()

  @Test("emits once for each silence, which begins when it is observed and with each payload")
  func silences() {
    var log: [Duration] = []
    let stream = event.timeout(after: .seconds(5), clock: clock)
    clock.advance(by: .seconds(10))
    stream.sink { [clock] in log.append(clock.now.offset) }
    clock.advance(by: .seconds(20))
    #expect(log == [.seconds(15)] && clock.sleeperCount == 0)
    event.trigger(1)
    clock.advance(by: .seconds(4))
    event.trigger(2)
    clock.advance(by: .seconds(20))
    #expect(log == [.seconds(15), .seconds(39)])
  }

  @Test("no longer once it is not observed, or the source has ended")
  func ends() {
    var count = 0
    let subscription = event.timeout(after: .seconds(1), clock: clock).sink { count += 1 }
    #expect(clock.sleeperCount == 1)
    subscription.cancel()
    #expect(clock.sleeperCount == 0)
    var source: Event<Int>? = Event()
    source?.timeout(after: .seconds(1), clock: clock).sink { count += 1 }
    #expect(clock.sleeperCount == 1)
    source = nil
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
    #expect(count == 0)
  }

  @Test("zero and less: at the next time, not in the call that observes", arguments: [Duration.zero, .seconds(-1)])
  func zero(duration: Duration) {
    var count = 0
    event.timeout(after: duration, clock: clock).sink { count += 1 }
    #expect(count == 0)
    clock.advance(by: .zero)
    #expect(count == 1)
    event.trigger(1)
    #expect(count == 2)
  }
}
