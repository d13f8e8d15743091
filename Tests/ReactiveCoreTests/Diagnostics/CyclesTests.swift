// Tests: Cycles, FatalErrors

import ReactiveCore
import Testing

/// Laws 10 and 14: the kernel's message when it cannot continue.
@Suite("Derivations and reactions that never end")
struct DerivationCycleTests {
  private func check(
    _ result: ExitTest.Result?, says parts: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    for part in parts { #expect(output.contains(part), "\(output)", sourceLocation: sourceLocation) }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that reads itself")
  func itself() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var node: ComputedBehavior<Int>?
      node = ComputedBehavior(name: "total") { node!.value + 1 }
      _ = node?.value
    }
    try check(result, says: "dependency cycle: total reads total")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that peeks at itself")
  func peeks() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var node: ComputedBehavior<Int>?
      node = ComputedBehavior(name: "total") { withoutTracking { node!.peek() } + 1 }
      _ = node?.value
    }
    try check(result, says: "dependency cycle: total reads total")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("three in a ring, the last one without a name, named in the order in which they read each other")
  func ring() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var price: ComputedBehavior<Int>?
      let tax = ComputedBehavior { price!.value / 5 }
      let net = ComputedBehavior(name: "net") { tax.value * 4 }
      price = ComputedBehavior(name: "price") { net.value + 1 }
      _ = price?.value
    }
    try check(result, says: "dependency cycle: price reads net reads \(#fileID):", " reads price. A derivation cannot")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a cycle that a change closes")
  func closedLater() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let closes = OpenBehavior(false)
      var second: ComputedBehavior<Int>?
      let first = ComputedBehavior(name: "first") { closes.value ? second!.value : 1 }
      second = ComputedBehavior(name: "second") { first.value + 1 }
      second?.sink { _ in }
      closes.value = true
    }
    try check(result, says: "dependency cycle: ", "first reads second reads first")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a reaction that always writes what it reads")
  func reaction() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = OpenBehavior(0, name: "count")
      let reaction = Reaction(name: "counter") { count.value += 1 }
      reaction.start()
    }
    try check(result, says: "100000 rounds", "counter")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("two reactions and a derivation between them")
  func pair() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let a = OpenBehavior(0)
      let b = OpenBehavior(0)
      let next = ComputedBehavior(name: "next") { b.value + 1 }
      let first = Reaction(name: "forth") { b.value = a.value }
      let second = Reaction(name: "back") { a.value = next.value }
      first.start()
      second.start()
    }
    try check(result, says: "forth", "back")
  }
  #endif

  @Test("one that settles after 90,000 rounds is let through")
  func late() {
    let count = OpenBehavior(0)
    let reaction = Reaction { if count.value < 90_000 { count.value += 1 } }
    reaction.start()
    #expect(count.value == 90_000)
    withExtendedLifetime(reaction) {}
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("reading a behavior, through a derivation, inside its update")
  func readInUpdate() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let items = OpenBehavior([1], name: "items")
      let count = ComputedBehavior { items.value.count }
      items.update { $0.append(count.value) }
    }
    try check(result, says: "items was read, written or observed inside its own update(_:)")
  }
  #endif

  @Test("one that had read what runs now, and does not read it any more, is no cycle")
  func oldDependency() {
    let isForward = OpenBehavior(true)
    let readsB = OpenBehavior(true)
    var b: ComputedBehavior<Int>?
    let a = ComputedBehavior { () -> Int in
      if readsB.peek() { _ = b!.value }
      return isForward.value ? 1 : 2
    }
    b = ComputedBehavior { isForward.value ? 10 : a.value }
    #expect(a.value == 1)
    readsB.value = false
    isForward.value = false
    #expect(b?.value == 2)
    #expect(a.value == 2)
    b = nil
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that writes, with an observer that answers by writing what it reads, each time")
  func neverSettles() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = OpenBehavior(0)
      let answer = OpenBehavior(0)
      answer.sink { source.value = $0 }
      let node = ComputedBehavior(name: "total") { () -> Int in
        let value = source.value
        answer.value = value + 1
        return value
      }
      _ = node.value
      withExtendedLifetime(node) {}
    }
    try check(
      result, says: "reading total did not settle in 100000 rounds. Its function writes or triggers something",
      "Let the function only read.")
  }
  #endif
}
