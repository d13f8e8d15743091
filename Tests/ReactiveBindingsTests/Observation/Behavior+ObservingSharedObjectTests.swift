#if canImport(Observation)
import Foundation
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

private func derive<Value: Equatable>(_ compute: @escaping () -> Value) -> ComputedBehavior<Value> {
  ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line, compute: compute)
}

/// An object that any isolation may write. Its setter takes time between Observation's announcement and the change.
private final class Level: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Locked(0)
  private let takeTime: @Sendable () -> Void
  init(takeTime: @escaping @Sendable () -> Void = { usleep(2_000) }) { self.takeTime = takeTime }

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return stored.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) {
        takeTime()
        stored.withLock { $0 = newValue }
      }
    }
  }
  var loose: Person.Loose { Person.Loose(number: value) }
}

/// Not `Sendable`, so the compiler assumes that it is written only here.
private final class Meter: Observable {
  let level: Level
  init(_ level: Level) { self.level = level }
}

/// A setter that waits between announcement and change. It runs on a thread of its own, so that it blocks no thread of
/// the tests.
private final class Gate: Sendable {
  private let entered = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)
  private let left = DispatchSemaphore(value: 0)
  func pass() {
    entered.signal()
    opened.wait()
  }
  /// Begins a write. Returns when it is announced but not made.
  func begin(_ write: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      write()
      left.signal()
    }
    entered.wait()
  }
  func end() {
    opened.signal()
    left.wait()
  }
}

@MainActor
@Suite("Behavior(observing:) of an object that any isolation writes")
struct ObservingSharedObjectTests {
  @Test("50 of 50 slow writes from elsewhere arrive: each is read when it has ended, and observers are notified of it")
  func slowWrites() async {
    let level = Level()
    let behavior = Behavior(observing: level, \.value)
    let double = derive { behavior.value * 2 }
    var notified: [Int] = []
    var doubles: [Int] = []
    behavior.sink { notified.append($0) }
    double.sink { doubles.append($0) }
    for number in 1...50 {
      await Task.detached { level.value = number }.value
      #expect(behavior.value == number)
      await untilTrue { doubles.last == number * 2 }
    }
    #expect(notified == Array(1...50) && doubles == notified.map { $0 * 2 })
  }

  @Test("a part that is shared, of an object that is not, arrives too")
  func sharedPart() async {
    let level = Level()
    let behavior = Behavior(observing: Meter(level), \.level.value)
    var seen: [Int] = []
    behavior.sink { seen.append($0) }
    for number in 1...10 {
      await Task.detached { level.value = number }.value
      await untilTrue { seen.last == number }
      #expect(behavior.value == number)
    }
    #expect(seen == Array(1...10))
  }

  @Test("observers are notified though nothing reads", arguments: [true, false])
  func notified(isObserved: Bool) async {
    let level = Level()
    let behavior = Behavior(observing: level, \.value)
    let double = derive { behavior.value * 2 }
    var notified: [Int] = []
    if isObserved { double.sink { notified.append($0) } } else { behavior.sink { notified.append($0) } }
    for number in 1...20 {
      await Task.detached { level.value = number }.value
      await untilTrue { notified.count == number }
    }
    #expect(notified == (1...20).map { isObserved ? $0 * 2 : $0 })
  }

  @Test("a derivation that is not observed is right within the bound")
  func derived() async {
    let level = Level()
    let behavior = Behavior(observing: level, \.value)
    let double = derive { behavior.value * 2 }
    #expect(double.value == 0)
    for number in 1...5 {
      await Task.detached { level.value = number }.value
      await untilTrue { double.value == number * 2 }
      #expect(double.value == number * 2)
    }
  }

  @Test("a write that takes long is read as soon as it has ended, and notified when half as long has passed again")
  func longWrite() async {
    let clock = TestClock()
    let gate = Gate()
    let level = Level { gate.pass() }
    let behavior = Behavior(observing: level, \.value, clock: clock)
    var notified: [Int] = []
    behavior.sink { notified.append($0) }
    gate.begin { level.value = 1 }
    await turns()
    await untilTrue { clock.sleeperCount == 1 }
    let step = Duration.milliseconds(1)
    func pass(_ time: Int) async {
      for _ in 0..<time {
        clock.advance(by: step)
        await turns()
        await untilTrue { clock.sleeperCount == 1 }
      }
    }
    await pass(200)
    #expect(behavior.value == 0 && notified.isEmpty)
    gate.end()
    await pass(101)
    #expect(notified == [1])
    #expect(behavior.value == 1)
  }

  @Test("a read finds a long write that has ended, and notifies observers of it")
  func longWriteIsRead() async {
    let gate = Gate()
    let level = Level { gate.pass() }
    let behavior = Behavior(observing: level, \.value, clock: TestClock())
    var notified: [Int] = []
    behavior.sink { notified.append($0) }
    for number in 1...5 {
      gate.begin { level.value = number }
      await turns()
      #expect(behavior.value == number - 1)
      gate.end()
      #expect(behavior.value == number)
      #expect(notified == Array(1...number))
    }
  }

  @Test("a write that was under way when the behavior was made arrives, too")
  func underWay() async {
    let gate = Gate()
    let level = Level { gate.pass() }
    gate.begin { level.value = 1 }
    let behavior = Behavior(observing: level, \.value)
    var notified: [Int] = []
    behavior.observe { notified.append($0) }
    gate.end()
    #expect(behavior.value == 1)
    await untilTrue { notified == [0, 1] }
    #expect(notified == [0, 1])
  }

  @Test("it looks for a minute, less and less often, and then no more until the next write is announced")
  func looksEnd() async {
    let clock = TestClock()
    let level = Level {}
    var behavior: Behavior? = Behavior(observing: level, \.value, clock: clock)
    behavior?.sink { _ in }
    await untilTrue { clock.sleeperCount == 1 }
    var looks = 0
    while looks < 100 {
      clock.advance(by: .seconds(100))
      // The check runs in a task, which may be late.
      for _ in 0..<100 where clock.sleeperCount == 0 { await turns() }
      looks += 1
      if clock.sleeperCount == 0 { break }
    }
    #expect((20...30).contains(looks))
    await Task.detached { level.value = 1 }.value
    await untilTrue { clock.sleeperCount == 1 }
    #expect(clock.sleeperCount == 1 && behavior?.value == 1)
    behavior = nil
    await untilTrue { clock.sleeperCount == 0 }
    #expect(clock.sleeperCount == 0, "its end ends the wait")
  }

  @Test("an object that is followed weakly is not kept alive, and its last value stays")
  func weakly() async {
    var level: Level? = Level()
    @Weak var weakLevel = level
    let value = Behavior(observingWeakly: level!, \.value)
    let loose = Behavior(observingWeakly: level!, \.loose)
    let seen = Box<[Int]>([])
    value.sink { [seen] in seen.value.append($0) }
    loose.sink { [seen] in seen.value.append(-$0.number) }
    level!.value = 3
    #expect(value.value == 3 && loose.value.number == 3)
    await untilTrue { seen.value.contains(3) && seen.value.contains(-3) }
    level = nil
    #expect(weakLevel == nil)
    #expect(value.value == 3 && loose.value.number == 3)
  }

  @Test("written where it is observed, it is as any object; a batch notifies at its end, once")
  func writtenHere() async {
    let settings = SharedSettings()
    let theme = Behavior(observing: settings, \.theme)
    var notified: [Int] = []
    theme.sink { notified.append($0) }
    settings.theme = 1
    #expect(theme.value == 1 && notified == [1])
    batch {
      settings.theme = 2
      settings.theme = 3
      #expect(theme.value == 3 && notified == [1])
    }
    #expect(notified == [1, 3])
    batch {
      settings.theme = 4
      #expect(theme.value == 4)
      settings.theme = 3
    }
    await turns()
    #expect(notified == [1, 3])
  }

  @Test(
    "of values that cannot be compared each write is read and notified at least once, and an observer's read is no change"
  )
  func loose() async {
    let level = Level()
    let loose = Behavior(observing: level, \.loose)
    var notified: [Int] = []
    loose.sink { [unowned loose] in
      notified.append($0.number)
      #expect(loose.value.number >= $0.number)
    }
    for number in 1...5 {
      await Task.detached { level.value = number }.value
      #expect(loose.value.number == number)
      await untilTrue { notified.last == number }
      #expect(notified.last == number && notified == notified.sorted())
    }
  }

  @Test("a property that is bound two ways follows slow writes from elsewhere")
  func twoWays() async {
    let level = Level()
    let number = OpenBehavior(0)
    number.bindTwoWay(to: \.value, on: level, changes: .observation())
    for new in 1...10 {
      await Task.detached { level.value = new }.value
      await untilTrue { number.value == new }
      #expect(number.value == new && level.value == new)
    }
    number.value = 20
    #expect(level.value == 20)
  }

  // MARK: Reads elsewhere

  private actor Owner {
    private let level: Level
    private let person = Person()
    init(_ level: Level) { self.level = level }
    func follow() async -> [Int] {
      let behavior = Behavior(observing: level, \.value)
      var notified: [Int] = []
      behavior.sink { notified.append($0) }
      for number in 1...10 {
        await Task.detached { [level] in level.value = number }.value
        #expect(behavior.value == number)
        await untilTrue { notified.last == number }
      }
      return notified
    }
    func writeAndRead() -> [Int] {
      let age = Behavior(observing: person, \.age)
      var notified: [Int] = []
      age.sink { notified.append($0) }
      return (1...5).map { number in
        person.age = number
        return age.value
      } + notified
    }
  }

  @Test("on an actor of its own a read is right, observed or not")
  nonisolated func onActor() async {
    let owner = Owner(Level())
    #expect(await owner.follow() == Array(1...10))
    #expect(await owner.writeAndRead() == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
  }

  private struct Parts {
    let person = Person()
    let age: Behavior<Int>
    let notified = Box<[Int]>([])
    init() {
      age = Behavior(observing: person, \.age, isolation: nil)
      age.sink { [notified] in notified.value.append($0) }
    }
  }

  @Test("a graph that is sent to another task reads what is written there")
  nonisolated func sent() async {
    let parts = Parts()
    parts.person.age = 1
    let first = parts.age.value
    let seen = await Task.detached {
      parts.person.age = 2
      let second = parts.age.value
      parts.person.age = 3
      return [second, parts.age.value] + parts.notified.value
    }.value
    #expect(first == 1 && seen == [2, 3, 1, 2, 3])
  }
}
#endif
