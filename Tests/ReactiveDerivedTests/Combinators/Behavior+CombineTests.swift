import ReactiveDerived
import Testing

@Suite("Behavior.combine")
struct BehaviorCombineTests {
  @Test("is the tuple of two to eight values")
  func arities() {
    let a = OpenBehavior(1)
    let b = OpenBehavior("b")
    let c = OpenBehavior(3.0)
    let d = OpenBehavior(true)
    #expect(a.combine(b).value == (1, "b"))
    #expect(a.combine(b, c).value == (1, "b", 3))
    #expect(a.combine(b, c, d).value == (1, "b", 3, true))
    #expect(a.combine(b, c, d, a).value == (1, "b", 3, true, 1))
    #expect(a.combine(b, c, d, a, b).value == (1, "b", 3, true, 1, "b"))
    let seven: (Int, String, Double, Bool, Int, String, Double) = a.combine(b, c, d, a, b, c).value
    #expect(seven.6 == 3)
    let eight: (Int, String, Double, Bool, Int, String, Double, Bool) = a.combine(b, c, d, a, b, c, d).value
    #expect(eight.7)
  }

  @Test("each part is followed, at every number of parts")
  func follows() {
    let parts = (0..<8).map { _ in OpenBehavior(0) }
    let p = parts
    let sums: [Behavior<Int>] = [
      p[0].combine(p[1]).map { $0.0 + $0.1 },
      p[0].combine(p[1], p[2]).map { $0.0 + $0.1 + $0.2 },
      p[0].combine(p[1], p[2], p[3]).map { $0.0 + $0.1 + $0.2 + $0.3 },
      p[0].combine(p[1], p[2], p[3], p[4]).map { $0.0 + $0.1 + $0.2 + $0.3 + $0.4 },
      p[0].combine(p[1], p[2], p[3], p[4], p[5]).map { t -> Int in
        let first = t.0 + t.1 + t.2
        return first + t.3 + t.4 + t.5
      },
      p[0].combine(p[1], p[2], p[3], p[4], p[5], p[6]).map { t -> Int in
        let first = t.0 + t.1 + t.2
        return first + t.3 + t.4 + t.5 + t.6
      },
      p[0].combine(p[1], p[2], p[3], p[4], p[5], p[6], p[7]).map { t -> Int in
        let first = t.0 + t.1 + t.2 + t.3
        return first + t.4 + t.5 + t.6 + t.7
      },
    ]
    for (index, part) in parts.enumerated() {
      part.value = 1
      for (count, sum) in sums.enumerated() { #expect(sum.value == min(index + 1, count + 2)) }
    }
  }

  @Test("a batch is one change, and no observer sees a combination that no write produced")
  func noGlitch() {
    let source = OpenBehavior(1)
    let pair = source.map { $0 * 2 }.combine(source.map { $0 * 3 })
    var log: [String] = []
    pair.sink { log.append("\($0)") }
    source.value = 2
    batch {
      source.value = 3
      source.value = 4
    }
    #expect(log == ["(4, 6)", "(8, 12)"])
  }

  @Test("a batch that ends where it began notifies no observer, though the pair was read in it")
  func batchBack() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(2)
    let pair = a.combine(b)
    var calls = 0
    pair.sink { _ in calls += 1 }
    batch {
      a.value = 5
      #expect(pair.value == (5, 2))
      a.value = 1
    }
    #expect(calls == 0)
    #expect(pair.value == (1, 2))
  }

  @Test("values without == change with each change of a part")
  func withoutEquality() {
    let a = OpenBehavior((1, 1))
    let b = OpenBehavior(2)
    let pair = a.combine(b)
    var calls = 0
    pair.sink { _ in calls += 1 }
    a.value = (1, 1)
    b.value = 2
    b.value = 3
    #expect(calls == 2)
  }

  @Test("with a value that cannot be compared each change of a part is a change, at every number of parts")
  func loose() {
    struct Loose { var number: Int }
    let loose = OpenBehavior(Loose(number: 1))
    let a = OpenBehavior(1)
    var notified: [String] = []
    var kept: [AnyObject] = []
    func keep<Parts>(_ behavior: Behavior<Parts>) -> Behavior<Parts> {
      kept.append(behavior)
      return behavior
    }
    keep(loose.combine(a)).sink { notified.append("\($0.number)\($1)") }
    keep(loose.combine(a, a)).sink { notified.append("\($0.number)\($1)\($2)") }
    keep(loose.combine(a, a, a)).sink { notified.append("\($0.number)\($1)\($2)\($3)") }
    keep(loose.combine(a, a, a, a)).sink { notified.append("\($0.number)\($1)\($2)\($3)\($4)") }
    keep(loose.combine(a, a, a, a, a)).sink { notified.append("\($0.number)\($1)\($2)\($3)\($4)\($5)") }
    keep(loose.combine(a, a, a, a, a, a)).sink { notified.append("\($0.number)\($1)\($2)\($3)\($4)\($5)\($6)") }
    keep(loose.combine(a, a, a, a, a, a, a)).sink { notified.append("\($0.number)\($1)\($2)\($3)\($4)\($5)\($6)\($7)") }
    loose.value = Loose(number: 1)
    #expect(notified == ["11", "111", "1111", "11111", "111111", "1111111", "11111111"])
    notified = []
    a.value = 2
    #expect(notified == ["12", "122", "1222", "12222", "122222", "1222222", "12222222"])
    withExtendedLifetime(kept) {}
  }
}
