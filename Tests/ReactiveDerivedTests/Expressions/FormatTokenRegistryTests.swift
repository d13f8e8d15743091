import Dispatch
import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("The registry of format tokens")
struct FormatTokenRegistryTests {
  @Test("a token that was not formatted keeps its behavior; one that was does not")
  func keeps() {
    let counts = onThread { () -> [Int] in
      let live = LiveCount()
      var counts: [Int] = []
      func text() -> String {
        let tracked = live.make()
        let a = StoredProperty(1)
        return %DerivedProperty(a) { [tracked] in
          tracked.touch()
          return $0
        }
      }
      let token = text()
      counts.append(live.alive)
      do {
        let formatted = token.format
        counts.append(formatted.value == "1" ? live.alive : -1)
      }
      counts.append(live.alive)
      return counts + [FormatTokenRegistry.current.count, FormatTokenRegistry.current.keptCount]
    }
    #expect(counts == [1, 1, 0, 1, 0])
  }

  @Test("a text can be formatted again as long as its behaviors live")
  func again() {
    let name = OpenBehavior("Ada")
    let text = "Hello, \(%name)."
    do { #expect(text.format.value == "Hello, Ada.") }
    name.value = "Bob"
    let first = text.format
    let second = text.format
    name.value = "Carol"
    #expect([first.value, second.value] == ["Hello, Carol.", "Hello, Carol."])
  }

  #if DEBUG
  private static let many = 100_000
  #else
  private static let many = 1_000_000
  #endif

  @Test("many tokens that are never formatted leave bounded memory")
  func neverFormatted() {
    let counts = onThread { () -> [Int] in
      let live = LiveCount()
      for _ in 0..<Self.many {
        let tracked = live.make()
        let behavior = OpenBehavior(tracked)
        _ = %behavior
      }
      let registry = FormatTokenRegistry.current
      return [live.alive, live.peak, registry.count, registry.keptCount]
    }
    let capacity = FormatTokenRegistry.capacity
    #expect(counts[0] == capacity)
    #expect(counts[1] <= capacity + 1)
    #expect(Array(counts[2...]) == [capacity, capacity])
  }

  @Test("tokens that are formatted leave nothing behind, however many")
  func formatted() {
    let counts = onThread { () -> [Int] in
      let live = LiveCount()
      var isRight = true
      for number in 0..<5_000 {
        let tracked = live.make()
        let a = OpenBehavior(number)
        let b = DerivedProperty(a) { [tracked] in
          tracked.touch()
          return $0 + 1
        }
        let text = "\(%a) + 1 = \(%b)".format
        isRight = isRight && text.value == "\(number) + 1 = \(number + 1)"
      }
      return [isRight ? 1 : 0, live.alive, live.peak, FormatTokenRegistry.current.keptCount]
    }
    #expect(counts[0] == 1)
    #expect(counts[1] == 0)
    #expect(counts[2] <= 2)
    #expect(counts[3] == 0)
  }

  @Test("a text has room for as many tokens as a thread remembers")
  func full() {
    let isRight = onThread { () -> Bool in
      let numbers = (0..<FormatTokenRegistry.capacity).map { OpenBehavior($0) }
      // So that the places do not begin at the first.
      for _ in 0..<100 { _ = %numbers[0] }
      let text = numbers.map { %$0 }.joined(separator: ",").format
      numbers[7].value = -7
      return text.value == numbers.map { "\($0.value)" }.joined(separator: ",")
    }
    #expect(isRight)
  }

  @Test("what a token keeps goes with its thread, and may make tokens in going")
  func threadEnds() {
    // The thread ends a moment after its body; the last to go says so.
    let isOver = DispatchSemaphore(value: 0)
    onThread { () -> Void in
      let inner = OpenBehavior(Farewell { isOver.signal() })
      let outer = OpenBehavior(Farewell { _ = "\(%inner)" })
      _ = %outer
    }
    #expect(isOver.wait(timeout: .now() + 60) == .success)
  }

  @Test("what goes when its token is forgotten may make tokens")
  func reentrant() {
    let counts = onThread { () -> [Int] in
      let live = LiveCount()
      let name = OpenBehavior("Ada")
      for _ in 0..<3_000 {
        let tracked = live.make()
        let farewell = Farewell {
          tracked.touch()
          _ = %name
        }
        _ = %OpenBehavior(farewell)
      }
      for _ in 0..<3_000 { _ = %name }
      return [live.alive, "\(%name)".format.value == "Ada" ? 1 : 0, FormatTokenRegistry.current.count]
    }
    #expect(counts == [0, 1, FormatTokenRegistry.capacity])
  }

  @Test("threads that format at the same time never mix")
  func threads() {
    let results = onThreads(4) { thread -> Bool in
      var random = SeededGenerator(seed: UInt64(thread))
      for round in 0..<300 {
        let names = (0..<5).map { OpenBehavior("\(thread).\(round).\($0)") }
        let order = (0..<10).map { _ in random.below(5) }
        let text = order.map { %names[$0] }.joined(separator: " ").format
        if text.value != order.map({ names[$0].value }).joined(separator: " ") { return false }
        names[order[0]].value = "changed"
        if text.value != order.map({ names[$0].value }).joined(separator: " ") { return false }
      }
      return true
    }
    #expect(results == [true, true, true, true])
  }

  @Test("a formatted text is made on one thread, used on a second and released on a third")
  func moved() {
    nonisolated(unsafe) var name: OpenBehavior<String>?
    nonisolated(unsafe) var text: FormattedBehavior?
    onThread { () -> Void in
      unsafe name = OpenBehavior("Ada")
      unsafe text = "Hello, \(%name!).".format
    }
    let value = onThread { () -> String in
      unsafe name?.value = "Bob"
      unsafe text! <> "Goodbye, \(%name!)."
      return unsafe text!.value
    }
    #expect(value == "Goodbye, Bob.")
    onThread { () -> Void in
      unsafe text = nil
      unsafe name = nil
    }
  }
}

#if os(macOS) || os(Linux) || os(Windows)
/// Law 14. Each of these ends a process of its own.
@Suite("A format token that is not known stops with a message")
struct UnknownFormatTokenTests {
  private func check(
    _ result: ExitTest.Result?, _ parts: [String], location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    for part in ["swift-reactive: a format token"] + parts {
      #expect(text.contains(part), "\(text)", sourceLocation: location)
    }
  }

  @Test("of another thread")
  func otherThread() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let token = onThread { %OpenBehavior("Ada") }
      _ = "Hello, \(token).".format
    }
    try check(result, ["another thread", "literal", "let text: FormattedBehavior = \"Hello, \\(name).\""])
  }

  @Test("too old")
  func tooOld() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let name = OpenBehavior("Ada")
      let text = "Hello, \(%name)."
      for _ in 0..<FormatTokenRegistry.capacity { _ = %name }
      _ = text.format
    }
    try check(result, ["too old", "1024 newer", ".format"])
  }

  @Test("of a behavior that is gone")
  func gone() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let text = "Hello, \(%OpenBehavior("Ada"))."
      print(text.format.value)
      _ = text.format
    }
    try check(result, ["formatted again", "Keep the behavior"])
  }

  @Test("in a redefinition")
  func redefinition() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let token = onThread { %OpenBehavior("Ada") }
      let text: FormattedBehavior = "Hello"
      text <> "Hello, \(token)."
    }
    try check(result, ["another thread"])
  }
}
#endif
