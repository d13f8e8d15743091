// Tests: Diagnostics, Hints

#if DEBUG
import Dispatch
import ReactiveCore
import ReactiveTestSupport
import Testing

/// Law 11: an observed derivation that nothing keeps ends. Debug builds hint where that is a mistake.
@Suite("Hints", .serialized)
struct DiagnosticsTests {
  private static func length(
    of name: Behavior<String>, file: StaticString = #fileID, line: UInt = #line
  ) -> ComputedBehavior<Int> {
    ComputedBehavior(file: file, line: line) { name.value.count }
  }
  private final class Owner {}

  @Test("the statement gets a hint that names its line and says what to write, once for each line")
  func statement() {
    let name = OpenBehavior("")
    let hints = Diagnostics.collect {
      for _ in 0..<3 {
        Self.length(of: name).sink { _ in }
      }
      Self.length(of: name).sink { _ in }
    }
    #expect(hints.count == 2)
    #expect(hints.first?.contains("ReactiveCoreTests/DiagnosticsTests.swift:\(#line - 5)") == true)
    #expect(hints.last?.contains("ReactiveCoreTests/DiagnosticsTests.swift:\(#line - 4)") == true)
    #expect(hints.first?.contains(".sink { … }.store(in: bag)") == true)
  }

  @Test("it does so however the behavior is observed")
  func everyWay() {
    let name = OpenBehavior("")
    let owner = Owner()
    let ways: [(Behavior<String>) -> Void] = [
      { Self.length(of: $0).observe { _ in } },
      { Self.length(of: $0).sink(with: owner) { _, _ in } },
      { Self.length(of: $0).observe(with: owner) { _, _ in } },
      { Self.length(of: $0).sink(\.self) { _ in } },
      { Self.length(of: $0).observe(\.self) { _ in } },
      { Self.length(of: $0).sink(\.self, with: owner) { _, _ in } },
      { Self.length(of: $0).observe(\.self, with: owner) { _, _ in } },
      { Self.length(of: $0).onChange {} },
      { Self.length(of: $0).onChange { (_: Int, _: Int) in } },
      { _ = Self.length(of: $0).sink { _ in } },
      { source in batch { _ = Self.length(of: source).sink { _ in } } },
    ]
    for (number, way) in ways.enumerated() {
      let hints = Diagnostics.collect { way(name) }
      #expect(hints.count == 1, "way \(number)")
    }
  }

  @Test("ordinary teardown gets none")
  func silence() {
    final class KeepsBehavior {
      let length: Behavior<Int>
      init(_ name: Behavior<String>) {
        length = DiagnosticsTests.length(of: name)
        length.sink { _ in }
        length.observe { _ in }
      }
    }
    final class KeepsToken {
      let token: Subscription
      init(_ name: Behavior<String>) { token = DiagnosticsTests.length(of: name).sink { _ in } }
    }
    final class KeepsBag {
      let bag = SubscriptionBag()
      init(_ name: Behavior<String>) { DiagnosticsTests.length(of: name).observe { _ in }.store(in: bag) }
    }
    final class KeepsVariable {
      var length: Behavior<Int>?
      var token: Subscription?
      func start(_ name: Behavior<String>) {
        length = DiagnosticsTests.length(of: name)
        length?.sink { _ in }
        token = length?.observe { _ in }
      }
    }
    let name = OpenBehavior("")
    let hints = Diagnostics.collect {
      // Dropped right after it is made.
      for _ in 0..<2 {
        _ = KeepsBehavior(name)
        _ = KeepsToken(name)
        _ = KeepsBag(name)
        let variable = KeepsVariable()
        variable.start(name)
      }
      // Dropped after use.
      do {
        let models = (KeepsBehavior(name), KeepsToken(name), KeepsBag(name))
        name.value += "a"
        withExtendedLifetime(models) {}
      }
      // A local that is used afterwards.
      do {
        let length = Self.length(of: name)
        length.sink { _ in }
        name.value += "a"
      }
      do {
        let length = Self.length(of: name)
        length.sink { _ in }
        _ = length.value
      }
      // Notified by other changes: a property, an update, a rerun.
      do {
        @Property var property = 0
        let length = ComputedBehavior { property }
        length.sink { _ in }
        property = 1
      }
      do {
        let numbers = OpenBehavior([1])
        let length = ComputedBehavior { numbers.value.count }
        length.sink { _ in }
        numbers.update { $0.append(2) }
      }
      do {
        var number = 0
        let source = ComputedBehavior { number }
        source.sink { _ in }
        number = 1
        source.rerun()
      }
      // A token in a local, dropped or cancelled, and one in a bag.
      do {
        let token = Self.length(of: name).sink { _ in }
        withExtendedLifetime(token) {}
      }
      Self.length(of: name).sink { _ in }.cancel()
      do {
        let bag = SubscriptionBag()
        Self.length(of: name).sink { _ in }.store(in: bag)
      }
      // A stored behavior, and an event.
      OpenBehavior(0).sink { _ in }
      Event<Int>().sink { _ in }
      // Not observed.
      _ = Self.length(of: name).value
      // Kept by a dependent.
      do {
        let length = Self.length(of: name)
        let twice = ComputedBehavior { length.value * 2 }
        twice.sink { _ in }
        _ = twice.value
        name.value += "a"
      }
    }
    #expect(hints == [])
  }

  private static func observed(_ name: Behavior<String>) -> Behavior<Int> {
    let length = length(of: name)
    length.sink { _ in }
    return length
  }

  @Test("one that a local held while the token was thrown away gets none when what keeps it goes")
  func keptLater() {
    final class Screen {
      let length: Behavior<Int>
      init(_ name: Behavior<String>) {
        let length = DiagnosticsTests.length(of: name)
        length.sink { _ in }
        self.length = length
      }
    }
    final class LazyScreen {
      let name: Behavior<String>
      init(_ name: Behavior<String>) { self.name = name }
      lazy var length: Behavior<Int> = {
        let length = DiagnosticsTests.length(of: name)
        length.observe { _ in }
        return length
      }()
    }
    final class Restarted {
      var length: Behavior<Int>?
      func start(_ name: Behavior<String>) {
        let new = DiagnosticsTests.length(of: name)
        new.sink(with: self) { _, _ in }
        length = new
      }
      func stop() { length = nil }
    }
    struct Row {
      let length: Behavior<Int>
      init(_ name: Behavior<String>) {
        let length = DiagnosticsTests.length(of: name)
        length.sink(\.self) { _ in }
        self.length = length
      }
    }
    enum Choice {
      case one(Behavior<Int>)
      case none
    }
    let name = OpenBehavior("")
    let hints = Diagnostics.collect {
      _ = Screen(name)
      do {
        let screen = Screen(name)
        withExtendedLifetime(screen) {}
      }
      var screen: Screen? = Screen(name)
      screen = nil
      _ = screen
      _ = LazyScreen(name).length
      let restarted = Restarted()
      restarted.start(name)
      restarted.stop()
      do { _ = Row(name) }
      do {
        let row = Row(name)
        _ = row
      }
      _ = Self.observed(name)
      do {
        let length = Self.observed(name)
        _ = length
      }
      do {
        let rows = (0..<3).map { _ in Self.observed(name) }
        _ = rows
      }
      do {
        var rows: [Behavior<Int>] = []
        let length = Self.length(of: name)
        length.sink { _ in }
        rows.append(length)
        rows = []
      }
      do {
        var table = ["one": Self.observed(name)]
        table["one"] = nil
      }
      var choice = Choice.one(Self.observed(name))
      choice = .none
      _ = choice
      let make = { () -> Behavior<Int> in
        let length = Self.length(of: name)
        length.sink { _ in }
        return length
      }
      _ = make()
      let box = Box<Behavior<Int>?>(Self.observed(name))
      box.value = nil
    }
    #expect(hints == [])
  }

  @Test("a token that goes right before its behavior gets none if they were not made by that statement")
  func tokenFirst() {
    /// Releases its token before its behavior, also when it is deallocated.
    final class Screen {
      var token: Subscription?
      var length: Behavior<Int>?
      init(_ name: Behavior<String>) { start(name) }
      func start(_ name: Behavior<String>) {
        length = DiagnosticsTests.length(of: name)
        token = length?.sink { _ in }
      }
      func stop() {
        token = nil
        length = nil
      }
    }
    struct Row {
      let token: Subscription
      let length: Behavior<Int>
      init(_ name: Behavior<String>) {
        length = DiagnosticsTests.length(of: name)
        token = length.sink { _ in }
      }
    }
    let name = OpenBehavior("")
    let ways: [() -> Void] = [
      { Screen(name).stop() },
      { _ = Screen(name) },
      { _ = Row(name) },
      { _ = [Row(name)] },
      {
        var length: Behavior<Int>? = Self.length(of: name)
        var token = length?.sink { _ in }
        token = nil
        length = nil
        _ = (token, length)
      },
      {
        var length: ComputedBehavior<Int>? = Self.length(of: name)
        var token: Subscription? = length!.sink { _ in }
        token = nil
        length = nil
        _ = (token, length)
      },
      {
        var length: Behavior<Int>? = Self.length(of: name)
        var token = length?.sink { _ in }
        func stop() {
          token = nil
          length = nil
        }
        stop()
        _ = (token, length)
      },
      {
        var length: Behavior<Int>? = Self.length(of: name)
        var tokens = [length!.sink { _ in }]
        tokens = []
        length = nil
        _ = (tokens, length)
      },
    ]
    for (number, way) in ways.enumerated() { #expect(Diagnostics.collect(way) == [], "way \(number)") }
  }

  /// Stands for a user's function that passes a token on.
  @discardableResult
  private static func logged(_ length: Behavior<Int>) -> Subscription { length.observe { _ in } }

  @Test("in a closure, a batch, a loop, a method and through a function it is the same statement")
  func places() {
    final class Screen {
      func start(_ name: Behavior<String>) { DiagnosticsTests.length(of: name).sink(with: self) { _, _ in } }
    }
    let name = OpenBehavior("")
    let bodies: [() -> Void] = [
      { Screen().start(name) },
      { batch { _ = Self.length(of: name).sink { _ in } } },
      { for _ in 0..<2 { Self.length(of: name).sink { _ in } } },
      { if name.value.isEmpty { Self.length(of: name).observe { _ in } } },
      { Self.logged(Self.length(of: name)) },
    ]
    for (number, body) in bodies.enumerated() { #expect(Diagnostics.collect(body).count == 1, "body \(number)") }
  }

  @Test("the values of a derived behavior outside of any actor: it says what to write there")
  func values() async {
    let name = OpenBehavior("")
    let hints = Diagnostics.collect {
      _ = Self.length(of: name).values
    }
    #expect(hints.count == 1)
    #expect(hints.first?.contains("ended with the statement that reads its values") == true)
    #expect(hints.first?.contains("withExtendedLifetime(source) {}") == true)
    #expect(hints.first?.contains("read `values` on an actor") == true)
    let kept = Self.length(of: name)
    #expect(Diagnostics.collect { _ = kept.values } == [])
    withExtendedLifetime(kept) {}
  }

  @Test("on an actor the values keep it, and there is nothing to say")
  @MainActor func valuesOnActor() {
    let name = OpenBehavior("")
    #expect(Diagnostics.collect { _ = Self.length(of: name).values } == [])
  }

  @Test("a behavior with a name is called by it")
  func named() {
    let name = OpenBehavior("")
    let hints = Diagnostics.collect {
      ComputedBehavior(name: "length of the name") { name.value.count }.sink { _ in }
    }
    #expect(hints.first?.contains("length of the name") == true)
  }

  @Test("the handler receives each hint once, on the thread of the end, until it is reset")
  func handler() {
    final class Log: Sendable {
      let hints = Locked<[String]>([])
      var own: [String] { hints.withLock { $0.filter { $0.contains("DiagnosticsTests.swift") } } }
    }
    let log = Log()
    let before = Diagnostics.hintHandler
    defer { Diagnostics.hintHandler = before }
    Diagnostics.hintHandler = { hint in
      // The handler may use the library, and `hintHandler` itself.
      let count = OpenBehavior(0)
      count.value = 1
      if Diagnostics.hintHandler != nil { log.hints.withLock { $0.append(hint) } }
    }
    let name = OpenBehavior("")
    for _ in 0..<2 {
      // A new name in each run, since a line is reported once per process.
      ComputedBehavior(name: "DiagnosticsTests.swift \(UInt(bitPattern: ObjectIdentifier(log)))") { name.value }
        .sink { _ in }
    }
    #expect(log.own.count == 1)
    Diagnostics.hintHandler = { _ in }
    ComputedBehavior(name: "DiagnosticsTests.swift, not heard") { name.value }.sink { _ in }
    #expect(log.own.count == 1)
    name.value = "a"
  }

  @Test("another thread's operations neither bring a hint about nor keep one back")
  func threads() {
    let counts = onThreads(4) { _ in
      let name = OpenBehavior("")
      return Diagnostics.collect {
        for _ in 0..<100 {
          Self.length(of: name).sink { _ in }
          let length = Self.length(of: name)
          length.sink { _ in }
          name.value += "a"
        }
      }.count
    }
    #expect(counts == [1, 1, 1, 1])
  }
}
#endif
