import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Behavior.sample")
struct BehaviorSampleTests {
  @Test("emits the value at each payload, changed or not")
  func sample() {
    let source = OpenBehavior(0)
    let event = Event<Void>()
    var log: [Int] = []
    source.sample(on: event).sink { log.append($0) }
    source.value = 1
    event.trigger()
    event.trigger()
    source.value = 2
    #expect(log == [1, 1])
  }

  @Test("makes something of the value and the payload, and what it captures goes with the stream")
  func transform() {
    final class Captured {}
    let price = OpenBehavior(3)
    let ordered = Event<Int>()
    var log: [Int] = []
    var captured: Captured? = Captured()
    @Weak var weakCaptured = captured
    do {
      let paid = price.sample(on: ordered) { [captured] price, pieces in
        withExtendedLifetime(captured) { price * pieces }
      }
      let subscription = paid.sink { log.append($0) }
      captured = nil
      ordered.trigger(2)
      price.value = 4
      ordered.trigger(5)
      subscription.cancel()
    }
    #expect(log == [6, 20])
    #expect(weakCaptured == nil)
  }

  @Test("a computed behavior is computed when the payload comes, and not before")
  func lazy() {
    let source = OpenBehavior(0)
    var runs = 0
    let computed = source.map { value -> Int in
      runs += 1
      return value * 10
    }
    let event = Event<Void>()
    var log: [Int] = []
    let stream = computed.sample(on: event)
    stream.sink { log.append($0) }
    source.value = 1
    source.value = 2
    #expect(runs == 0)
    event.trigger()
    #expect(log == [20])
    #expect(runs == 1)
  }

  @Test("what it says inside a batch is the value at the end of it")
  func inBatch() {
    let source = OpenBehavior(0)
    let event = Event<Void>()
    var log: [Int] = []
    source.sample(on: event).sink { log.append($0) }
    batch {
      event.trigger()
      source.value = 1
    }
    #expect(log == [1])
  }

  @Test("a held behavior that was made before it has the payload already")
  func held() {
    let event = Event<Int>()
    let last = event.hold(0)
    var log: [Int] = []
    let stream = last.sample(on: event)
    stream.sink { log.append($0) }
    event.trigger(7)
    #expect(log == [7])
  }

  @Test("ends with the behavior, and with the stream")
  func ends() {
    let live = LiveCount()
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    var event: Event<Void>? = Event()
    func observe() -> Subscription {
      let tracked = live.make()
      return source!.sample(on: event!).sink { _ in tracked.touch() }
    }
    let first = observe()
    source = nil
    event?.trigger()
    #expect(first.isCancelled)
    #expect(live.alive == 0)
    source = OpenBehavior(0)
    let second = observe()
    event = nil
    #expect(second.isCancelled)
    #expect(live.alive == 0)
  }

  @Test("of its own changes, it leaves nothing behind")
  func ownChanges() {
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    @Weak var weakSource = source
    var log: [Int] = []
    source!.sample(on: source!.changes.map { _ in }).sink { log.append($0) }
    source?.value = 1
    #expect(log == [1])
    source = nil
    #expect(weakSource == nil)
  }
}
