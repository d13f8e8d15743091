// Tests: Tracking, Link

import ReactiveCore
import Testing

@Suite("Repeated reads")
struct TrackingTests {
  @Test("many reads of one node make one link")
  func oneLink() {
    let source = OpenBehavior(1)
    let sum = ComputedBehavior { (0..<30).reduce(0) { total, _ in total + source.value } }
    #expect(Kernel.measure { _ = sum.value }.links == 1)
    source.value = 2
    #expect(Kernel.measure { _ = sum.value } == KernelCounters(runs: 1, changes: 1))
    #expect(sum.value == 60)
  }

  @Test("alternating reads of two nodes make two links")
  func alternating() {
    let (first, second) = (OpenBehavior(1), OpenBehavior(10))
    let sum = ComputedBehavior { (0..<20).reduce(0) { total, _ in total + first.value + second.value } }
    #expect(Kernel.measure { _ = sum.value }.links == 2)
    second.value = 20
    #expect(Kernel.measure { _ = sum.value }.links == 0)
    #expect(sum.value == 420)
    first.value = 2
    #expect(sum.value == 440)
  }

  @Test("what an inner evaluation reads is its own, though an outer one has read it often")
  func inner() {
    let source = OpenBehavior(1)
    let inner = ComputedBehavior { source.value + source.value + source.value }
    let outer = ComputedBehavior { source.value + source.value + inner.value + source.value + source.value }
    #expect(outer.value == 7)
    source.value = 2
    #expect(inner.value == 6)
    #expect(outer.value == 14)
    source.value = 3
    #expect(outer.value == 21)
  }

  @Test("what is read untracked is no dependency, though an evaluation around it has read another often")
  func untracked() {
    let (source, other) = (OpenBehavior(1), OpenBehavior(1))
    var runs = 0
    let node = ComputedBehavior {
      runs += 1
      let sum = source.value + source.value
      return sum + withoutTracking { source.value + other.value + other.value } + source.value
    }
    #expect(node.value == 6)
    other.value = 5
    #expect(node.value == 6)
    #expect(runs == 1)
    source.value = 2
    #expect(node.value == 18)
  }

  @Test("a change between two reads of one run is seen by the next run")
  func changedMeanwhile() {
    let source = OpenBehavior(0)
    var seen: [Int] = []
    let reaction = Reaction {
      seen.append(source.value)
      seen.append(source.value)
      if source.value < 3 { source.value += 1 }
      seen.append(source.value)
      seen.append(source.value)
    }
    reaction.start()
    #expect(seen == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3])
    seen = []
    source.value = 5
    #expect(seen == [5, 5, 5, 5])
  }

  @Test("a reaction that is cancelled in its own run leaves nothing behind")
  func cancelled() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    var reaction: Reaction?
    var runs = 0
    reaction = Reaction {
      runs += 1
      _ = source.value + source.value + other.value + other.value + source.value
      if source.value == 1 {
        reaction?.cancel()
        _ = source.value + source.value + other.value + other.value
      }
    }
    reaction?.start()
    source.value = 1
    #expect(runs == 2)
    source.value = 2
    #expect(runs == 2)
    reaction = nil
  }

  @Test("a derivation that is dropped in its own run leaves nothing behind")
  func dropped() {
    let source = OpenBehavior(0)
    var node: ComputedBehavior<Int>?
    node = ComputedBehavior {
      _ = source.value + source.value
      if source.value == 1 { node = nil }
      return source.value + source.value
    }
    #expect(node?.value == 0)
    source.value = 1
    #expect(node?.value == 2)
    #expect(node == nil)
  }

  @Test("a node that dies after it was read often is forgotten")
  func dies() {
    let source = OpenBehavior(1)
    var temporary: OpenBehavior<Int>? = OpenBehavior(5)
    let node = ComputedBehavior {
      var sum = source.value + source.value
      if let present = temporary {
        sum += present.value + present.value
        temporary = nil
      }
      return sum + source.value + source.value
    }
    #expect(node.value == 14)
    source.value = 2
    #expect(node.value == 8)
  }

  @Test("a node that loses its dependents in a run that has read it often is read anew after it")
  func losesDependents() {
    let source = OpenBehavior(1)
    var seen: [Int] = []
    let reaction = Reaction {
      _ = source.value + source.value
      source.loseDependents()
      seen.append(source.value)
    }
    reaction.start()
    source.value = 2
    #expect(seen == [1, 2])
  }

  /// Runs at each read, as a behavior of an object does that any thread may write.
  private func looking(_ find: @escaping () -> Int) -> ComputedBehavior<Int> {
    weak var found: ComputedBehavior<Int>?
    let node = ComputedBehavior {
      found?.invalidate(.alone)
      return find()
    }
    found = node
    return node
  }

  @Test("a new dependency that runs at each read makes nothing run whose dependencies are unchanged", arguments: 0..<4)
  func newLook(between: Int) {
    let isShown = OpenBehavior(false)
    var sizeRuns = 0
    var runsBelow = 0
    let look = looking { 0 }
    let size = ComputedBehavior { () -> Int in
      sizeRuns += 1
      return isShown.value ? look.value : 0
    }
    var last: Behavior<Int> = size
    for _ in 0..<between {
      let above = last
      last = ComputedBehavior { () -> Int in
        runsBelow += 1
        return above.value + size.value
      }
    }
    var runs = 0
    let reaction = Reaction { [last] in
      runs += 1
      _ = last.value
    }
    reaction.start()
    for count in 1...3 {
      isShown.value = true
      #expect(runs == 1 && runsBelow == between && sizeRuns == 2 * count)
      isShown.value = false
    }
    #expect(runs == 1 && runsBelow == between)
    withExtendedLifetime(reaction) {}
  }

  @Test("1,000 derivations that begin to read such a dependency at once are verified twice, not once for each")
  func manyNewLooks() {
    let isShown = OpenBehavior(false)
    var looks = 0
    let look = looking {
      looks += 1
      return 0
    }
    let sizes = (0..<1_000).map { _ in ComputedBehavior { isShown.value ? look.value : 0 } }
    var runs = 0
    let reaction = Reaction {
      runs += 1
      for size in sizes { _ = size.value }
    }
    reaction.start()
    isShown.value = true
    #expect(runs == 1 && looks <= 2_000)
    withExtendedLifetime(reaction) {}
  }

  @Test("while such a dependency changes at each read, its dependents run, and have its last value", arguments: 1..<20)
  func changingLooks(limit: Int) {
    let isShown = OpenBehavior(false)
    var looks = 0
    let changing = looking {
      looks += 1
      return min(looks, limit)
    }
    let others = (0..<2).map { _ in looking { 0 } }
    // One run after the other begins to read another one.
    let size = ComputedBehavior { () -> Int in
      if !isShown.value { return 0 }
      let value = changing.value
      return value + others[value / 2 % 2].value
    }
    let isPositive = ComputedBehavior { size.value > 0 }
    var seen: [Int] = []
    var runs = 0
    let reactions = [
      Reaction { seen.append(size.value) },
      Reaction {
        runs += 1
        _ = isPositive.value
      },
    ]
    for reaction in reactions { reaction.start() }
    isShown.value = true
    // As when the object says that it has changed.
    looks = limit
    changing.invalidate(.notifying)
    #expect(seen.last == limit && size.value == limit && runs <= 3)
    withExtendedLifetime(reactions) {}
  }

  @Test("a verification takes no branch that a change on the way has closed")
  func newLookAndWrite() {
    let (isShown, isOpen, source) = (OpenBehavior(false), OpenBehavior(true), OpenBehavior(0))
    let look = looking { 0 }
    let gate = ComputedBehavior { isOpen.value }
    let closing = ComputedBehavior { () -> Int in
      if isShown.value {
        isOpen.value = false
        return look.value
      }
      return 0
    }
    var branchRuns = 0
    let branch = ComputedBehavior { () -> Int in
      branchRuns += 1
      return source.value
    }
    var log: [String] = []
    let reaction = Reaction {
      let isOpen = gate.value
      log.append("\(isOpen) \(closing.value) \(isOpen ? branch.value : -1)")
    }
    reaction.start()
    batch {
      source.value = 1
      isShown.value = true
    }
    #expect(log == ["true 0 0", "false 0 -1"] && branchRuns == 1)
    withExtendedLifetime(reaction) {}
  }

  @Test("a new dependency that its own run has invalidated is verified again, up to its last value", arguments: 1..<4)
  func newUnsettled(limit: Int) {
    let (isShown, source) = (OpenBehavior(false), OpenBehavior(0))
    let counting = ComputedBehavior { () -> Int in
      let count = source.value
      if count < limit { source.value = count + 1 }
      return count
    }
    let size = ComputedBehavior { isShown.value ? counting.value : 0 }
    let tenfold = ComputedBehavior { size.value * 10 }
    var seen: [Int] = []
    let reaction = Reaction { seen.append(tenfold.value) }
    reaction.start()
    isShown.value = true
    #expect(seen.last == limit * 10 && tenfold.value == limit * 10 && size.value == limit)
    isShown.value = false
    #expect(seen.last == 0)
    source.value = 0
    isShown.value = true
    #expect(seen.last == limit * 10)
    withExtendedLifetime(reaction) {}
  }
}
