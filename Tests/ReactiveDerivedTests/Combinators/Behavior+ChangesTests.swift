import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Behavior.changes")
struct BehaviorChangesTests {
  @Test("emits each new value from the next change on, a batch as one")
  func changes() {
    let source = OpenBehavior(0)
    var log: [Int] = []
    source.changes.sink { log.append($0) }
    source.value = 1
    source.value = 1
    batch {
      source.value = 2
      source.value = 3
    }
    batch {
      source.value = 4
      source.value = 3
    }
    #expect(log == [1, 3])
  }

  @Test("of a behavior that is written, it need not be kept, and ends with it")
  func written() {
    let live = LiveCount()
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    var log: [Int] = []
    let subscription: Subscription
    do {
      let tracked = live.make()
      subscription = source!.changes.map { $0 * 10 }.filter { $0 > 10 }.sink {
        tracked.touch()
        log.append($0)
      }
    }
    source?.value = 1
    source?.value = 2
    #expect(log == [20])
    source = nil
    #expect(subscription.isCancelled)
    #expect(live.alive == 0)
  }

  @Test("of a computed one it has to be kept, and keeps the behavior")
  func computed() {
    let source = OpenBehavior(0)
    var log: [Int] = []
    var stream: EventStream<Int>? = source.map { $0 * 10 }.changes.map { $0 + 1 }
    stream?.sink { log.append($0) }
    source.value = 1
    #expect(log == [11])
    @Weak var weakStream = stream
    stream = nil
    #expect(weakStream == nil)
    source.value = 2
    #expect(log == [11])
  }

  @Test("of one that holds a stream it has to be kept, too")
  func held() {
    let event = Event<Int>()
    var log: [Int] = []
    var stream: EventStream<Int>? = event.hold(0).changes.map { $0 * 10 }
    stream?.sink { log.append($0) }
    event.trigger(1)
    #expect(log == [10])
    stream = nil
    #expect(event.observers.isEmpty)
  }

  @Test("an unobserved stream leaves a computed behavior asleep")
  func lazy() {
    let source = OpenBehavior(0)
    var runs = 0
    let computed = source.map { value -> Int in
      runs += 1
      return value
    }
    let stream = computed.changes
    source.value = 1
    #expect(runs == 0)
    let subscription = stream.sink { _ in }
    #expect(runs == 1)
    source.value = 2
    #expect(runs == 2)
    subscription.cancel()
    source.value = 3
    #expect(runs == 2)
  }

  @Test("observed between two writes of a batch, it emits the second")
  func inBatch() {
    let source = OpenBehavior(0)
    let stream = source.changes.map { $0 }
    var log: [String] = []
    stream.sink { log.append("a\($0)") }
    batch {
      source.value = 1
      stream.sink { log.append("b\($0)") }
      source.value = 2
    }
    #expect(log == ["a2", "b2"])
  }

  @Test("observed between two writes of a delivery, it emits the second only")
  func inDelivery() {
    let source = OpenBehavior(0)
    let stream = source.changes.map { $0 }
    let event = Event<Void>()
    var log: [String] = []
    stream.sink { log.append("a\($0)") }
    event.sink {
      source.value = 1
      stream.sink { log.append("b\($0)") }
      source.value = 2
    }
    event.trigger()
    #expect(log == ["a1", "a2", "b2"])
  }

  @Test("membership: an observer that comes in a batch during a delivery is no part of that delivery")
  func comesInBatchDuringDelivery() {
    let source = StoredProperty(0)
    let stream = source.changes.map { $0 }
    var log: [Int] = []
    var isDone = false
    let adder = source.sink { _ in
      if isDone { return }
      isDone = true
      batch { _ = stream.sink { log.append($0) } }
    }
    stream.sink { _ in }
    source.value = 1
    #expect(log == [])
    source.value = 2
    #expect(log == [2])
    adder.cancel()
  }

  @Test("membership: what a derivation sends, which runs for a new observer, reaches that observer")
  func sentWhileAdded() {
    let source = OpenBehavior(0)
    let event = Event<Int>()
    let derived = source.map { number in
      if number > 0 { independently { event.trigger(number) } }
      return number
    }
    let stream = event.merge(derived.changes)
    var log: [String] = []
    let tokens = [stream.sink { log.append("a\($0)") }]
    batch {
      source.value = 3
      let token = stream.sink { log.append("b\($0)") }
      #expect(log == ["a3", "b3"])
      token.cancel()
    }
    #expect(log == ["a3", "b3", "a3"])
    for token in tokens { token.cancel() }
  }
}
