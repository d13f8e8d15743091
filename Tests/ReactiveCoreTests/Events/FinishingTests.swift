// Tests: Finishing, EventStream+Finishing

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Event.finish")
struct FinishingTests {
  private let event = Event<Int>(name: "event")
  private let log = Box<[String]>([])

  private func write(_ line: String) { log.value.append(line) }

  @Test("observers of the end are called once, after the payloads, in subscription order")
  func order() {
    event.onFinish { [log] in log.value.append("first end") }
    event.sink { [log] in log.value.append("\($0)") }
    event.onFinish { [log] in log.value.append("second end") }
    event.trigger(1)
    #expect(!event.isFinished)
    event.finish()
    #expect(event.isFinished)
    event.finish()
    event.trigger(2)
    #expect(log.value == ["1", "first end", "second end"])
  }

  @Test("in a batch the end waits its turn, and what is triggered after it is not delivered")
  func inBatch() {
    event.sink { [log] in log.value.append("\($0)") }
    event.onFinish { [log] in log.value.append("end") }
    batch {
      event.trigger(1)
      event.finish()
      event.trigger(2)
      event.finish()
      #expect(!event.isFinished)
      event.sink { [log] in log.value.append("late \($0)") }
      event.onFinish { [log] in log.value.append("late end") }
      event.trigger(3)
    }
    #expect(log.value == ["1", "end", "late end"])
  }

  @Test("in a graph of its own the end comes after the payloads that wait around it", arguments: [1, 2])
  func independentOfBatch(depth: Int) {
    let other = Event<Int>()
    for event in [event, other] {
      event.sink { [log] in log.value.append("\($0)") }
      event.onFinish { [log] in log.value.append("end") }
    }
    func finish(at depth: Int) {
      if depth == 0 { return event.finish() }
      ReactiveCore.independently {
        batch { finish(at: depth - 1) }
        // Nothing of this one waits.
        if depth == 1 { other.finish() }
      }
    }
    batch {
      event.trigger(1)
      finish(at: depth)
      #expect(!event.isFinished && other.isFinished)
      event.trigger(2)
    }
    #expect(log.value == ["end", "1", "end"])
  }

  @Test("inside of its own delivery the end comes after it")
  func inDelivery() {
    let subscription = event.sink { [log, event] in
      log.value.append("a\($0)")
      if $0 == 1 { event.trigger(2) }
      event.finish()
      event.trigger(3)
    }
    event.sink { [log] in log.value.append("b\($0)") }
    event.onFinish { [log] in log.value.append("end") }
    event.trigger(1)
    #expect(log.value == ["a1", "b1", "a2", "b2", "end"])
    subscription.cancel()
  }

  @Test("an observer of the end reads that it has ended, and what it triggers, finishes and cancels does no harm")
  func inObserverOfTheEnd() {
    var second: Subscription?
    let other = Event<Int>()
    other.sink { [log] in log.value.append("other \($0)") }
    let first = event.onFinish { [log, event] in
      log.value.append("first \(event.isFinished)")
      second?.cancel()
      event.finish()
      event.trigger(1)
      other.trigger(2)
      event.sink { [log] in log.value.append("never \($0)") }
      event.onFinish { [log] in log.value.append("inner") }
    }
    second = event.onFinish { [log] in log.value.append("second") }
    event.sink { [log] in log.value.append("\($0)") }
    event.onFinish { [log] in log.value.append("third") }
    event.finish()
    #expect(log.value == ["first true", "third", "other 2", "inner"])
    #expect(first.isCancelled && second!.isCancelled)
    first.cancel()
  }

  @Test("after the end nothing is registered: a token is dead, and its closure goes at once")
  func afterTheEnd() {
    event.finish()
    let live = LiveCount()
    let owner = Box(0)
    for _ in 0..<2 {
      let tracked = live.make()
      #expect(event.sink { _ in tracked.touch() }.isCancelled)
      #expect(event.sink(with: owner) { _, _ in tracked.touch() }.isCancelled)
      #expect(event.sink(\.description) { _ in tracked.touch() }.isCancelled)
      #expect(event.observe { _ in tracked.touch() }.isCancelled)
    }
    #expect(live.alive == 0 && event.observers.isEmpty)
    event.trigger(1)
  }

  @Test("a late observer of the end is called at once, or after what is running; cancelled before that, never")
  func lateObserver() {
    event.finish()
    let subscription = event.onFinish { [log] in log.value.append("late") }
    #expect(log.value == ["late"] && subscription.isCancelled)
    batch {
      event.onFinish { [log] in log.value.append("after the batch") }
      let cancelled = event.onFinish { [log] in log.value.append("cancelled") }
      #expect(!cancelled.isCancelled)
      cancelled.cancel()
      write("batch")
    }
    #expect(log.value == ["late", "batch", "after the batch"])
  }

  @Test("what observers keep is released at the end, and so is what a late observer keeps")
  func memory() {
    let live = LiveCount()
    let bag = SubscriptionBag()
    func observe() {
      let (a, b, c) = (live.make(), live.make(), live.make())
      event.sink { _ in a.touch() }.store(in: bag)
      event.onFinish { b.touch() }.store(in: bag)
      event.onFinish(with: c) { [c] _ in c.touch() }.store(in: bag)
    }
    observe()
    #expect(live.alive == 3)
    event.finish()
    #expect(live.alive == 0 && event.observers.isEmpty && bag.isEmpty)
    observe()
    #expect(live.alive == 0 && bag.isEmpty)
  }

  @Test("a cancelled observer of the end is not called, and lets go at once")
  func cancelled() {
    let live = LiveCount()
    let subscription = event.onFinish { [tracked = live.make(), log] in
      tracked.touch()
      log.value.append("end")
    }
    #expect(!subscription.isCancelled && live.alive == 1)
    subscription.cancel()
    #expect(subscription.isCancelled && live.alive == 0)
    event.finish()
    #expect(log.value.isEmpty)
  }

  @Test("an observer with an owner is handed it, and ends with it")
  func owners() {
    let owner = Box("owner")
    var gone: Box<String>? = Box("gone")
    event.onFinish(with: owner) { [log] owner in log.value.append(owner.value) }
    let dead = event.onFinish(with: gone!) { [log] owner in log.value.append(owner.value) }
    #expect(!dead.isCancelled)
    gone = nil
    #expect(dead.isCancelled)
    event.finish()
    event.onFinish(with: owner) { [log] owner in log.value.append("late \(owner.value)") }
    #expect(log.value == ["owner", "late owner"])
  }

  @Test("entries of dead owners do not pile up")
  func deadOwners() {
    for _ in 0..<1000 { event.onFinish(with: Box(0)) { _ in } }
    #expect(event.observers.count < 100)
  }

  @Test("an event that is deallocated calls no observer of the end, and releases it")
  func deallocated() {
    let live = LiveCount()
    var short: Event<Int>? = Event()
    let subscription = short!.onFinish { [tracked = live.make(), log] in
      tracked.touch()
      log.value.append("end")
    }
    short = nil
    #expect(log.value.isEmpty && live.alive == 0 && subscription.isCancelled)
  }

  @Test("an end that waits comes, even if the event is deallocated meanwhile")
  func deallocatedMeanwhile() {
    var short: Event<Int>? = Event()
    short!.sink { [log] in log.value.append("\($0)") }
    short!.onFinish { [log] in log.value.append("end") }
    batch {
      short!.trigger(1)
      short!.finish()
      short = nil
    }
    #expect(log.value == ["1", "end"])
  }

  @Test("an independent call inside of a delivery leaves the end to what runs around it")
  func independently() {
    let subscription = event.sink { [log, event] payload in
      if payload == 1 {
        ReactiveCore.independently {
          event.trigger(2)
          event.finish()
          event.trigger(3)
        }
      }
      log.value.append("\(payload)")
    }
    event.onFinish { [log] in log.value.append("end") }
    event.trigger(1)
    #expect(log.value == ["1", "2", "end"])
    subscription.cancel()
  }

  @Test("observers of the end are not tracked, and write in turns of their own")
  func writes() {
    let count = OpenBehavior(0)
    count.sink { [log] in log.value.append("count \($0)") }
    event.onFinish { [log] in
      count.value += 1
      log.value.append("end")
    }
    event.finish()
    #expect(log.value == ["end", "count 1"])
  }

  @Test("loops over the values end after what was sent")
  func values() async {
    let values = event.values
    let bounded = event.values(buffering: .newest(1))
    event.trigger(1)
    event.trigger(2)
    event.finish()
    event.trigger(3)
    func all(_ values: Values<Int>) async -> [Int] {
      var all: [Int] = []
      for await value in values { all.append(value) }
      return all
    }
    #expect(await all(values) == [1, 2])
    #expect(await all(bounded) == [2])
    #expect(await all(event.values) == [])
    #expect(await all(values) == [])
  }

  @Test("a signal finishes where it sends")
  func signals() {
    final class Model {
      @Signal private(set) var sent: Accepts<Int>
      func run() {
        sent.send(1)
        sent.finish()
        sent.send(2)
      }
    }
    let model = Model()
    model.$sent.sink { [log] in log.value.append("\($0)") }
    model.$sent.onFinish { [log] in log.value.append("end") }
    model.run()
    #expect(log.value == ["1", "end"] && model.$sent.isFinished)
  }

  @Test("a hundred thousand observers end in a time that grows with their number")
  func many() {
    let live = LiveCount()
    var count = 0
    for _ in 0..<100_000 {
      let tracked = live.make()
      event.sink { _ in tracked.touch() }
      event.onFinish { count += 1 }
    }
    event.finish()
    #expect(count == 100_000 && live.alive == 0)
  }
}
