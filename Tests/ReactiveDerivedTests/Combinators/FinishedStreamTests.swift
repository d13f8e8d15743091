// Tests: DerivedStream, HeldBack, SourcedStream, EventStream+Merge, EventStream+SwitchToLatest, EventStream+Prefix, Behavior+Sample

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Streams that end")
struct FinishedStreamTests {
  private let event = Event<Int>()
  private let log = Box<[String]>([])

  /// Records the payloads and the end of a stream.
  @discardableResult
  private func record<Payload>(_ stream: EventStream<Payload>, _ name: String = "") -> [Subscription] {
    [
      stream.sink { [log] in log.value.append("\(name)\($0)") },
      stream.onFinish { [log] in log.value.append("\(name)end") },
    ]
  }

  @Test("a stream that is made of one source ends with it, observed when it ends or later")
  func eachOperator() {
    let behavior = OpenBehavior(0)
    let operators: [(name: String, derive: (EventStream<Int>) -> EventStream<Int>)] = [
      ("map", { $0.map { $0 } }),
      ("map of a key path", { $0.map(\.self) }),
      ("filter", { $0.filter { _ in true } }),
      ("compactMap", { $0.compactMap { $0 } }),
      ("dropFirst", { $0.dropFirst(0) }),
      ("drop(while:)", { $0.drop(while: { _ in false }) }),
      ("removeDuplicates", { $0.removeDuplicates() }),
      ("scan", { $0.scan(0) { $1 } }),
      ("prefix", { $0.prefix(9) }),
      ("prefix(while:)", { $0.prefix(while: { _ in true }) }),
      ("collect", { $0.collect(1).map { $0[0] } }),
      ("sample", { behavior.sample(on: $0) { $1 } }),
      ("merge", { $0.merge() }),
    ]
    for (name, derive) in operators {
      let event = Event<Int>()
      log.value = []
      let stream = derive(event)
      let unobserved = derive(event)
      record(stream)
      event.trigger(1)
      event.finish()
      event.trigger(2)
      #expect(log.value == ["1", "end"] && stream.isFinished, "\(name)")
      #expect(stream.sink { _ in }.isCancelled, "\(name)")
      record(unobserved, "late ")
      #expect(log.value == ["1", "end", "late end"] && unobserved.isFinished, "\(name)")
      record(derive(event), "made later ")
      #expect(log.value.last == "made later end", "\(name)")
      #expect(event.observers.isEmpty && unobserved.observers.isEmpty, "\(name)")
    }
  }

  @Test("an observer of the end is enough to observe the source, once")
  func connects() {
    let stream = event.map { $0 }
    let subscription = stream.onFinish { [log] in log.value.append("end") }
    #expect(event.observers.count == 1)
    subscription.cancel()
    #expect(event.observers.isEmpty)
    event.finish()
    #expect(log.value.isEmpty)
    // Without an observer it does not notice the end.
    #expect(!stream.isFinished)
    stream.onFinish { [log] in log.value.append("late end") }
    #expect(log.value == ["late end"] && stream.isFinished)
  }

  @Test("a stream with a state finds out unobserved")
  func eager() {
    let stream = event.scan(0, +)
    event.finish()
    #expect(stream.isFinished)
    record(stream)
    #expect(log.value == ["end"])
  }

  @Test("the ends of a tree come in the order in which its payloads do")
  func order() {
    let left = event.map { $0 }
    let right = event.map { $0 }
    record(event, "root ")
    record(left, "left ")
    record(left.map { $0 }, "below ")
    record(right, "right ")
    event.onFinish { [log] in log.value.append("last") }
    batch {
      event.trigger(1)
      event.finish()
    }
    #expect(
      log.value == [
        "root 1", "left 1", "below 1", "right 1", "root end", "left end", "below end", "right end", "last",
      ])
  }

  @Test("what an observer of the end triggers comes after all ends")
  func triggers() {
    let other = Event<Int>()
    record(other, "other ")
    event.onFinish {
      other.trigger(1)
      other.finish()
    }
    record(event.map { $0 })
    event.finish()
    #expect(log.value == ["end", "other 1", "other end"])
  }

  @Test("a stream that connects in a delivery or a batch, late, ends after it")
  func connectsInBatch() {
    event.finish()
    batch {
      record(event.map { $0 }.map { $0 })
      log.value.append("batch")
    }
    #expect(log.value == ["batch", "end"])
  }

  @Test("merge ends when all of its sources have")
  func merge() {
    let (a, b, c) = (Event<Int>(), Event<Int>(), Event<Int>())
    let stream = a.merge(b, a, c)
    var subscriptions = record(stream)
    a.finish()
    c.finish()
    b.trigger(1)
    #expect(log.value == ["1"] && !stream.isFinished)
    // A new observer finds two sources finished.
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = record(stream)
    b.trigger(2)
    b.finish()
    #expect(log.value == ["1", "2", "end"] && stream.isFinished)
    record(a.merge(b, c), "late ")
    record(EventStream<Int>.merge([]), "none ")
    #expect(log.value.suffix(2) == ["late end", "none end"])
    record(a.merge(a.map { $0 }, Event()), "never ")
    #expect(log.value.suffix(2) == ["late end", "none end"])
  }

  @Test("merge of many sources that end one after the other")
  func mergeOfMany() {
    let events = (0..<20_000).map { _ in Event<Int>() }
    record(EventStream.merge(events))
    for event in events {
      #expect(log.value.isEmpty)
      event.finish()
    }
    #expect(log.value == ["end"])
  }

  @Test("a merged stream whose sources end otherwise calls nothing")
  func mergeOfDeallocated() {
    let live = LiveCount()
    var short: Event<Int>? = Event()
    let stream = event.merge(short!)
    stream.onFinish { [log, tracked = live.make()] in
      tracked.touch()
      log.value.append("end")
    }
    event.finish()
    short = nil
    #expect(log.value.isEmpty && !stream.isFinished && live.alive == 0)
  }

  @Test("switchToLatest ends when the outer and the present inner stream have, in either order")
  func switchToLatest() {
    for outerFirst in [true, false] {
      log.value = []
      let outer = Event<EventStream<Int>>()
      let (first, second) = (Event<Int>(), Event<Int>())
      let stream = outer.switchToLatest()
      record(stream)
      outer.trigger(first)
      first.finish()
      outer.trigger(second)
      first.finish()
      second.trigger(1)
      if outerFirst { outer.finish() } else { second.finish() }
      #expect(log.value == ["1"] && !stream.isFinished)
      if outerFirst { second.finish() } else { outer.finish() }
      #expect(log.value == ["1", "end"] && stream.isFinished)
    }
  }

  @Test("switchToLatest without an inner stream ends with the outer one; an inner one that had ended is passed over")
  func switchToNothing() {
    let outer = Event<EventStream<Int>>()
    record(outer.switchToLatest())
    outer.finish()
    #expect(log.value == ["end"])

    let next = Event<EventStream<Int>>()
    record(next.switchToLatest(), "next ")
    event.finish()
    next.trigger(event)
    let last = Event<Int>()
    next.trigger(last)
    last.trigger(1)
    next.trigger(event)
    next.finish()
    #expect(log.value == ["end", "next 1", "next end"])
  }

  @Test("an inner stream that has ended is released")
  func innerIsReleased() {
    let live = LiveCount()
    let outer = Event<EventStream<Int>>()
    let inner = Event<Int>()
    let bag = SubscriptionBag()
    outer.switchToLatest().sink { _ in }.store(in: bag)
    do {
      let tracked = live.make()
      outer.trigger(
        inner.map {
          tracked.touch()
          return $0
        })
    }
    #expect(live.alive == 1)
    inner.finish()
    #expect(live.alive == 0)
  }

  @Test("a behavior of a behavior, and the changes of a behavior, never end by an event")
  func behaviors() {
    let held = event.hold(0)
    let outer = OpenBehavior(held)
    let stream = outer.flatMap { $0 }.changes
    let subscriptions = record(stream)
    event.trigger(1)
    event.finish()
    outer.value = OpenBehavior(2)
    #expect(log.value == ["1", "2"] && !stream.isFinished)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("prefix ends after its last payload, and the first one that does not belong to prefix(while:)")
  func prefix() {
    let (two, none, positive) = (event.prefix(2), event.prefix(0), event.prefix(while: { $0 > 0 }))
    record(two, "two ")
    record(none, "none ")
    record(positive, "positive ")
    record(two.map { -$0 }, "below ")
    #expect(log.value == ["none end"] && none.isFinished)
    event.trigger(1)
    event.trigger(2)
    #expect(two.isFinished && !positive.isFinished)
    event.trigger(-1)
    #expect(
      log.value == [
        "none end", "two 1", "below -1", "positive 1", "two 2", "below -2", "positive 2", "two end", "below end",
        "positive end",
      ])
    #expect(event.observers.isEmpty && !event.isFinished)
  }

  @Test("prefix ends once where its source ends with the last payload")
  func prefixAndSource() {
    record(event.prefix(1))
    batch {
      event.trigger(1)
      event.finish()
    }
    #expect(log.value == ["1", "end"])
  }

  @Test("the prefix of a derived behavior's changes ends, and lets go of the behavior")
  func prefixOfChanges() {
    let live = LiveCount()
    let source = OpenBehavior(0)
    let bag = SubscriptionBag()
    do {
      let tracked = live.make()
      let changes = source.map { [tracked] value in
        tracked.touch()
        return value
      }.changes.prefix(1)
      changes.sink { [log] in log.value.append("\($0)") }.store(in: bag)
      changes.onFinish { [log] in log.value.append("end") }.store(in: bag)
    }
    source.value = 1
    #expect(log.value == ["1", "end"] && live.alive == 0)
    source.value = 2
    #expect(log.value == ["1", "end"])
  }

  @Test("collect emits the group that is not full, and ends")
  func collect() {
    record(event.collect(2))
    record(event.map { $0 }.collect(3), "three ")
    for payload in 1...3 { event.trigger(payload) }
    event.finish()
    #expect(log.value == ["[1, 2]", "three [1, 2, 3]", "[3]", "end", "three end"])
  }

  @Test("held behaviors keep their last values, and nothing keeps the streams")
  func held() {
    var mapped: EventStream<Int>? = event.map { $0 }
    @Weak var stream = mapped
    let (last, sum) = (mapped!.hold(0), mapped!.accumulate(0, +))
    mapped = nil
    event.trigger(2)
    event.trigger(3)
    #expect(stream != nil)
    event.finish()
    #expect(stream == nil)
    event.trigger(4)
    #expect(last.peek() == 3 && sum.peek() == 5)
  }

  @Test("what a tree of streams keeps is released at its end, though the event lives on")
  func memory() {
    let live = LiveCount()
    let eager = event.scan(0, +)
    do {
      let (a, b) = (live.make(), live.make())
      event.map {
        a.touch()
        return $0
      }.merge(event.prefix(5)).filter { _ in true }.sink { _ in b.touch() }
      eager.map {
        a.touch()
        return $0
      }.onFinish { b.touch() }
    }
    event.trigger(1)
    #expect(live.alive == 2)
    event.finish()
    #expect(live.alive == 0 && event.observers.isEmpty && eager.observers.isEmpty)
  }

  @Test("an observer of the end may drop what ends")
  func drops() {
    var stream: EventStream<Int>? = event.map { $0 }
    let bag = SubscriptionBag()
    stream!.onFinish { [log] in
      stream = nil
      bag.cancelAll()
      log.value.append("end")
    }.store(in: bag)
    stream!.onFinish { [log] in log.value.append("cancelled") }.store(in: bag)
    event.finish()
    #expect(log.value == ["end"])
  }

  @Test("the streams of a dead event end without a call")
  func deallocated() {
    var short: Event<Int>? = Event()
    let stream = short!.map { $0 }
    let subscriptions = record(stream)
    short = nil
    #expect(log.value.isEmpty && !stream.isFinished)
    #expect(subscriptions.filter(\.isCancelled).count == 2)
  }

  @Test("a stream that is its own source by way of switchToLatest ends once")
  func loop() {
    let outer = Event<EventStream<Int>>()
    let stream = outer.switchToLatest()
    let subscriptions = record(stream)
    outer.trigger(event.merge(stream.filter { $0 > 9 }))
    event.trigger(1)
    event.finish()
    outer.finish()
    #expect(log.value == ["1"])
    // It waits for its own payloads, which never come, so it must be cancelled.
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("a chain of 100,000 streams ends, connects late, and ends where it connects", arguments: [false, true])
  func deep(isEager: Bool) {
    let live = LiveCount()
    func chain(_ source: EventStream<Int>) -> EventStream<Int> {
      var stream = source
      for _ in 0..<100_000 { stream = isEager ? stream.dropFirst(0) : stream.map { $0 } }
      return stream
    }
    do {
      let tracked = live.make()
      chain(event).sink { [log] in
        tracked.touch()
        log.value.append("\($0)")
      }
    }
    let observed = chain(event)
    let unobserved = chain(event)
    record(observed)
    event.trigger(1)
    event.finish()
    #expect(log.value == ["1", "1", "end"] && observed.isFinished && live.alive == 0)
    record(unobserved, "late ")
    #expect(log.value == ["1", "1", "end", "late end"])
  }

  @Test("below the depth at which payloads are deferred, they come before the end, in order")
  func deepOrder() {
    var deep: EventStream<Int> = event
    for depth in 0..<200 {
      deep = deep.map { $0 }
      if depth % 40 == 39 { record(deep, "\(depth) ") }
    }
    record(deep.collect(2), "groups ")
    batch {
      for payload in 1...3 { event.trigger(payload) }
      event.finish()
    }
    let depths = [39, 79, 119, 159, 199]
    let payloads = (1...3).flatMap { payload in
      depths.map { "\($0) \(payload)" } + (payload == 2 ? ["groups [1, 2]"] : [])
    }
    #expect(log.value == payloads + depths.map { "\($0) end" } + ["groups [3]", "groups end"])
  }

  @Test("many streams of one event end in a time that grows with their number")
  func wide() {
    var count = 0
    for _ in 0..<50_000 { event.map { $0 }.onFinish { count += 1 } }
    event.finish()
    #expect(count == 50_000)
  }

  @Test("an observer of the end that comes while the end is underway is called")
  @MainActor func lateObserver() {
    let clock = ManualClock()
    let delayed = event.delay(by: .seconds(1), clock: clock)
    var subscription: Subscription?
    subscription = delayed.sink { [event, log] _ in
      // The stream is emitting, so its end follows the payload.
      independently { event.finish() }
      subscription?.cancel()
      delayed.onFinish { log.value.append("end") }
    }
    event.trigger(1)
    clock.advance(by: .seconds(1))
    #expect(log.value == ["end"] && delayed.isFinished)
  }

  @Test("a stream that follows others does not finish if the one that they came from was deallocated")
  func outerDeallocated() {
    var tuned: Event<EventStream<Int>>? = Event()
    let inner = Event<Int>()
    let followed: EventStream<Int>? = tuned?.switchToLatest()
    let subscriptions = followed.map { record($0) }
    tuned?.trigger(inner)
    tuned = nil
    inner.trigger(1)
    inner.finish()
    #expect(log.value == ["1"] && followed?.isFinished == false)
    #expect(subscriptions?.allSatisfy(\.isCancelled) == true)
  }

  @Test("a stream that follows others does not finish if the last of them was deallocated")
  func innerDeallocated() {
    let tuned = Event<EventStream<Int>>()
    let followed: EventStream<Int> = tuned.switchToLatest()
    record(followed)
    tuned.trigger(Event())
    tuned.finish()
    #expect(log.value == [] && !followed.isFinished)
  }

  @Test("a merged stream does not finish if one of its sources was deallocated before it was observed anew")
  func sourceDeallocatedBefore() {
    var other: Event<Int>? = Event()
    let merged = other.map { event.merge($0) }
    let first = merged?.sink { _ in }
    other = nil
    first?.cancel()
    let subscriptions = merged.map { record($0) }
    event.trigger(1)
    event.finish()
    #expect(log.value == ["1"] && merged?.isFinished == false)
    #expect(subscriptions?.allSatisfy(\.isCancelled) == true)
  }
}
