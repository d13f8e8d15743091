import ReactiveCore
import ReactiveTestSupport
import Testing

/// Faults of the seeds that concern the core.
@Suite("Minimalist's faults")
struct MinimalistFaultTests {
  private final class ViewModel {
    @Property var items: [Int] = []
    @Signal var message: Accepts<Int>
  }

  @Test("reading a property inside its own observer aborted")
  func read() {
    let model = ViewModel()
    var log: [[Int]] = []
    model.$items.observe(with: model) { model, _ in log.append(model.items) }
    model.items = [1]
    #expect(log == [[], [1]])
  }

  @Test("writing a property inside its own observer aborted")
  func write() {
    let model = ViewModel()
    model.$items.observe(with: model) { model, items in if items.count < 3 { model.items.append(0) } }
    model.items = [1]
    #expect(model.items == [1, 0, 0])
  }

  @Test("observing a property inside its own observer aborted")
  func observe() {
    let model = ViewModel()
    var log: [String] = []
    model.$items.observe(with: model) { model, items in
      log.append("A\(items)")
      if items == [1] { model.$items.observe(with: model) { log.append("B\($1)") } }
    }
    model.items = [1]
    model.items = [2]
    #expect(log == ["A[]", "A[1]", "B[1]", "A[2]", "B[2]"])
  }

  @Test("sending and observing a signal inside its own observer aborted")
  func signal() {
    let model = ViewModel()
    var log: [String] = []
    model.$message.observe(with: model) { model, number in
      log.append("A\(number)")
      if number == 1 {
        model.$message.observe(with: model) { log.append("B\($1)") }
        model.message.send(2)
      }
    }
    model.message.send(1)
    #expect(log == ["A1", "A2", "B2"])
  }

  @Test("the order of delivery differed from run to run")
  func order() {
    for _ in 0..<20 {
      let model = ViewModel()
      let owners = (0..<50).map { _ in LiveCount() }
      var log: [Int] = []
      for (index, owner) in owners.enumerated() { model.$message.observe(with: owner) { _, _ in log.append(index) } }
      withExtendedLifetime(owners) { model.message.send(1) }
      #expect(log == Array(0..<50))
    }
  }

  @Test("a dead owner's entry was kept until the next write")
  func deadOwners() {
    let live = LiveCount()
    let model = ViewModel()
    for _ in 0..<1_000 {
      let owner = LiveCount()
      let tracked = live.make()
      model.$items.observe(with: owner) { _, _ in tracked.touch() }
      model.$message.observe(with: owner) { _, _ in tracked.touch() }
    }
    #expect(live.alive < 100)
  }
}

@Suite("Ultramarine's faults")
struct UltramarineFaultTests {
  private final class ViewModel { @Pub var text = "" }

  @Test("a write inside an observer was lost for the other observers")
  func lostWrite() {
    let count = 0.continuous
    var log: [String] = []
    count.sink { [unowned count] in
      log.append("A\($0)")
      if $0 == 1 { count <<= 2 }
    }
    count.sink { log.append("B\($0)") }
    count <<= 1
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("an older value was delivered after a newer one")
  func olderAfterNewer() {
    let event = Event<Int>()
    var log: [String] = []
    event.sink { [unowned event] in
      log.append("A\($0)")
      if $0 == 1 { event.trigger(2) }
    }
    event.sink { log.append("B\($0)") }
    event.trigger(1)
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  private struct Entries {
    private struct Entry { weak var object: AnyObject? }
    private var entries: [Entry] = []

    mutating func insert(_ subscription: Subscription) throws {
      let object = subscription.entry
      entries.append(Entry(object: object))
    }
    var alive: Int { entries.filter { $0.object != nil }.count }
  }

  @Test("cancelled entries were kept for ever", arguments: [true, false])
  func cancelledEntries(isReversed: Bool) throws {
    let list = ObserverList<Int>()
    let live = LiveCount()
    var entries = Entries()
    var subscriptions: [Subscription] = []
    for _ in 0..<10_000 {
      let tracked = live.make()
      let subscription = list.add { _ in tracked.touch() }
      try entries.insert(subscription)
      subscriptions.append(subscription)
    }
    list.add { _ in }
    #expect(entries.alive == 10_000)
    if isReversed { subscriptions.reverse() }
    while let subscription = subscriptions.popLast() { subscription.cancel() }
    #expect(list.count == 1)
    #expect(live.alive == 0)
    #expect(entries.alive < 100)
  }

  @Test("entries cancelled in a delivery were kept for ever")
  func entriesCancelledInDelivery() throws {
    let event = Event<Int>()
    let bag = SubscriptionBag()
    var entries = Entries()
    event.sink { _ in bag.cancelAll() }
    for _ in 0..<1_000 {
      let subscription = event.sink { _ in }
      try entries.insert(subscription)
      subscription.store(in: bag)
    }
    event.trigger(1)
    #expect(entries.alive == 0)
  }

  @Test("dead entries were kept for ever")
  func deadEntries() {
    let list = ObserverList<Int>()
    let live = LiveCount()
    var notified = 0
    for _ in 0..<10_000 {
      let owner = live.make()
      list.add(with: owner) { _, _ in notified += 1 }
    }
    #expect(live.alive == 0)
    #expect(list.count < 100)
    list.send(1)
    #expect(list.count == 0)
    #expect(notified == 0)
  }

  @Test("@Pub aborted when its own observer read, wrote or observed it")
  func pub() {
    let model = ViewModel()
    var log: [String] = []
    model.$text.sink { [unowned model] text in
      log.append("A\(model.text)")
      if text == "a" {
        model.$text.observe { log.append("B\($0)") }
        model.text = "b"
        model.$text <<= "c"
      }
    }
    model.text = "a"
    // A reads the stored value. B is notified of each write.
    #expect(log == ["Aa", "Ba", "Ac", "Bb", "Ac", "Bc"])
  }

  @Test("equal values were delivered again")
  func equalValues() {
    let count = 1.continuous
    var notified = 0
    count.sink { _ in notified += 1 }
    count <<= 1
    count.value = 1
    #expect(notified == 0)
  }
}

@Suite("Faults of all seeds")
struct CommonFaultTests {
  @Test("a two-way binding never ended")
  func twoWayBinding() {
    final class ViewModel { @Pub var text = "" }
    let (first, second) = (ViewModel(), ViewModel())
    var notified = 0
    first.$text.observe(with: second) { second, text in
      notified += 1
      second.text = text
    }
    second.$text.observe(with: first) { first, text in
      notified += 1
      first.text = text
    }
    first.text = "a"
    #expect(second.text == "a")
    second.$text <<= "b"
    #expect(first.text == "b")
    #expect(notified == 6)
  }

  @Test("a chain of 100,000 overflowed the stack")
  func deepChain() {
    let last = onThread { () -> Int in
      let behaviors = (0..<100_000).map { _ in 0.continuous }
      for (behavior, next) in zip(behaviors, behaviors.dropFirst()) { behavior.sink { next <<= $0 + 1 } }
      behaviors[0] <<= 1
      return behaviors[99_999].value
    }
    #expect(last == 100_000)
  }
}
