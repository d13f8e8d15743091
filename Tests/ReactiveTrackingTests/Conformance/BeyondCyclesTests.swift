import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: cycles")
  struct BeyondCyclesTests {
    private let kept = Kept()

    private func check(
      _ result: ExitTest.Result?, says parts: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      for part in parts { #expect(output.contains(part), "\(output)", sourceLocation: sourceLocation) }
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("a ring that a change closes under a live effect stops with the names of the ring")
    func closedLater() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Atom var isClosed = false
        var second: Derivation<Int>?
        let first = Derivation(name: "first") { isClosed ? second!.value : 1 }
        second = Derivation(name: "second") { first.value + 1 }
        let effect = Effect { _ = second?.value }
        isClosed = true
        withExtendedLifetime(effect) {}
      }
      try check(result, says: "dependency cycle", "first reads second reads first")
    }
    #endif

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("a derivation that catches errors cannot catch its own ring")
    func catching() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var late: Derivation<Result<Int, any Error>>?
        let node = deriveResult({ () throws -> Int in try late!.get() + 1 })
        late = node
        _ = try? node.get()
      }
      try check(result, says: "dependency cycle")
    }
    #endif

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("two effects that never agree are stopped with both names")
    func neverAgree() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Atom var a = 0
        let one = Effect(name: "to one") { if a != 1 { a = 1 } }
        let two = Effect(name: "to two") { if a != 2 { a = 2 } }
        withExtendedLifetime((one, two)) {}
      }
      try check(result, says: "100000 rounds", "to one", "to two")
    }
    #endif

    @Test("a cleanup that always writes what its effect reads settles, since its write comes before the run")
    func cleanupWrites() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect {
          runs.note("effect", reading: a)
          onCleanup { a += 1 }
        })
      a = 10
      #expect(a == 11)
      #expect(runs["effect"] == 2)
    }

    @Test("derivations that exchange their roles are no ring")
    func exchange() {
      @Atom var isForward = true
      @Atom var a = 1
      var second: Derivation<Int>?
      let first = derive { isForward ? a : second!.value + 1 }
      second = derive { isForward ? first.value + 1 : a }
      var seen: [[Int]] = []
      kept(Effect { seen.append([first.value, second!.value]) })
      isForward = false
      a = 5
      isForward = true
      #expect(seen == [[1, 2], [2, 1], [6, 5], [5, 6]])
      second = nil
    }

    @Test("a ring of effects through a derivation that rounds comes to rest")
    func rounding() {
      @Atom var celsius = 0.0
      @Atom var fahrenheit = 32.0
      @Derived var rounded = (celsius * 9 / 5 + 32).rounded()
      kept(Effect { fahrenheit = rounded })
      kept(Effect { celsius = (fahrenheit - 32) * 5 / 9 })
      celsius = 36.6
      #expect(fahrenheit == 98)
      #expect((celsius * 9 / 5 + 32).rounded() == 98)
    }

    @Test("a loop of 10,000 rounds that ends is let through")
    func longLoop() {
      @Atom var a = 0
      kept(Effect { if a < 10_000 { a += 1 } })
      #expect(a == 10_000)
    }
  }
}
