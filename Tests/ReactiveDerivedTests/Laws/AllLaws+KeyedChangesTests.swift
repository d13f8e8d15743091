import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("The laws of lists of changes")
struct AllLawsKeyedChangesTests {
  @Test(
    "1, 7 and 8: once for each change or batch, when the rows are as listed; not for what is equal or taken back",
    arguments: KeyedChangesKind.allCases)
  func storeFirst(kind: KeyedChangesKind) {
    let sample = KeyedChangesSample(kind)
    var log: [Int] = []
    let subscription = sample.sink {
      #expect($0 == sample.numbers())
      log.append($0.reduce(0, +))
    }
    sample.write(1)
    sample.write(1)
    sample.rows.value = sample.rows.value
    batch {
      sample.write(7)
      #expect(sample.numbers().contains(7))
      sample.write(3)
    }
    batch {
      sample.write(8)
      sample.rows.remove(1)
      #expect(!sample.numbers().contains(3))
      sample.rows.insert(KeyedSample.Row(id: 1, number: 3), before: 2)
    }
    #expect(log == [1, 3])
    sample.rows.remove(1)
    #expect(log == [1, 3, 0])
    subscription.cancel()
    sample.rows.insert(KeyedSample.Row(id: 1, number: 2))
    #expect(log == [1, 3, 0])
  }

  @Test("2: observers run in the order in which they subscribed", arguments: KeyedChangesKind.allCases)
  func order(kind: KeyedChangesKind) {
    let sample = KeyedChangesSample(kind)
    var log: [Int] = []
    let subscriptions = (0..<20).map { number in sample.sink { _ in log.append(number) } }
    sample.write(1)
    #expect(log == Array(0..<20))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "3: an edit in an observer is delivered after it, and every list fits what the one before it left",
    arguments: KeyedChangesKind.allCases)
  func runToCompletion(kind: KeyedChangesKind) {
    let sample = KeyedChangesSample(kind)
    var (first, second): ([Int], [Int]) = ([], [])
    var depth = 0
    let subscriptions = [
      sample.sinkNumber { number in
        depth += 1
        #expect(depth == 1)
        first.append(number)
        if number < 5 { sample.write(number + 1) }
        depth -= 1
      },
      sample.sinkNumber { second.append($0) },
    ]
    sample.write(1)
    #expect(first == [1, 2, 3, 4, 5])
    #expect(second == second.sorted() && second.last == 5 && Set(second).count == second.count)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "4: added in a delivery is no part of it; cancelled in a delivery is called no more",
    arguments: KeyedChangesKind.allCases)
  func membership(kind: KeyedChangesKind) {
    let sample = KeyedChangesSample(kind)
    let bag = SubscriptionBag()
    var log: [String] = []
    var second: Subscription?
    sample.sinkNumber { number in
      log.append("first \(number)")
      if number == 1 {
        second?.cancel()
        sample.sinkNumber { log.append("late \($0)") }.store(in: bag)
      }
    }.store(in: bag)
    second = sample.sinkNumber { log.append("second \($0)") }
    sample.write(1)
    #expect(log == ["first 1"])
    sample.write(2)
    #expect(log == ["first 1", "first 2", "late 2"])
    bag.cancelAll()
  }

  @Test(
    "5: what a list of one collection is about is seen in every other", arguments: KeyedChangesKind.allCases,
    KeyedKind.allCases)
  func glitches(kind: KeyedChangesKind, other: KeyedKind) {
    let sample = KeyedChangesSample(kind)
    let rows = sample.rows
    let behavior = KeyedSample(other, of: rows).behavior
    var log: [Int] = []
    let subscription = sample.sinkNumber { number in
      #expect(behavior.value == number)
      log.append(number)
    }
    let reverse = behavior.sink { #expect(sample.numbers().reduce(0, +) == $0) }
    sample.write(1)
    batch {
      sample.write(2)
      rows.remove(1)
      rows.insert(KeyedSample.Row(id: 1, number: 3), before: 2)
    }
    rows.remove(1)
    #expect(log == [1, 3, 0])
    subscription.cancel()
    reverse.cancel()
  }

  @Test("11: it ends with its subscription, and nothing is left of it", arguments: KeyedChangesKind.allCases)
  func owners(kind: KeyedChangesKind) {
    let live = LiveCount()
    weak var rows: OpenKeyed<KeyedSample.Row>?
    do {
      let sample = KeyedChangesSample(kind)
      rows = sample.rows
      let cancelled = sample.sink { [mark = live.make()] _ in mark.touch() }
      let dropped = sample.sink { [mark = live.make()] _ in mark.touch() }
      sample.write(1)
      cancelled.cancel()
      #expect(live.alive == 1)
      withExtendedLifetime(dropped) {}
    }
    #expect(live.alive == 0 && rows == nil)
  }

  @Test("12: an observer may read, edit, observe and cancel", arguments: KeyedChangesKind.allCases)
  func exclusivity(kind: KeyedChangesKind) {
    let sample = KeyedChangesSample(kind)
    var log: [Int] = []
    let subscription = Box<Subscription?>(nil)
    subscription.value = sample.sink { numbers in
      #expect(numbers == sample.numbers())
      let number = numbers.reduce(0, +)
      log.append(number)
      if number == 1 { sample.rows.update(1) { $0.number += 1 } }
      if number == 2 { sample.rows.insert(KeyedSample.Row(id: 1, number: 3)) }
      if number == 3 {
        subscription.value?.cancel()
        subscription.value = sample.sinkNumber { log.append($0 * 10) }
        sample.write(4)
      }
    }
    sample.write(1)
    #expect(log == [1, 2, 3, 40])
    subscription.value = nil
  }
}
