import ReactiveCore
import ReactiveTestSupport
import Testing

/// Dropping anything in any order, also during a delivery, is safe and leaks nothing.
@Suite("Dropping")
struct DroppingTests {
  @Test("an event in its own delivery")
  func eventInItsDelivery() {
    let live = LiveCount()
    var event: Event<Int>? = Event()
    @Weak var weakEvent = event
    var calls = 0
    for _ in 0..<10 {
      let tracked = live.make()
      event?.sink { _ in
        event = nil
        tracked.touch()
        calls += 1
      }
    }
    event?.trigger(1)
    #expect(calls >= 1)
    #expect(weakEvent == nil)
    #expect(live.alive == 0)
  }

  @Test("a behavior in its own delivery")
  func behaviorInItsDelivery() {
    let live = LiveCount()
    var current: OpenBehavior<Tracked>? = OpenBehavior(live.make())
    @Weak var weakCurrent = current
    var calls = 0
    for _ in 0..<10 {
      let tracked = live.make()
      current?.sink { _ in
        current = nil
        tracked.touch()
        calls += 1
      }
    }
    current?.value = live.make()
    #expect(calls >= 1)
    #expect(weakCurrent == nil)
    #expect(live.alive == 0)
  }

  @Test("a behavior in its own delivery at the end of a batch")
  func behaviorInItsBatch() {
    let live = LiveCount()
    var current: OpenBehavior<Tracked>? = OpenBehavior(live.make())
    for _ in 0..<10 {
      let tracked = live.make()
      current?.sink { _ in
        current = nil
        tracked.touch()
      }
    }
    batch { current?.value = live.make() }
    #expect(current == nil)
    #expect(live.alive == 0)
  }

  @Test("a behavior in the first call of its observer")
  func behaviorInObserve() {
    let live = LiveCount()
    var current: OpenBehavior<Tracked>? = OpenBehavior(live.make())
    let tracked = Box<Tracked?>(live.make())
    current?.observe { [captured = tracked.value!] value in
      current = nil
      captured.touch()
      value.touch()
    }
    tracked.value = nil
    #expect(current == nil)
    #expect(live.alive == 0)
  }

  @Test("an object with its properties in a delivery of each of them")
  func objectInItsDelivery() {
    final class Model {
      @Property var property = 0
      @Pub var pub = 0
      @Signal var signal: Accepts<Int>
    }
    for index in 0..<3 {
      let live = LiveCount()
      var model: Model? = Model()
      @Weak var weakModel = model
      let drop: (Int) -> Void = { [tracked = live.make()] _ in
        tracked.touch()
        model = nil
      }
      model?.$property.sink(drop)
      model?.$pub.sink(drop)
      model?.$signal.sink(drop)
      switch index {
      case 0: model?.property = 1
      case 1: model?.pub = 1
      default: model?.signal.send(1)
      }
      #expect(weakModel == nil)
    }
  }

  @Test("a source that something waits for")
  func sourceThatWaits() {
    let live = LiveCount()
    let start = Event<Void>()
    var event: Event<Tracked>? = Event()
    var current: OpenBehavior<Tracked>? = OpenBehavior(live.make())
    var batched: OpenBehavior<Tracked>? = OpenBehavior(live.make())
    let touch: (Tracked) -> Void = { $0.touch() }
    event?.sink(touch)
    current?.sink(touch)
    batched?.sink(touch)
    start.sink {
      event?.trigger(live.make())
      current?.value = live.make()
      batch { batched?.value = live.make() }
      event = nil
      current = nil
      batched = nil
    }
    start.trigger()
    #expect(event == nil && current == nil && batched == nil)
    #expect(live.alive == 0)
  }

  @Test("a source between the batch and its notification")
  func sourceBeforeItsTurn() {
    let live = LiveCount()
    let first = OpenBehavior(0)
    var second: OpenBehavior<Int>? = OpenBehavior(0)
    var log: [String] = []
    first.sink {
      log.append("first \($0)")
      second = nil
    }
    do {
      let tracked = live.make()
      second?.sink {
        tracked.touch()
        log.append("second \($0)")
      }
    }
    batch {
      first.value = 1
      second?.value = 1
    }
    #expect(live.alive == 0)
    #expect(log == ["first 1"])
  }

  @Test("closures whose end cancels, subscribes, writes and drops")
  func busyFarewells() {
    let live = LiveCount()
    let event = Event<Int>()
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { log.append("count \($0)") }
    let other = event.sink { log.append("other \($0)") }
    var own: Subscription?
    do {
      let tracked = live.make()
      let farewell = Farewell {
        tracked.touch()
        other.cancel()
        count.value += 1
        event.sink { log.append("new \($0)") }
        event.trigger(2)
      }
      own = event.sink { _ in withExtendedLifetime(farewell) {} }
    }
    own?.cancel()
    own = nil
    #expect(log == ["count 1", "new 2"])
    #expect(live.alive == 0)
    event.trigger(3)
    #expect(log == ["count 1", "new 2", "new 3"])
  }

  @Test("closures whose end uses the source, when they end in a delivery")
  func busyFarewellsInDelivery() {
    let event = Event<Int>()
    var log: [String] = []
    let bag = SubscriptionBag()
    event.sink { value in
      log.append("A\(value)")
      bag.cancelAll()
    }
    for index in 0..<20 {
      let farewell = Farewell {
        event.sink { log.append("\(index): \($0)") }
        if index == 19 { event.trigger(2) }
      }
      event.sink { _ in withExtendedLifetime(farewell) {} }.store(in: bag)
    }
    event.trigger(1)
    #expect(log.first == "A1")
    #expect(log.filter { $0 == "A2" }.count == 1)
    #expect(log.count >= 3)
    log = []
    event.trigger(3)
    #expect(log.first == "A3")
    #expect(Set(log.dropFirst()) == Set((0..<20).map { "\($0): 3" }))
    #expect(log.count == 21)
  }

  @Test("a value whose end uses the behavior that it lay in")
  func busyValue() {
    let current = OpenBehavior<Farewell?>(nil)
    var log: [Bool] = []
    var ends = 0
    current.sink { log.append($0 != nil) }
    current.value = Farewell {
      ends += 1
      log.append(current.value != nil)
    }
    current.value = nil
    #expect(ends == 1)
    #expect(log == [true, false, false])
    do {
      let behavior = OpenBehavior<Farewell?>(nil)
      behavior.value = Farewell { ends += 1 }
    }
    #expect(ends == 2)
  }

  @Test("a behavior in its own update")
  func behaviorInItsUpdate() {
    for isObserved in [false, true] {
      let live = LiveCount()
      var current: OpenBehavior<[Tracked]>? = OpenBehavior([live.make()])
      var notified = 0
      if isObserved { current?.sink { _ in notified += 1 } }
      current?.update {
        current = nil
        $0.append(live.make())
      }
      #expect(current == nil)
      #expect(live.alive == 0)
      #expect(notified == (isObserved ? 1 : 0))
    }
  }

  @Test("a behavior in its own test for duplicates")
  func behaviorInItsTest() {
    let live = LiveCount()
    var current: OpenBehavior<Tracked>?
    current = OpenBehavior(live.make()) { _, _ in
      current = nil
      return false
    }
    current?.sink { $0.touch() }
    current?.value = live.make()
    #expect(current == nil)
    #expect(live.alive == 0)
  }

  @Test("an object by the end of the value that its property held", arguments: [false, true])
  func objectByItsOldValue(isObserved: Bool) {
    final class Model {
      @Property var property: Farewell?
      @Pub var pub: Farewell?
      @Pub(isDuplicate: { _, _ in false }) var always: Farewell? = nil
    }
    let assignments: [@Sendable (Model, Farewell?) -> Void] = [
      { $0.property = $1 }, { $0.pub = $1 }, { $0.always = $1 }, { $0.$always.value = $1 },
    ]
    for assign in assignments {
      let holder = Box<Model?>(Model())
      @Weak var model = holder.value
      if isObserved {
        model?.$property.sink { _ in }
        model?.$pub.sink { _ in }
        model?.$always.sink { _ in }
      }
      if let model { assign(model, Farewell { holder.value = nil }) }
      #expect(model != nil)
      holder.value.map { assign($0, nil) }
      #expect(model == nil)
    }
  }
}
