#if canImport(Observation)
import Observation
import ReactiveBindings

@Observable
final class City {
  var name: String
  init(_ name: String) { self.name = name }
}

@Observable
final class Person {
  var name: String
  var age = 36
  var city = City("London")
  var token: Token?
  var loose = Loose()
  var greeting: String { "\(name), \(age)" }

  init(_ name: String = "Ada") { self.name = name }

  struct Loose {
    var number = 0
  }
  final class Token {}
}

/// Belongs to the main actor, as most objects do.
@Observable
@MainActor
final class Screen {
  var title = "start"
  var count = 0
  var other = 0
  var loose = Person.Loose()
  var city = City("London")
}

/// Can be written in any isolation.
final class SharedSettings: Sendable, Observable {
  private let registrar = ObservationRegistrar()
  private let state = Locked(0)

  var theme: Int {
    get {
      registrar.access(self, keyPath: \.theme)
      return state.withLock { $0 }
    }
    set { registrar.withMutation(of: self, keyPath: \.theme) { state.withLock { $0 = newValue } } }
  }
}

@Observable
final class Stall {
  let count: Behavior<Int>
  var unit = "apples"
  var text: String { "\(count.observable.value) \(unit)" }
  init(_ count: Behavior<Int>) { self.count = count }
}

@Observable
@MainActor
final class Counted {
  var number = 1
  @ObservationIgnored var reads = 0
  var value: Int {
    reads += 1
    return number
  }
}

/// Has a property that also depends on a behavior.
@Observable
@MainActor
final class Choice {
  let useFirst = OpenBehavior(true)
  var first = "first"
  var second = "second"
  var chosen: String { useFirst.value ? first : second }
}

/// Keeps behaviors that observe it.
@Observable
@MainActor
final class Draft {
  var text = ""
  var loose = Person.Loose(number: 1)
  @ObservationIgnored private(set) lazy var isEmpty = Behavior(
    observingWeakly: self, \.text.isEmpty, isolation: MainActor.shared)
  @ObservationIgnored private(set) lazy var part = Behavior(observingWeakly: self, \.loose, isolation: MainActor.shared)
}

/// Runs `body` with tracking, then `changes`. Returns the number of notifications.
func hearsOf(_ changes: () -> Void, reading body: () -> Void) -> Int {
  let count = SendableCount()
  withObservationTracking(body) { count.increment() }
  changes()
  return count.value
}

/// Runs a function in `withObservationTracking`, again after each notification. Registrations do not retain it.
final class Tracker {
  let count = SendableCount()
  private let read: () -> Void
  private var again: IsolatedCall<Int>?

  init(_ read: @escaping () -> Void) {
    self.read = read
    again = IsolatedCall { [weak self] _ in self?.track() }
    track()
  }

  private func track() {
    withObservationTracking(read) { [count, again] in
      count.increment()
      again?.callInIsolation(0)
    }
  }
}

final class SendableCount: Sendable {
  private let state = Locked(0)
  func increment() { state.withLock { $0 += 1 } }
  var value: Int { state.withLock { $0 } }
}

/// Yields on the calling actor until `condition` is true. Gives up eventually, so that a failure is reported.
func untilTrue(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  var patience = 5_000_000
  while !condition() && patience > 0 {
    patience -= 1
    await Task.yield()
  }
}

/// Waits until this isolation has received everything posted to it before.
@MainActor
func turns() async {
  // Posts use the executor shared by all actors, which others may keep busy.
  for _ in 0..<20 {
    await Task.detached {}.value
    await Task.yield()
  }
}

/// Collects its input, in any isolation.
final class SendableLog<Element: Sendable>: Sendable {
  private let state = Locked<[Element]>([])
  func append(_ element: Element) { state.withLock { $0.append(element) } }
  var all: [Element] { state.withLock { $0 } }
}
#endif
