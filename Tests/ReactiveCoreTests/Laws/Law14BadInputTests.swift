import ReactiveCore
import ReactiveTestSupport
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Bad input stops with a message that says what was wrong, where, and what to do instead")
struct BadInputTests {
  private func check(_ result: ExitTest.Result?, location: Testing.SourceLocation = #_sourceLocation) throws {
    try expectStop(result, says: ["swift-reactive: items", "update(_:)", "inout parameter"], location: location)
  }

  @Test("a behavior read in its own update")
  func read() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior([1], name: "items")
      items.update { $0.append(items.value.count) }
    }
    try check(result)
  }

  @Test("a trivial one too, and by peek")
  func peek() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior(1, name: "items")
      items.update { $0 += items.peek() }
    }
    try check(result)
  }

  @Test("a behavior written in its own update")
  func write() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior([1], name: "items")
      items.update { _ in items.value = [2] }
    }
    try check(result)
  }

  @Test("one whose every write counts as a change, written in its own update")
  func writeWithoutComparison() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior({ 1 }, name: "items")
      items.update { _ in items.value = { 2 } }
    }
    try check(result)
  }

  @Test("a behavior updated in its own update")
  func update() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior([1], name: "items")
      items.update { _ in items.update { $0 = [] } }
    }
    try check(result)
  }

  @Test("a behavior observed in its own update")
  func observe() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior([1], name: "items")
      items.update { _ in items.observe { _ in } }
    }
    try check(result)
  }

  @Test("a behavior read in its own update by a derivation")
  func indirectly() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior([1], name: "items")
      let count = ComputedBehavior { items.value.count }
      items.update { $0.append(count.value) }
    }
    try check(result)
  }

  @Test("a wrapper's behavior too, named by file and line")
  func wrapper() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Pub(file: "Model/Basket.swift", line: 12) var items = [1]
      $items.update { $0.append(items.count) }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("swift-reactive: Model/Basket.swift:12"), "\(text)")
  }
}
#endif
