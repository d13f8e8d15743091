import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("The laws of keyed collections")
struct AllLawsKeyedTests {
  private struct Failure: Error {}

  @Test("1: what is notified reads the new value everywhere", arguments: KeyedKind.allCases)
  func storeFirst(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    let (rows, behavior) = (sample.rows, sample.behavior)
    let doubled = behavior.map { $0 * 2 }
    var log: [[Int]] = []
    func note() {
      log.append([
        behavior.value, doubled.value, rows[1].value?.number ?? -1, rows.value[0].number,
        rows.array.peek()[0].number * 2,
      ])
    }
    let subscriptions = [
      behavior.sink { _ in note() }, doubled.sink { _ in note() }, rows.sink { _ in note() },
      rows[1].sink { _ in note() }, rows.changes.sink { _ in note() },
    ]
    sample.write(1)
    rows.insert(KeyedSample.Row(id: 1, number: 2))
    batch {
      sample.write(7)
      sample.write(3)
    }
    #expect(log == [1, 2, 3].flatMap { Array(repeating: [$0, 2 * $0, $0, $0, 2 * $0], count: 5) })
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("2: observers run in the order in which they subscribed", arguments: KeyedKind.allCases)
  func order(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    var log: [Int] = []
    for number in 0..<20 { sample.behavior.sink { _ in log.append(number) } }
    sample.write(1)
    #expect(log == Array(0..<20))
  }

  @Test(
    "3: an edit in an observer is delivered after it, and no observer sees an older value after a newer one",
    arguments: KeyedKind.allCases)
  func runToCompletion(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    var (first, second): ([Int], [Int]) = ([], [])
    var depth = 0
    let subscription = sample.behavior.sink { value in
      depth += 1
      #expect(depth == 1)
      first.append(value)
      if value < 5 { sample.write(value + 1) }
      depth -= 1
    }
    sample.behavior.sink { second.append($0) }
    sample.write(1)
    #expect(first == [1, 2, 3, 4, 5] && sample.behavior.value == 5)
    #expect(second == second.sorted() && second.last == 5 && Set(second).count == second.count)
    subscription.cancel()
  }

  @Test(
    "4: added in a delivery is no part of it; cancelled in a delivery is called no more", arguments: KeyedKind.allCases)
  func membership(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    let behavior = sample.behavior
    var log: [String] = []
    var second: Subscription?
    let first = behavior.sink { value in
      log.append("first \(value)")
      if value == 1 {
        second?.cancel()
        behavior.sink { log.append("late \($0)") }
        behavior.observe { log.append("now \($0)") }
      }
    }
    second = behavior.sink { log.append("second \($0)") }
    sample.write(1)
    #expect(log == ["first 1", "now 1"])
    log = []
    sample.write(2)
    #expect(log == ["first 2", "late 2", "now 2"])
    first.cancel()
  }

  @Test("5: what combines two of them sees no mixture", arguments: KeyedKind.allCases, KeyedKind.allCases)
  func glitches(kind: KeyedKind, other: KeyedKind) {
    let sample = KeyedSample(kind)
    let rows = sample.rows
    let row = rows[1].map { $0?.number ?? 0 }
    let total = rows.filter { $0.number > 0 }.map(\.number).sum { $0 }
    var differences: [Int] = []
    let sum = DerivedProperty(sample.behavior, total, row) { one, other, row in
      differences.append(abs(one - other) + abs(one - row))
      return one
    }
    var notified: [Int] = []
    sum.sink { notified.append($0) }
    sample.write(1)
    batch {
      sample.write(2)
      if other == kind { #expect(sum.value == 2) }
      rows.move(1, before: nil)
      sample.write(3)
    }
    rows.remove(1)
    rows.insert(KeyedSample.Row(id: 1, number: 4), before: 3)
    #expect(differences.allSatisfy { $0 == 0 } && notified == [1, 3, 0, 4])
  }

  @Test("6: what nothing reads or observes does not run, and a read is cached", arguments: KeyedKind.allCases)
  func lazy(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    sample.write(1)
    sample.rows.insert(KeyedSample.Row(id: 9))
    #expect(sample.calls.value == 0)
    #expect(sample.behavior.value == 1)
    let calls = sample.calls.value
    #expect(sample.behavior.value == 1 && sample.calls.value == calls)
    sample.write(1)
    #expect(sample.behavior.value == 1 && sample.calls.value == calls)
    sample.write(2)
    sample.write(3)
    #expect(sample.calls.value == calls && sample.behavior.value == 3)
    // Comparisons: a few for the place among six rows, each at most twice.
    #expect(sample.calls.value - calls <= 12)
  }

  @Test("7: an equal row is no change, however it is written", arguments: KeyedKind.allCases)
  func equalityCut(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    let rows = sample.rows
    var notified = 0
    let subscriptions = [
      sample.behavior.sink { _ in notified += 1 }, rows.sink { _ in notified += 1 },
      rows.changes.sink { _ in notified += 1 },
    ]
    let calls = sample.calls.value
    sample.write(0)
    rows.insert(KeyedSample.Row(id: 1))
    rows.value = rows.value
    rows.move(1, before: 2)
    rows.update(1) { _ in }
    rows.remove(77)
    #expect(notified == 0 && sample.calls.value == calls)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("8: a batch is one delivery, also if it throws; reads in it see the edits", arguments: KeyedKind.allCases)
  func batches(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    var notified: [Int] = []
    let subscription = sample.behavior.sink { notified.append($0) }
    batch {
      sample.write(1)
      #expect(sample.behavior.value == 1)
      batch { sample.write(2) }
      sample.rows.move(1, before: nil)
      #expect(sample.behavior.value == 2)
      sample.rows.remove(1)
      #expect(sample.behavior.value == 0)
      sample.rows.insert(KeyedSample.Row(id: 1, number: 5))
    }
    #expect(throws: Failure.self) {
      try batch { () throws(Failure) in
        sample.write(6)
        throw Failure()
      }
    }
    #expect(notified == [5, 6])
    subscription.cancel()
  }

  @Test("8: a batch that ends where it began is silent, read in the middle or not", arguments: KeyedKind.allCases)
  func takenBack(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    let rows = sample.rows
    var notified = 0
    var runs = 0
    let mapped = sample.behavior.map { value in
      runs += 1
      return value
    }
    let subscriptions = [
      mapped.sink { _ in notified += 1 }, rows.sink { _ in notified += 1 }, rows[1].sink { _ in notified += 1 },
      rows.changes.sink { _ in notified += 1 },
    ]
    runs = 0
    let calls = sample.calls.value
    batch {
      sample.write(1)
      rows.remove(1)
      rows.insert(KeyedSample.Row(id: 1), before: 2)
      rows.insert(KeyedSample.Row(id: 8, number: 9))
      rows.remove(8)
    }
    #expect(notified == 0 && runs == 0 && sample.calls.value == calls)
    batch {
      sample.write(1)
      #expect(mapped.value == 1)
      rows.remove(1)
      #expect(mapped.value == 0)
      rows.insert(KeyedSample.Row(id: 1, number: 3), before: 2)
      #expect(mapped.value == 3)
      sample.write(0)
    }
    #expect(notified == 0 && mapped.value == 0)
    sample.write(2)
    #expect(mapped.value == 2 && notified == 4)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("9: an effect that reads it runs once a change, and its edits are a batch", arguments: KeyedKind.allCases)
  func effects(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    let trigger = OpenBehavior(0)
    var seen: [Int] = []
    let reading = Reaction { seen.append(sample.behavior.value) }
    let writing = Reaction {
      let number = trigger.value
      if number == 0 { return }
      sample.write(number)
      sample.rows.remove(1)
      sample.rows.insert(KeyedSample.Row(id: 1, number: number + 1))
    }
    reading.start()
    writing.start()
    sample.write(1)
    trigger.value = 10
    trigger.value = 20
    #expect(seen == [0, 1, 11, 21])
    withExtendedLifetime((reading, writing)) {}
  }

  @Test("11: an observation ends with its owner, and nothing is left of what was made", arguments: KeyedKind.allCases)
  func owners(kind: KeyedKind) {
    let live = LiveCount()
    do {
      let sample = KeyedSample(kind)
      var owner: Tracked? = live.make()
      let mark = live.make()
      var notified: [Int] = []
      sample.behavior.observe(with: owner!) { _, value in notified.append(value) }
      let subscription = sample.behavior.sink { [mark] _ in mark.touch() }
      sample.write(1)
      owner = nil
      #expect(live.alive == 1)
      sample.write(2)
      #expect(notified == [0, 1])
      subscription.cancel()
    }
    #expect(live.alive == 0)
  }

  @Test("11: a batch whose end replaces rows leaves an idle thread: a source that is observed next starts at once")
  func replacedAtTheEnd() {
    struct Row: Identifiable {
      let id: Int
      let object: Tracked
    }
    let live = LiveCount()
    let rows = OpenKeyed((0..<3).map { KeyedSample.Row(id: $0, number: 0) })
    let made = rows.map { Row(id: $0.id, object: live.make()) }
    let token = made.sink { _ in }
    _ = made.value
    batch {
      rows.update(1) { $0.number = 1 }
      _ = made.value
      rows.update(1) { $0.number = 0 }
    }
    #expect(observedSourceStarts())
    token.cancel()
  }

  @Test("12: an observer may read, edit, observe and cancel what it observes", arguments: KeyedKind.allCases)
  func exclusivity(kind: KeyedKind) {
    let sample = KeyedSample(kind)
    let behavior = sample.behavior
    var log: [Int] = []
    var subscription: Subscription?
    subscription = behavior.sink { value in
      log.append(behavior.value)
      if value == 1 { sample.rows.update(1) { $0.number += 1 } }
      if value == 2 { sample.rows.insert(KeyedSample.Row(id: 1, number: 3)) }
      if value == 3 {
        subscription?.cancel()
        behavior.observe { log.append($0 * 10) }
        sample.write(4)
      }
    }
    sample.write(1)
    #expect(log == [1, 2, 3, 30, 40])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("10: a function that reads what is made by it stops with a message")
  func cycles() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let rows = OpenKeyed([KeyedSample.Row(id: 1)])
      let box = Box<Behavior<Int>?>(nil)
      let filtered = rows.filter { $0.number == box.value?.value }
      box.value = filtered.count
      _ = filtered.count.value
    }
    try expectStop(result, says: ["dependency cycle", "AllLaws+KeyedTests.swift"])
  }
  #endif
}
