// Tests: Liveness, Activity
import ReactiveCore
import ReactiveTestSupport
import Testing

private final class Watched {
  private(set) var log: [String] = []
  private(set) var isRunning = false
  private(set) lazy var source: OpenBehavior<Int> = OpenBehavior(0)

  init() {
    source.whileLive { [weak self] in
      self?.say("start", isRunning: true)
      return Subscription { [weak self] in self?.say("stop", isRunning: false) }
    }
  }

  private func say(_ word: String, isRunning: Bool) {
    self.isRunning = isRunning
    log.append(word)
  }

  func news() -> [String] {
    defer { log = [] }
    return log
  }
}

@Suite("What is live")
struct LivenessTests {
  private let watched = Watched()
  private var source: OpenBehavior<Int> { watched.source }

  private func derivation(_ read: @escaping () -> Int) -> ComputedBehavior<Int> { ComputedBehavior(read) }

  @Test("an observer makes the source live, and a read does not")
  func observer() {
    _ = source.value
    _ = derivation { [source] in source.value }.read()
    #expect(watched.news().isEmpty)
    let (first, second) = (source.sink { _ in }, source.observe { _ in })
    #expect(watched.news() == ["start"])
    first.cancel()
    #expect(watched.news().isEmpty)
    second.cancel()
    #expect(watched.news() == ["stop"])
    source.sink { _ in }.cancel()
    #expect(watched.news() == ["start", "stop"])
  }

  @Test("so do an observer and a reaction at the end of a chain of derivations, which were read before")
  func chain() {
    var last: Behavior<Int> = source
    var all = [last]
    for _ in 0..<20_000 {
      let below = last
      last = derivation { [unowned below] in below.read() + 1 }
      all.append(last)
      if all.count % 1000 == 0 { _ = last.peek() }
    }
    #expect(last.peek() == 20_000 && watched.news().isEmpty)
    let subscription = last.sink { _ in }
    #expect(watched.news() == ["start"])
    let reaction = Reaction { _ = last.read() }
    reaction.start()
    subscription.cancel()
    #expect(watched.news().isEmpty)
    reaction.cancel()
    #expect(watched.news() == ["stop"])
    withExtendedLifetime(all) {}
  }

  @Test("a derivation that begins to read it makes it live for all that depends on the derivation")
  func laterRead() {
    let reads = OpenBehavior(false)
    let first = derivation { [source] in reads.value ? source.value : -1 }
    let second = derivation { first.read() }
    let third = derivation { first.read() + second.read() }
    let reaction = Reaction { _ = third.read() + second.read() }
    reaction.start()
    let subscription = second.sink { _ in }
    #expect(watched.news().isEmpty)
    reads.value = true
    #expect(watched.news() == ["start"])
    reads.value = false
    #expect(watched.news() == ["stop"])
    reads.value = true
    subscription.cancel()
    #expect(watched.news() == ["start"])
    reaction.cancel()
    #expect(watched.news() == ["stop"])
  }

  @Test("a branch that is left and entered again in one batch, and a reaction that runs again, change nothing")
  func settlesOnce() {
    let reads = OpenBehavior(true)
    let branch = derivation { [source] in reads.value ? source.value : -1 }
    let reaction = Reaction { _ = branch.read() }
    reaction.start()
    #expect(watched.news() == ["start"])
    source.value = 1
    batch {
      reads.value = false
      _ = branch.read()
      reads.value = true
    }
    batch {
      source.sink { _ in }.cancel()
      reaction.cancel()
      source.sink { _ in }
    }
    #expect(watched.news().isEmpty)
  }

  @Test("a transition in a delivery is settled after it, and once for all")
  func inDelivery() {
    let event = Event<Int>()
    var subscription: Subscription?
    var isRunningInside = false
    event.sink { [unowned watched] _ in
      subscription = watched.source.sink { _ in }
      isRunningInside = watched.isRunning
    }
    event.sink { _ in if subscription != nil { isRunningInside = watched.isRunning } }
    event.trigger(1)
    #expect(!isRunningInside && watched.news() == ["start"])
    subscription?.cancel()
    subscription = nil
    #expect(watched.news() == ["stop"])
  }

  @Test("what is released ends its part: derivations, reactions, and owners of observers")
  func releases() {
    do {
      let reaction = Reaction { [source] in _ = source.value }
      reaction.start()
      #expect(watched.news() == ["start"])
      withExtendedLifetime(reaction) {}
    }
    #expect(watched.news() == ["stop"])
    do {
      let middle = derivation { [source] in source.value }
      middle.sink { _ in }
      #expect(watched.news() == ["start"])
      withExtendedLifetime(middle) {}
    }
    #expect(watched.news() == ["stop"])
    var screen: Watched? = Watched()
    source.sink(with: screen!) { _, _ in }
    #expect(watched.news() == ["start"])
    screen = nil
    source.value = 7
    #expect(watched.news() == ["stop"])
  }

  @Test("dependents of a derivation that is released inherit what it read, one or many", arguments: [1, 2, 5])
  func inherits(dependents: Int) {
    var middle: ComputedBehavior<Int>? = derivation { [source] in source.value }
    // Also observed directly at first.
    let own = middle?.sink { _ in }
    let reactions = (0..<dependents).map { _ in
      let reaction = Reaction { [weak middle] in _ = middle?.read() }
      reaction.start()
      return reaction
    }
    #expect(watched.news() == ["start"])
    own?.cancel()
    middle = nil
    #expect(watched.news().isEmpty)
    for reaction in reactions.dropLast() { reaction.cancel() }
    #expect(watched.news().isEmpty)
    reactions.last?.cancel()
    #expect(watched.news() == ["stop"])
  }

  @Test("the source that dies stops, also in its own start")
  func dies() {
    var log: [String] = []
    do {
      let source = OpenBehavior(0)
      source.whileLive {
        log.append("start")
        return Subscription { log.append("stop") }
      }
      source.sink { _ in }
      #expect(log == ["start"])
    }
    #expect(log == ["start", "stop"])
    log = []
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    source?.whileLive {
      log.append("start")
      source = nil
      return Subscription { log.append("stop") }
    }
    source?.sink { _ in }
    #expect(log == ["start", "stop"])
  }

  @Test("a start and a stop may observe and cancel: that is settled after them")
  func reentry() {
    var log: [String] = []
    var subscriptions: [Subscription] = []
    let source = OpenBehavior(0)
    source.whileLive { [unowned source] in
      log.append("start")
      if log.count == 1 { for subscription in subscriptions { subscription.cancel() } }
      return Subscription { [unowned source] in
        log.append("stop")
        if log.count == 2 { subscriptions = [source.sink { _ in }] }
      }
    }
    batch { subscriptions = [source.sink { _ in }] }
    #expect(log == ["start", "stop", "start"])
    subscriptions.first?.cancel()
    #expect(log == ["start", "stop", "start", "stop"])
  }

  @Test("dependents that a derivation forgets count no more")
  func forgets() {
    let middle = derivation { [source] in source.value }
    let reaction = Reaction { _ = middle.read() }
    reaction.start()
    #expect(watched.news() == ["start"])
    middle.loseDependents()
    #expect(watched.news() == ["stop"])
    reaction.rerun()
    #expect(watched.news() == ["start"])
    middle.end()
    #expect(watched.news() == ["stop"])
    reaction.cancel()
  }

  @Test("the end of many observers and dependents, one after the other, is linear")
  func manyEnd() {
    let derivations = (0..<20_000).map { _ in derivation { [source] in source.value } }
    let subscriptions = derivations.map { $0.sink { _ in } }
    for subscription in subscriptions { subscription.cancel() }
    #expect(watched.news() == ["start", "stop"])
    withExtendedLifetime(derivations) {}
  }

  @Test("in a call of independently it is settled when what runs around that is over")
  func independent() {
    let subscription = batch {
      let subscription = independently { source.sink { _ in } }
      #expect(watched.news().isEmpty)
      return subscription
    }
    #expect(watched.news() == ["start"])
    subscription.cancel()
    #expect(watched.news() == ["stop"])
  }

  @Test("a change of what is live, in the midst of the end of a batch, is settled after it")
  func endOfBatch() {
    let other = OpenBehavior(0)
    var log: [Int] = []
    other.sink { log.append($0) }
    let switches = OpenBehavior(false)
    let held = Box<ComputedBehavior<Int>?>(nil)
    do {
      let reaction = Reaction { [source] in _ = source.read() }
      reaction.start()
      held.value = ComputedBehavior {
        if switches.read(), let last = ComputedBehavior<Int>.endWithPresentValue() { return last }
        withExtendedLifetime(reaction) {}
        return 0
      }
      _ = held.value?.peek()
    }
    #expect(watched.news() == ["start"])
    batch {
      other.value = 1
      switches.value = true
      _ = held.value?.peek()
      held.value = nil
      other.value = 0
    }
    #expect(watched.news() == ["stop"] && log.isEmpty)
  }
}
