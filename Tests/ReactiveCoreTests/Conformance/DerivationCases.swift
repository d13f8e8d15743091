import ReactiveCore
import Testing

/// Sections 2, 3 and 4: changing dependencies, evaluation, equality.
@Suite("Conformance: derivations")
struct DerivationCases {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(10)

  @Test("#13, #199: another branch drops the old dependency")
  func dropsOld() {
    let condition = OpenBehavior(true)
    let c = Counted { [a, b] in condition.value ? a.value : b.value }
    let effect = Effect { [a] in if condition.value { _ = a.value } }
    #expect(c.value == 0)
    condition.value = false
    #expect(c.value == 10)
    #expect(effect.runs == 2)
    a.value = 5
    #expect(c.value == 10)
    #expect([c.runs, effect.runs] == [2, 2])
    b.value = 5
    #expect(c.value == 5)
    #expect([c.runs, effect.runs] == [3, 2])
  }

  @Test("#14, #16, #166: a dependency that is read anew is up to date first")
  func readsNew() {
    let condition = OpenBehavior(false)
    let c = ComputedBehavior { [a] in a.value * 10 }
    let d = ComputedBehavior { [b] in condition.value ? c.value : b.value }
    var seen: [Int] = []
    let effect = Effect { seen.append(d.value) }
    a.value = 2
    condition.value = true
    condition.value = false
    a.value = 3
    condition.value = true
    #expect(seen == [10, 20, 10, 30])
    effect.dispose()
    a.value = 4
    #expect(d.value == 40)
  }

  @Test("#188: in a batch, a branch that is no longer taken does not run")
  func branchInBatch() {
    let c = Counted { [b] in b.value }
    let d = ComputedBehavior { [a] in a.value == 0 ? c.value : -1 }
    #expect(d.value == 10)
    batch {
      b.value = 1
      a.value = 1
    }
    #expect(d.value == -1)
    #expect(c.runs == 1)
  }

  @Test("#193: a node that can no longer be reached is not verified")
  func unreachable() {
    let box = OpenBehavior<Int?>(1)
    let present = ComputedBehavior { box.value }
    let content = Counted { present.value! }
    let d = ComputedBehavior { present.value == nil ? 0 : content.value }
    #expect(d.value == 1)
    box.value = nil
    #expect(d.value == 0)
    #expect(content.runs == 1)
  }

  @Test("#194: a chain of gates")
  func gates() {
    let items = OpenBehavior<[Int]?>(nil)
    let isLoaded = ComputedBehavior { items.value != nil }
    let message = ComputedBehavior { isLoaded.value ? "loaded" : "not loaded" }
    var seen: [String] = []
    let effect = Effect { seen.append(message.value) }
    items.value = [1]
    items.value = [2]
    items.value = nil
    #expect(seen == ["not loaded", "loaded", "not loaded"])
    effect.dispose()
  }

  @Test("#196, #197: maybe changed, found unchanged, several times")
  func maybeDirty() {
    let parity = Counted { [a] in a.value % 2 }
    let sum = Counted { [b] in parity.value + b.value }
    let total = Counted { [a] in a.value + sum.value }
    let effect = Effect { _ = sum.value }
    #expect(total.value == 10)
    a.value = 1
    #expect(total.value == 12)
    b.value = 11
    #expect(total.value == 13)
    #expect(total.runs == 3)
    let before = [sum.runs, effect.runs]
    for step in [3, 5, 7] { a.value = step }
    #expect([sum.runs, effect.runs] == before)
  }

  @Test("#200: dependencies that overlap, in two effects that also write")
  func overlapping() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(2)
    let c = OpenBehavior(0)
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    let one = Effect { first.value = (c.value < 2 ? a.value : 0) + (c.value > 1 ? b.value : 0) }
    let two = Effect { second.value = (c.value > 1 ? a.value : 0) + (c.value < 3 ? b.value : 0) + first.value }
    #expect([first.value, second.value] == [1, 3])
    let before = [one.runs, two.runs]
    b.value = 3
    #expect([one.runs, two.runs] == [before[0], before[1] + 1])
    #expect([first.value, second.value] == [1, 4])
    c.value = 2
    #expect([first.value, second.value] == [3, 7])
  }

  @Test("#23, #26: reading a chain does not keep its effect from running; a derivation outlives its effects")
  func effects() {
    let b = ComputedBehavior { [a] in a.value }
    let c = ComputedBehavior { b.value * 2 }
    let effect = Effect { _ = c.value }
    a.value = 1
    #expect(c.value == 2)
    #expect(effect.runs == 2)
    effect.dispose()
    a.value = 5
    #expect(c.value == 10)
    a.value = 10
    #expect(c.value == 20)
  }

  @Test("#25, #145: no dependency, one run; nil is a value to be cached")
  func constants() {
    let constant = Counted { 42 }
    #expect(constant.value == 42 && constant.value == 42)
    #expect(constant.runs == 1)
    let optional = Counted { [a] in a.value == 0 ? nil : a.value }
    #expect(optional.value == nil && optional.value == nil)
    a.value = 1
    #expect(optional.value == 1)
    a.value = 0
    #expect(optional.value == nil)
    #expect(optional.runs == 3)
  }

  @Test("#115, #214: sources and derivations made inside a derivation or effect")
  func madeInside() {
    let outer = ComputedBehavior { [a] () -> Int in
      let inner = OpenBehavior(a.value * 10)
      return inner.value
    }
    #expect(outer.value == 0)
    a.value = 3
    #expect(outer.value == 30)
    var published: ComputedBehavior<Int>?
    let effect = Effect { [a] in
      published = ComputedBehavior { a.value }
      _ = a.value
    }
    for step in 4..<7 {
      a.value = step
      #expect(published?.value == step)
    }
    effect.dispose()
  }

  @Test("#28, #32, #34, #148, #169, #220: equal values cut, at the first node that is unchanged")
  func equality() {
    let sign = Counted { [a] in a.value > 0 ? 1 : 0 }
    let second = Counted { sign.value }
    let third = Counted { second.value }
    let effect = Effect { _ = third.value }
    a.value = 1
    #expect([sign.runs, second.runs, third.runs, effect.runs] == [2, 2, 2, 2])
    a.value = 1
    a.value = 2
    a.value = 3
    #expect(third.value == 1)
    #expect([sign.runs, second.runs, third.runs, effect.runs] == [4, 2, 2, 2])
    final class Token {}
    let token = Token()
    let isSame: (Token, Token) -> Bool = { $0 === $1 }
    let same = ComputedBehavior(isDuplicate: isSame) { [a] () -> Token in
      _ = a.value
      return token
    }
    let after = Counted { ObjectIdentifier(same.value) }
    let identity = after.value
    a.value = 9
    #expect(after.value == identity)
    #expect(after.runs == 1)
  }
}
