import ReactiveCore
import Testing

/// Sections 1 and 12: each node runs at most once per change, in topological order, without stale values.
@Suite("Conformance: propagation")
struct PropagationCases {
  private let a = OpenBehavior(1)

  @Test("#1, #2, #206: a diamond, with a tail, on top of another")
  func diamonds() {
    let b = ComputedBehavior { [a] in a.value }
    let c = ComputedBehavior { [a] in a.value }
    let d = Counted { "\(b.value) \(c.value)" }
    let e = Counted { d.value }
    let f = Counted { d.value + "!" }
    let g = Counted { e.value + f.value }
    #expect(g.value == "1 11 1!")
    a.value = 2
    #expect(g.value == "2 22 2!")
    #expect([d.runs, e.runs, f.runs, g.runs] == [2, 2, 2, 2])
  }

  @Test("#4, #208: paths of different lengths join")
  func asymmetricDiamond() {
    let b = ComputedBehavior { [a] in a.value }
    let c = ComputedBehavior { [a] in a.value }
    let d = ComputedBehavior { c.value }
    let e = ComputedBehavior { d.value }
    let f = Counted { "\(b.value) \(e.value)" }
    #expect(f.value == "1 1")
    a.value = 2
    #expect(f.value == "2 2")
    #expect(f.runs == 2)
  }

  @Test("#5: A -> B -> A updates are dropped")
  func triangle() {
    let b = ComputedBehavior { [a] in a.value - 1 }
    let c = ComputedBehavior { [a] in a.value + b.value }
    let d = Counted { "d: \(c.value)" }
    a.value = 2
    #expect(d.value == "d: 3")
    a.value = 4
    #expect(d.value == "d: 7")
    #expect(d.runs == 2)
  }

  @Test("#7, #157: unchanged derivations stop the change")
  func unchanged() {
    let b = ComputedBehavior { [a] in min(a.value, 0) }
    let c = ComputedBehavior { [a] in max(a.value, 100) }
    let d = Counted { b.value + c.value }
    let e = ComputedBehavior { [a] in a.value }
    let f = Counted { b.value + c.value + e.value }
    #expect(d.value == 100 && f.value == 101)
    a.value = 2
    #expect(d.value == 100 && f.value == 102)
    #expect([d.runs, f.runs] == [1, 2])
  }

  @Test("#8, #95, #149: what is upstream runs first")
  func topologicalOrder() {
    var log: [String] = []
    func logged(_ name: String, _ compute: @escaping () -> Int) -> ComputedBehavior<Int> {
      ComputedBehavior {
        let value = compute()
        log.append(name)
        return value
      }
    }
    let b = logged("b") { [a] in a.value }
    let c = logged("c") { [a] in a.value }
    let d = logged("d") { b.value + c.value }
    #expect(d.value == 2)
    log = []
    a.value = 2
    #expect(d.value == 4)
    #expect(log == ["b", "c", "d"])
    log = []
    batch { a.value = 3 }
    #expect(d.value == 6)
    #expect(log == ["b", "c", "d"])
  }

  @Test("#10: no exponential growth")
  func convergence() {
    let b = Counted { [a] in a.value }
    let c = Counted { [a] in b.value + a.value }
    let d = Counted { c.value + b.value }
    let e = Counted { d.value + c.value }
    a.value = 0
    #expect(e.value == 0)
    a.value = 1
    #expect(e.value == 5)
    #expect([b.runs, c.runs, d.runs, e.runs] == [2, 2, 2, 2])
  }

  @Test("#11, #19, #20, #22, #158: a chain, each of whose nodes is fresh")
  func chain() {
    let b = Counted { [a] in a.value + 1 }
    let c = Counted { b.value + 1 }
    let d = Counted { c.value + 1 }
    #expect(d.value == 4)
    a.value = 10
    #expect([b.value, c.value, d.value] == [11, 12, 13])
    #expect([b.runs, c.runs, d.runs] == [2, 2, 2])
  }

  @Test("#116, #215: one of two listeners goes, the other is notified of each change")
  func otherListener() {
    let c = ComputedBehavior { [a] in a.value * 2 }
    let first = Effect { _ = c.value }
    let second = Effect { _ = c.value }
    first.dispose()
    for step in 2..<4 { #expect(second.runs { a.value = step } == 1) }
    #expect(first.runs == 1)
  }

  @Test("#187: without its effect, what is upstream rests")
  func deactivated() {
    let b = Counted { [a] in a.value }
    let c = Counted { b.value }
    let effect = Effect { _ = c.value }
    let d = ComputedBehavior { [a] in a.value }
    #expect(d.value == 1)
    effect.dispose()
    a.value = 2
    #expect([b.runs, c.runs] == [1, 1])
    #expect(d.value == 2)
  }

  @Test("#190, #191: an effect that subscribes after a plain read, and after a change that was not read")
  func subscribesLate() {
    let b = ComputedBehavior { [a] in a.value }
    let c = ComputedBehavior { b.value }
    #expect(c.value == 1)
    let effect = Effect { _ = c.value }
    a.value = 2
    #expect(effect.runs == 2)
    a.value = 3
    effect.dispose()
    a.value = 4
    var seen = 0
    let late = Effect { seen = c.value }
    #expect(seen == 4)
    withExtendedLifetime(late) {}
  }

  @Test("#205: two sources, a cross of diamonds, one read")
  func crossDiamond() {
    let b = OpenBehavior(10)
    let c = Counted { [a] in a.value + b.value }
    let d = Counted { [a] in a.value * b.value }
    let e = Counted { c.value + d.value }
    #expect(e.value == 21)
    a.value = 2
    b.value = 20
    #expect(e.value == 62)
    #expect([c.runs, d.runs, e.runs] == [2, 2, 2])
  }

  @Test("#94, #97: nothing is left to do after a diamond; a dependency that is updated while it is verified")
  func staleness() {
    let b = Counted { [a] in a.value }
    let c = ComputedBehavior { [a] () -> String in
      _ = a.value
      return "c"
    }
    let d = Counted { "\(b.value) \(c.value)" }
    #expect(d.value == "1 c")
    a.value = 2
    #expect(d.value == "2 c")
    #expect(d.value == "2 c")
    #expect([b.runs, d.runs] == [2, 2])
    let e = ComputedBehavior { b.value }
    let f = ComputedBehavior { [a] in a.value + e.value }
    #expect(f.value == 4)
    a.value = 3
    #expect(f.value == 6)
  }
}
