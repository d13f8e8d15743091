import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Observers run in subscription order, the same in every run and at every count")
struct OrderTests {
  private final class Owner {}

  @Test("of a behavior", arguments: [1, 10, 50, 1_000])
  func behavior(count: Int) {
    for _ in 0..<5 {
      let source = OpenBehavior(0)
      var log: [Int] = []
      for index in 0..<count { source.sink { _ in log.append(index) } }
      source.value = 1
      #expect(log == Array(0..<count))
      source.value = 2
      #expect(log == Array(0..<count) + Array(0..<count))
    }
  }

  @Test("of an event", arguments: [1, 10, 50, 1_000])
  func event(count: Int) {
    for _ in 0..<5 {
      let source = Event<Void>()
      var log: [Int] = []
      for index in 0..<count { source.sink { log.append(index) } }
      source.trigger()
      #expect(log == Array(0..<count))
      source.trigger()
      #expect(log == Array(0..<count) + Array(0..<count))
    }
  }

  @Test("of every kind together", arguments: [1, 10, 50, 1_000])
  func mixed(count: Int) {
    let source = OpenBehavior([0])
    let owner = Owner()
    var log: [Int] = []
    for index in 0..<count {
      switch index % 8 {
      case 0: source.sink { _ in log.append(index) }
      case 1: source.sink(with: owner) { _, _ in log.append(index) }
      case 2: source.observe { _ in log.append(index) }
      case 3: source.observe(with: owner) { _, _ in log.append(index) }
      case 4: source.observe(\.count) { _ in log.append(index) }
      case 5: source.observe(\.count, with: owner) { _, _ in log.append(index) }
      case 6: source.onChange { log.append(index) }
      default: source.onChange { _, _ in log.append(index) }
      }
    }
    log = []
    withExtendedLifetime(owner) { source.value = [0, 0] }
    #expect(log == Array(0..<count))
  }

  @Test("owners whose objects lie anywhere in memory change nothing", arguments: [1, 10, 50, 1_000])
  func owners(count: Int) {
    let source = Event<Void>()
    var generator = SeededGenerator(seed: UInt64(count))
    let owners = (0..<count).map { _ in Owner() }.shuffled(using: &generator)
    var log: [Int] = []
    for (index, owner) in owners.enumerated() { source.observe(with: owner) { _, _ in log.append(index) } }
    withExtendedLifetime(owners) { source.trigger() }
    #expect(log == Array(0..<count))
  }

  @Test("observers that come after others went are last", arguments: [10, 50, 1_000])
  func afterCancelling(count: Int) {
    let source = Event<Void>()
    var log: [Int] = []
    let subscriptions = (0..<count).map { index in source.sink { log.append(index) } }
    for index in stride(from: 0, to: count, by: 3) { subscriptions[index].cancel() }
    for index in 0..<count { source.sink { log.append(count + index) } }
    source.trigger()
    #expect(log == (0..<count).filter { $0 % 3 != 0 } + Array(count..<2 * count))
  }

  @Test("an observer that subscribed twice is called twice, in both places")
  func twice() {
    let source = Event<Void>()
    var log: [String] = []
    let first = { log.append("A") }
    source.sink(first)
    source.sink { log.append("B") }
    source.sink(first)
    source.trigger()
    #expect(log == ["A", "B", "A"])
  }
}
