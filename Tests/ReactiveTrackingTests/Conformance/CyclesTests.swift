import ReactiveTracking
import Testing

extension Conformance {
  @Suite("8: cycles and runaway effects")
  struct CyclesTests {
    private let kept = Kept()

    private func checkCycle(
      _ result: ExitTest.Result?, says parts: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      for part in ["dependency cycle"] + parts {
        #expect(output.contains(part), "\(output)", sourceLocation: sourceLocation)
      }
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("#58 refused: two derivations that read each other stop the process")
    func trivial() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var late: Derivation<Int>?
        let b = Derivation(name: "b") { late!.value }
        let a = Derivation(name: "a") { b.value }
        late = a
        _ = a.value
      }
      try checkCycle(result, says: "a reads b reads a")
    }
    #endif

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("#59 refused: three derivations in a ring stop the process")
    func deep() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var late: Derivation<Int>?
        let c = Derivation(name: "c") { late!.value }
        let b = Derivation(name: "b") { c.value }
        let a = Derivation(name: "a") { b.value }
        late = a
        _ = a.value
      }
      try checkCycle(result, says: "a reads b reads c reads a")
    }
    #endif

    @Test("#61 an effect that writes what it reads a hundred times ends")
    func indirect() {
      @Atom var a = 0
      var iterations = 0
      kept(
        Effect {
          let value = a
          iterations += 1
          if iterations <= 100 { a = value + 1 }
        })
      #expect(iterations == 101)
      #expect(a == 100)
    }

    @Test("#64 two effects that write each other end")
    func pingPong() {
      @Atom var a = 0
      @Atom var b = 0
      var iterations = 0
      kept(
        Effect {
          iterations += 1
          if a < 100 { b = a }
        })
      kept(Effect { if b < 100 { a = b + 1 } })
      #expect(iterations <= 300)
      #expect(a == 100)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("#151 refused: a derivation that reads itself untracked stops the process")
    func selfUntracked() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var c: Derivation<Int>?
        c = Derivation(name: "total") { untracked { c!.value } + 1 }
        _ = c?.value
      }
      try checkCycle(result, says: "total reads total")
    }
    #endif

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("#152 refused: a derivation that a flag makes recursive stops the process, and works until then")
    func recursiveOnFlag() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Atom var flag = false
        var c: Derivation<Int>?
        c = Derivation(name: "total") { flag ? c!.value + 1 : 0 }
        guard c?.value == 0 else { return }
        flag = true
        _ = c?.value
      }
      try checkCycle(result, says: "total reads total")
    }
    #endif

    @Test("#221 three effects in a ring end at their bound")
    func threeEffects() {
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      var iterations = 0
      kept(Effect { b = a })
      kept(Effect { c = b })
      kept(
        Effect {
          iterations += 1
          if c < 100 { a = c + 1 }
        })
      #expect(iterations <= 300)
      #expect([a, b, c] == [100, 100, 100])
    }

    @Test("#223 a ring through a derivation ends at its bound")
    func throughDerivation() {
      @Atom var a = 0
      @Atom var b = 0
      @Derived var c = b
      var iterations = 0
      kept(
        Effect {
          iterations += 1
          b = a
        })
      kept(
        Effect {
          iterations += 1
          if c < 100 { a = c + 1 }
        })
      #expect(iterations <= 300)
      #expect([a, b] == [100, 100])
    }
  }
}
