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
}
