import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A behavior that is computed and can be written")
struct OpenBehaviorGetSetTests {
  private struct Failure: Error, Equatable {}

  private static func percent(of fraction: OpenBehavior<Double>) -> OpenBehavior<Double> {
    OpenBehavior(get: { fraction.value * 100 }, set: { fraction.value = $0 / 100 })
  }

  @Test("it changes with what it reads, and a write goes there")
  func bothWays() {
    let fraction = OpenBehavior(0.5)
    let percent = Self.percent(of: fraction)
    #expect(percent.value == 50)
    percent.value = 25
    #expect(fraction.value == 0.25 && percent.value == 25)
    fraction.value = 1
    #expect(percent.value == 100)
    percent <<= 50
    #expect(fraction.value == 0.5 && "\(percent)" == "50.0")
  }

  @Test("an observer of either reads the new value in both")
  func storeFirst() {
    let fraction = OpenBehavior(0.0)
    let percent = Self.percent(of: fraction)
    var log: [[Double]] = []
    let first = fraction.sink { log.append([1, $0, percent.value]) }
    let second = percent.sink { log.append([2, fraction.value, $0]) }
    percent.value = 50
    fraction.value = 1
    #expect(log == [[1, 0.5, 50], [2, 0.5, 50], [1, 1, 100], [2, 1, 100]])
    first.cancel()
    second.cancel()
  }

  @Test("observers are called in the order in which they subscribed")
  func order() {
    let fraction = OpenBehavior(0.0)
    let percent = Self.percent(of: fraction)
    var log: [String] = []
    percent.sink { _ in log.append("percent") }
    fraction.sink { _ in log.append("fraction") }
    percent.sink { _ in log.append("percent again") }
    percent.value = 1
    let written = log
    log = []
    fraction.value = 1
    #expect(written == log && log.sorted() == ["fraction", "percent", "percent again"])
    #expect(log.firstIndex(of: "percent")! < log.firstIndex(of: "percent again")!)
  }

  @Test("a write of an equal value calls no setter, observed or not", arguments: [false, true])
  func duplicates(isObserved: Bool) {
    let source = OpenBehavior(1)
    var sets = 0
    var notified: [Int] = []
    let open = OpenBehavior(
      get: { source.value },
      set: {
        sets += 1
        source.value = $0
      })
    if isObserved { open.sink { notified.append($0) } }
    open.value = 1
    #expect(sets == 0)
    open.value = 2
    open.value = 2
    #expect(sets == 1)
    source.value = 3
    open.value = 3
    #expect(sets == 1 && notified == (isObserved ? [2, 3] : []))
  }

  @Test("where values cannot be compared, every write but one of the same object counts")
  func identity() {
    final class Object {}
    let (one, other) = (Object(), Object())
    let source = OpenBehavior(one)
    var sets = 0
    let open = OpenBehavior(
      get: { source.value },
      set: {
        sets += 1
        source.value = $0
      })
    open.value = one
    #expect(sets == 0)
    open.value = other
    #expect(sets == 1 && source.value === other)
    let function = OpenBehavior({ 1 })
    let loose = OpenBehavior(get: { function.value }, set: { function.value = $0 })
    var notified = 0
    loose.sink { _ in notified += 1 }
    loose.value = { 2 }
    loose.value = { 2 }
    #expect(notified == 2 && function.value() == 2)
  }

  @Test("the setter may round or refuse: what is read and notified is what the getter makes of it")
  func rounding() {
    let cents = OpenBehavior(0)
    let price = OpenBehavior(
      get: { Double(cents.value) / 100 }, set: { if $0 >= 0 { cents.value = Int(($0 * 100).rounded()) } })
    var notified: [Double] = []
    price.sink { notified.append($0) }
    price.value = 1.234
    #expect(price.value == 1.23)
    price.value = -1
    #expect(price.value == 1.23)
    price.value = 1.2301
    #expect(notified == [1.23])
  }

  @Test("a setter that writes two behaviors is one change")
  func twoSources() {
    let first = OpenBehavior("Ada")
    let last = OpenBehavior("Lovelace")
    let full = OpenBehavior(
      get: { "\(first.value) \(last.value)" },
      set: { name in
        let parts = name.split(separator: " ").map(String.init)
        first.value = parts[0]
        last.value = parts[1]
      })
    var notified: [String] = []
    var seen: [String] = []
    full.sink { notified.append($0) }
    first.sink { seen.append("\($0) \(last.value)") }
    full.value = "Grace Hopper"
    #expect(notified == ["Grace Hopper"] && seen == ["Grace Hopper"])
  }

  @Test("a batch is one notification, and one that is taken back none")
  func batches() {
    let fraction = OpenBehavior(0.0)
    let percent = Self.percent(of: fraction)
    var notified: [Double] = []
    percent.sink { notified.append($0) }
    batch {
      percent.value = 10
      #expect(fraction.value == 0.1)
      batch { percent.value = 20 }
      #expect(percent.value == 20)
    }
    #expect(notified == [20])
    batch {
      percent.value = 50
      percent.value = 20
    }
    batch {
      percent.value = 50
      fraction.value = 0.2
    }
    #expect(notified == [20] && percent.value == 20)
  }

  @Test("an observed one calls each function once a write, and none for a batch that is taken back before it is read")
  func calls() {
    let source = OpenBehavior(0)
    var (gets, sets) = (0, 0)
    let open = OpenBehavior(
      get: {
        gets += 1
        return source.value
      },
      set: {
        sets += 1
        source.value = $0
      })
    var notified: [Int] = []
    open.sink { notified.append($0) }
    (gets, sets) = (0, 0)
    open.value = 1
    #expect(gets == 1 && sets == 1)
    batch {
      source.value = 5
      source.value = 1
    }
    #expect(gets == 1 && sets == 1)
    batch {
      open.value = 2
      source.value = 3
    }
    #expect(gets == 2 && sets == 2 && notified == [1, 3])
  }

  @Test("one that is neither read nor observed computes nothing when its source is written")
  func lazy() {
    let source = OpenBehavior(0)
    var gets = 0
    let open = OpenBehavior(
      get: {
        gets += 1
        return source.value
      }, set: { source.value = $0 })
    source.value = 1
    #expect(gets == 0)
    #expect(open.value == 1 && open.value == 1 && gets == 1)
  }

  @Test("a write in an observer is delivered after the running delivery")
  func runToCompletion() {
    let source = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value * 10 }, set: { source.value = $0 / 10 })
    var log: [String] = []
    open.sink {
      log.append("first \($0)")
      if $0 == 10 {
        open.value = 20
        log.append("wrote, reads \(open.value) \(source.value)")
      }
    }
    open.sink { log.append("second \($0)") }
    open.value = 10
    #expect(
      log.first == "first 10" && log[1] == "wrote, reads 20 2" && log.filter { $0.hasPrefix("first") }.count == 2)
    #expect(log.last == "second 20")
    source.value = 1
    #expect(log.last == "second 20" && open.value == 20 && source.value == 2)
  }

  @Test("update reads, changes and sets once, and notifies once together with what its body writes")
  func update() {
    let items = OpenBehavior(["b", "a"])
    let other = OpenBehavior(0)
    var sets = 0
    let sorted = OpenBehavior(
      get: { items.value.sorted() },
      set: {
        sets += 1
        items.value = $0
      })
    var notified: [[String]] = []
    sorted.sink { notified.append($0) }
    let count = sorted.update {
      $0.append("c")
      other.value = 1
      return $0.count
    }
    #expect(count == 3 && sets == 1 && items.value == ["a", "b", "c"] && notified == [["a", "b", "c"]])
  }

  @Test("if the body of an update throws, what it had changed is set")
  func throwingUpdate() {
    let source = OpenBehavior(1)
    let open = OpenBehavior(get: { source.value }, set: { source.value = $0 })
    var notified: [Int] = []
    open.sink { notified.append($0) }
    #expect(throws: Failure.self) {
      try open.update { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(source.value == 2 && notified == [2])
  }

  @Test("what the setter reads is not a dependency of the derivation or effect that writes")
  func untracked() {
    let source = OpenBehavior(0)
    let limit = OpenBehavior(10)
    let trigger = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value }, set: { source.value = min($0, limit.value) })
    var runs = 0
    let reaction = Reaction {
      runs += 1
      open.value = trigger.value
    }
    reaction.start()
    #expect(runs == 1)
    limit.value = 5
    source.value = 3
    #expect(runs == 1)
    trigger.value = 7
    #expect(runs == 2 && source.value == 5)
    limit.value = 6
    #expect(runs == 2)
    withExtendedLifetime(reaction) {}
  }

  @Test("what an update reads on its way is not a dependency of the effect that updates either")
  func untrackedUpdate() {
    let source = OpenBehavior(0)
    let trigger = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value }, set: { source.value = $0 })
    var runs = 0
    let reaction = Reaction {
      runs += 1
      let number = trigger.value
      open.update { $0 += number }
    }
    reaction.start()
    trigger.value = 2
    #expect(runs == 2 && source.value == 2)
    source.value = 5
    #expect(runs == 2)
    withExtendedLifetime(reaction) {}
  }

  @Test("a setter that drops the behavior writes all the same, and the behavior goes")
  func droppedInSetter() {
    let source = OpenBehavior(0)
    let live = LiveCount()
    var open: OpenBehavior<Int>?
    open = OpenBehavior(
      get: { [tracked = live.make()] in
        tracked.touch()
        return source.value
      },
      set: {
        open = nil
        source.value = $0
      })
    var notified: [Int] = []
    open?.sink { notified.append($0) }
    open?.value = 1
    #expect(source.value == 1 && open == nil && live.alive == 0)
    source.value = 2
    #expect(notified == [1])
  }

  @Test("an observer that drops the behavior ends it")
  func droppedInObserver() {
    let source = OpenBehavior(0)
    let live = LiveCount()
    var open: OpenBehavior<Int>? = OpenBehavior(
      get: { [tracked = live.make()] in
        tracked.touch()
        return source.value
      }, set: { source.value = $0 })
    var notified: [Int] = []
    open?.sink {
      notified.append($0)
      open = nil
    }
    open?.value = 1
    #expect(notified == [1] && live.alive == 0)
    source.value = 2
    #expect(notified == [1])
  }

  @Test("it keeps what its functions capture; what it reads does not keep it, a token that is kept does")
  func lifetime() {
    let source = OpenBehavior(0)
    let live = LiveCount()
    func make() -> OpenBehavior<Int> {
      OpenBehavior(
        get: { [tracked = live.make()] in
          tracked.touch()
          return source.value
        }, set: { source.value = $0 })
    }
    var open: OpenBehavior<Int>? = make()
    #expect(open?.value == 0 && live.alive == 1)
    open = nil
    #expect(live.alive == 0)
    var notified: [Int] = []
    var bag: SubscriptionBag? = SubscriptionBag()
    if let bag { make().sink { notified.append($0) }.store(in: bag) }
    source.value = 1
    #expect(live.alive == 1 && notified == [1])
    bag = nil
    #expect(live.alive == 0)
    #expect(source.dependentCount == 0)
  }

  @Test("a loop over values receives what is written through it")
  func loop() async {
    let source = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value * 2 }, set: { source.value = $0 / 2 })
    var values = open.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    open.value = 4
    #expect(await values.next() == 4)
    source.value = 3
    #expect(await values.next() == 6)
  }

  @Test("a wrapper can hold one: its variable is written through it")
  func wrapped() {
    final class Screen {
      @Pub var title: String
      init(_ title: OpenBehavior<String>) { _title = Pub(projectedValue: title) }
    }
    let source = OpenBehavior("ada")
    let screen = Screen(OpenBehavior(get: { source.value.uppercased() }, set: { source.value = $0.lowercased() }))
    var notified: [String] = []
    screen.$title.sink { notified.append($0) }
    screen.title = "GRACE"
    #expect(source.value == "grace" && screen.title == "GRACE")
    source.value = "edsger"
    screen.title += "!"
    #expect(source.value == "edsger!" && notified == ["GRACE", "EDSGER", "EDSGER!"])
  }

  @Test("two that are derived from one another are one chain: a write goes to its end")
  func chain() {
    let source = OpenBehavior(1)
    let doubled = OpenBehavior(get: { source.value * 2 }, set: { source.value = $0 / 2 })
    let text = OpenBehavior(get: { String(doubled.value) }, set: { doubled.value = Int($0) ?? 0 })
    var notified: [String] = []
    text.sink { notified.append($0) }
    doubled.sink { notified.append("\($0)") }
    text.value = "8"
    #expect(source.value == 4)
    #expect(notified.sorted() == ["8", "8"])
  }

  @Test("a chain of a hundred is written through")
  func longChain() {
    let source = OpenBehavior(0)
    var last = source
    for _ in 0..<100 {
      last = OpenBehavior(get: { [last] in last.value + 1 }, set: { [last] in last.value = $0 - 1 })
    }
    last.value = 107
    #expect(source.value == 7 && last.value == 107)
  }
}
