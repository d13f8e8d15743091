// Tests: BehaviorPublisher, SourceSubscription, MeteredSubscriber

#if canImport(Combine)
import Combine
import ReactiveBindings
import Testing

@Suite struct BehaviorPublisherTests {
  @Test func `The current value comes first, then every change, in order`() {
    let number = OpenBehavior(1)
    var seen: [Int] = []
    let cancellable = number.publisher.sink { seen.append($0) }
    #expect(seen == [1])
    number.value = 2
    number.value = 2
    number.value = 3
    #expect(seen == [1, 2, 3])
    cancellable.cancel()
    number.value = 4
    #expect(seen == [1, 2, 3])
  }

  @Test func `A value is published after it is stored, in the order of subscription`() {
    let number = OpenBehavior(0)
    var log: [String] = []
    number.sink { log.append("before \($0)") }
    let cancellable = number.publisher.dropFirst().sink { log.append("publisher \($0) \(number.value)") }
    number.sink { log.append("after \($0)") }
    number.value = 1
    #expect(log == ["before 1", "publisher 1 1", "after 1"])
    cancellable.cancel()
  }

  @Test func `Nothing is published without demand, and the newest value when it comes`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .none)
    number.publisher.subscribe(probe)
    number.value = 1
    number.value = 2
    #expect(probe.values == [])
    probe.subscription?.request(.max(1))
    #expect(probe.values == [2])
    probe.subscription?.request(.max(1))
    #expect(probe.values == [2])
    number.value = 3
    number.value = 4
    number.value = 5
    #expect(probe.values == [2, 3])
    probe.subscription?.request(.unlimited)
    number.value = 6
    #expect(probe.values == [2, 3, 5, 6])
    probe.cancel()
  }

  @Test func `A value that was published is not published again when demand comes`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .max(1))
    number.publisher.subscribe(probe)
    probe.subscription?.request(.max(2))
    #expect(probe.values == [0])
    probe.subscription?.request(.none)
    #expect(probe.values == [0])
    probe.cancel()
  }

  @Test func `Demand returned from receive counts`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .max(1))
    probe.onReceive = { $0 < 2 ? .max(1) : .none }
    number.publisher.subscribe(probe)
    for value in 1...4 { number.value = value }
    #expect(probe.values == [0, 1, 2])
    probe.subscription?.request(.max(1))
    #expect(probe.values == [0, 1, 2, 4])
    probe.cancel()
  }

  @Test func `Demand asked for inside receive counts`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .max(1))
    probe.onReceive = { [unowned probe] _ in
      probe.subscription?.request(.max(1))
      return .none
    }
    number.publisher.subscribe(probe)
    for value in 1...3 { number.value = value }
    #expect(probe.values == [0, 1, 2, 3])
    probe.cancel()
  }

  @Test func `Demand for more than there is adds up without an overflow`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .max(.max))
    number.publisher.subscribe(probe)
    probe.subscription?.request(.max(.max))
    probe.subscription?.request(.unlimited)
    number.value = 1
    #expect(probe.values == [0, 1])
    probe.cancel()
  }

  @Test func `A subscriber that cancels inside receive gets nothing more`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .unlimited)
    probe.onReceive = { [unowned probe] value in
      if value == 1 { probe.cancel() }
      return .unlimited
    }
    number.publisher.subscribe(probe)
    number.value = 1
    number.value = 2
    #expect(probe.values == [0, 1])
    #expect(probe.completions == 0)
    #expect(!number.isObserved)
  }

  @Test func `A subscriber that cancels at subscription gets nothing`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .unlimited)
    probe.onReceive = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    number.publisher.subscribe(probe)
    number.value = 1
    #expect(probe.values == [0])
    #expect(!number.isObserved)
  }

  @Test func `Cancelling twice, and asking after it, is harmless`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .none)
    number.publisher.subscribe(probe)
    let subscription = probe.subscription
    subscription?.cancel()
    subscription?.cancel()
    subscription?.request(.unlimited)
    number.value = 1
    #expect(probe.values == [])
    #expect(probe.completions == 0)
  }

  @Test func `A subscriber cancelled by an observer before it is not notified`() {
    let number = OpenBehavior(0)
    var seen: [Int] = []
    var cancellable: AnyCancellable?
    number.sink { _ in cancellable?.cancel() }
    cancellable = number.publisher.sink { seen.append($0) }
    number.value = 1
    #expect(seen == [0])
  }

  @Test func `A subscriber that subscribes inside receive observes from there on`() {
    let number = OpenBehavior(0)
    var log: [String] = []
    var inner: AnyCancellable?
    let outer = number.publisher.sink { value in
      log.append("outer \(value)")
      if value == 1 { inner = number.publisher.sink { log.append("inner \($0)") } }
    }
    number.value = 1
    number.value = 2
    #expect(log == ["outer 0", "outer 1", "inner 1", "outer 2", "inner 2"])
    withExtendedLifetime((inner, outer)) {}
  }

  @Test func `What a subscriber writes is published after what is running`() {
    let number = OpenBehavior(0)
    var log: [String] = []
    let first = number.publisher.sink { value in
      log.append("first \(value)")
      if value < 3 { number.value += 1 }
      log.append("first \(value) done")
    }
    #expect(log.suffix(2) == ["first 3", "first 3 done"])
    log = []
    let second = number.publisher.sink { log.append("second \($0)") }
    number.value = 2
    #expect(log == ["second 3", "first 2", "first 2 done", "second 2", "first 3", "first 3 done", "second 3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `A subscriber that writes and asks does not deepen the stack`() {
    let number = OpenBehavior(0)
    let probe = Probe<Int>(asking: .max(1))
    probe.onReceive = { [unowned probe] value in
      if value < 50_000 { number.value = value + 1 }
      probe.subscription?.request(.max(1))
      return .none
    }
    number.publisher.subscribe(probe)
    #expect(probe.values.count == 50_001)
    probe.cancel()
  }

  @Test func `A batch is published once, at its end, and not if nothing changed`() {
    let number = OpenBehavior(0)
    var seen: [Int] = []
    let cancellable = number.publisher.sink { seen.append($0) }
    batch {
      number.value = 1
      number.value = 2
      #expect(seen == [0])
    }
    #expect(seen == [0, 2])
    batch {
      number.value = 3
      number.value = 2
    }
    #expect(seen == [0, 2])
    cancellable.cancel()
  }

  @Test func `Subscribed to in a batch, it publishes the value of the moment once`() {
    let number = OpenBehavior(0)
    var seen: [Int] = []
    var cancellable: AnyCancellable?
    batch {
      number.value = 1
      cancellable = number.publisher.sink { seen.append($0) }
      #expect(seen == [1])
    }
    #expect(seen == [1])
    batch {
      number.value = 2
      number.value = 3
    }
    #expect(seen == [1, 3])
    cancellable?.cancel()
  }

  @Test func `A diamond is published without glitches, once for each change`() {
    let number = OpenBehavior(1)
    let double = derive { number.value * 2 }
    let triple = derive { number.value * 3 }
    let pair = derive { [double.value, triple.value] }
    var seen: [[Int]] = []
    let cancellable = pair.publisher.sink { seen.append($0) }
    number.value = 2
    batch {
      number.value = 3
      number.value = 4
    }
    #expect(seen == [[2, 3], [4, 6], [8, 12]])
    cancellable.cancel()
  }

  @Test func `Two publishers of one behavior observe each for itself`() {
    let number = OpenBehavior(0)
    let publisher = number.publisher
    var log: [String] = []
    let first = publisher.sink { log.append("first \($0)") }
    number.value = 1
    let second = number.publisher.sink { log.append("second \($0)") }
    let third = publisher.sink { log.append("third \($0)") }
    first.cancel()
    number.value = 2
    #expect(log == ["first 0", "first 1", "second 1", "third 1", "second 2", "third 2"])
    withExtendedLifetime((second, third)) {}
  }

  @Test func `A publisher observes nothing before the first subscription and after the last`() {
    let number = OpenBehavior(0)
    let publisher = number.publisher
    #expect(!number.isObserved)
    let cancellable = publisher.sink { _ in }
    #expect(number.isObserved)
    cancellable.cancel()
    #expect(!number.isObserved)
  }

  @Test func `What is read inside receive is no dependency of the running evaluation`() {
    let number = OpenBehavior(0)
    let other = OpenBehavior(0)
    var runs = 0
    let derived = derive {
      runs += 1
      let cancellable = number.publisher.sink { _ in _ = other.value }
      cancellable.cancel()
      return runs
    }
    #expect(derived.value == 1)
    other.value = 1
    number.value = 1
    #expect(derived.value == 1)
  }

  @Test func `An optional value of nil is a value`() {
    let name = OpenBehavior<String?>(nil)
    let probe = Probe<String?>(asking: .none)
    name.publisher.subscribe(probe)
    probe.subscription?.request(.unlimited)
    name.value = "Ada"
    name.value = nil
    #expect(probe.values == [nil, "Ada", nil])
    probe.cancel()
  }
}
#endif
