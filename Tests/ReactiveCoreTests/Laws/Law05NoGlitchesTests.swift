import ReactiveCore
import Testing

/// Counts runs: one per change, none without a change, none for a branch that is not taken.
@Suite("No glitches")
struct NoGlitchesTests {
  @Test("a diamond runs its bottom once for a change")
  func diamond() {
    let a = OpenBehavior(1)
    let left = ComputedBehavior { a.value + 1 }
    let right = ComputedBehavior { a.value * 10 }
    let bottom = ComputedBehavior { left.value + right.value }
    var notified: [Int] = []
    bottom.sink { notified.append($0) }
    #expect(work { a.value = 2 } == ["runs": 3, "changes": 3, "rounds": 1, "notified": 1])
    #expect(notified == [23])
  }

  @Test("an unchanged derivation stops the change: nothing behind it runs")
  func equalityCut() {
    let a = OpenBehavior(1)
    let isOdd = ComputedBehavior { a.value % 2 == 1 }
    let text = ComputedBehavior { isOdd.value ? "odd" : "even" }
    var reactions = 0
    let reaction = Reaction {
      reactions += 1
      _ = text.value
    }
    reaction.start()
    var notified = 0
    text.sink { _ in notified += 1 }
    #expect(work { a.value = 3 } == ["runs": 1, "rounds": 1])
    #expect(reactions == 1)
    #expect(notified == 0)
    a.value = 4
    #expect(reactions == 2)
    #expect(notified == 1)
    reaction.cancel()
  }

  @Test("a branch that is not taken never runs, and does not stay linked to its source")
  func branch() {
    let usesFirst = OpenBehavior(true)
    let first = OpenBehavior(1)
    let second = OpenBehavior(2)
    var secondRuns = 0
    let expensive = ComputedBehavior { () -> Int in
      secondRuns += 1
      return second.value * 100
    }
    let chosen = ComputedBehavior { usesFirst.value ? first.value : expensive.value }
    var notified: [Int] = []
    chosen.sink { notified.append($0) }
    second.value = 3
    #expect(secondRuns == 0)
    usesFirst.value = false
    #expect(notified == [300])
    #expect(work { first.value = 9 } == [:])
    usesFirst.value = true
    #expect(work { second.value = 4 } == [:])
    #expect(secondRuns == 1)
    #expect(notified == [300, 9])
  }

  @Test("what guards a branch is verified first, so the branch never sees what the guard excludes")
  func guardedBranch() {
    let box = OpenBehavior<Int?>(1)
    let isThere = ComputedBehavior { box.value != nil }
    var runs = 0
    let content = ComputedBehavior { () -> Int in
      runs += 1
      guard let value = box.value else {
        Issue.record("read behind its guard")
        return 0
      }
      return value
    }
    let shown = ComputedBehavior { isThere.value ? content.value : -1 }
    #expect(shown.value == 1)
    box.value = nil
    #expect(shown.value == -1)
    #expect(runs == 1)
  }
}
