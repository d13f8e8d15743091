// Tests: Propagation, Refresh, Flush, Node, ThreadContext

import ReactiveCore
import ReactiveTestSupport
import Testing

/// Laws 5, 6 and 7, counted.
@Suite("Mark and verify")
struct PropagationTests {
  @Test("a ladder of diamonds, 5 wide and 1,000 deep, runs each of its nodes once")
  func ladder() {
    let counts = onThread(stackKibibytes: 512) { () -> [Int] in
      let a = OpenBehavior(0)
      var rung: [Behavior<Int>] = Array(repeating: a, count: 5)
      for _ in 0..<1_000 {
        let above = rung
        rung = (0..<5).map { position in
          let node = ComputedBehavior { above.reduce(0) { $0 + $1.value } % 1_000 + position }
          _ = node.value
          return node
        }
      }
      var notified = 0
      for node in rung { node.sink { _ in notified += 1 } }
      let written = Kernel.measure { a.value = 1 }
      let batched = Kernel.measure { batch { for step in 0..<10 { a.value = step + 2 } } }
      return [written.runs, batched.runs, notified]
    }
    #expect(counts == [5_000, 5_000, 10])
  }

  @Test("a derivation without a duplicate test counts every run as a change; with one of its own, what that says")
  func ownDuplicates() {
    struct Opaque {}
    let a = OpenBehavior(1)
    let opaque = ComputedBehavior { () -> Opaque in
      _ = a.value
      return Opaque()
    }
    let coarse = ComputedBehavior(isDuplicate: { $0 / 10 == $1 / 10 }, { a.value })
    var opaqueRuns = 0
    var coarseRuns = 0
    let afterOpaque = ComputedBehavior { () -> Int in
      _ = opaque.value
      opaqueRuns += 1
      return 0
    }
    let afterCoarse = ComputedBehavior { () -> Int in
      coarseRuns += 1
      return coarse.value
    }
    _ = (afterOpaque.value, afterCoarse.value)
    a.value = 2
    _ = (afterOpaque.value, afterCoarse.value)
    #expect([opaqueRuns, coarseRuns] == [2, 1])
    a.value = 12
    #expect(afterCoarse.value == 12)
    #expect(coarseRuns == 2)
  }

  @Test("one without dependencies runs once")
  func constant() {
    var runs = 0
    let constant = ComputedBehavior { () -> Int in
      runs += 1
      return 42
    }
    #expect(constant.value + constant.value == 84)
    #expect(runs == 1)
  }

  @Test("dependencies are verified in read order, also when one read comes twice or in another order than before")
  func readOrder() {
    let order = OpenBehavior(0)
    let sources = (0..<6).map { OpenBehavior($0) }
    let nodes = sources.map { source in ComputedBehavior { source.value * 10 } }
    let reader = ComputedBehavior { () -> Int in
      switch order.value {
      case 0: return nodes[0].value + nodes[1].value + nodes[0].value
      case 1: return nodes[5].value + nodes[4].value + nodes[3].value + nodes[2].value + nodes[1].value + nodes[0].value
      case 2: return nodes[4].value + nodes[2].value + nodes[4].value + nodes[2].value
      default: return nodes.reduce(0) { $0 + $1.value }
      }
    }
    let expected: [(Int) -> Int] = [
      { _ in 10 * (2 * sources[0].peek() + sources[1].peek()) },
      { _ in 10 * sources.reduce(0) { $0 + $1.peek() } },
      { _ in 20 * (sources[4].peek() + sources[2].peek()) },
      { _ in 10 * sources.reduce(0) { $0 + $1.peek() } },
    ]
    for step in [0, 1, 2, 3, 1, 0, 3, 2, 0, 1] {
      order.value = step
      #expect(reader.value == expected[step](0))
      for source in sources {
        source.value += 1
        #expect(reader.value == expected[step](0))
      }
    }
  }

  @Test("a read in the same order makes no links")
  func linksAreKept() {
    let sources = (0..<20).map { OpenBehavior($0) }
    let sum = ComputedBehavior { sources.reduce(0) { $0 + $1.value } }
    #expect(work { _ = sum.value } == ["runs": 1, "changes": 1, "links": 20])
    let again = work {
      sources[7].value = 100
      _ = sum.value
    }
    #expect(again == ["runs": 1, "changes": 1])
  }

  @Test("two derivations that swap their roles: one reads the other while that one is being verified further up")
  func readOnPath() {
    let mode = OpenBehavior(0)
    let source = OpenBehavior(1)
    // Untracked, so that `first` does not notice its new role by itself.
    var isSwapped = false
    var second: ComputedBehavior<Int>?
    var firstRuns = 0
    let first = ComputedBehavior { () -> Int in
      firstRuns += 1
      return isSwapped ? source.value : second!.value + source.value
    }
    second = ComputedBehavior { mode.value == 0 ? 10 : first.value + 100 }
    #expect(first.value == 11)
    isSwapped = true
    mode.value = 1
    // Verifying `first` runs `second`, which reads `first`.
    #expect(first.value == 1)
    #expect(second?.value == 101)
    #expect(firstRuns == 2)
    source.value = 2
    #expect(second?.value == 102)
    #expect(first.value == 2)
    second = nil
  }

  @Test("a source that changes while it is verified: a node that has passed it runs again")
  func changeOnPath() {
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    let passed = ComputedBehavior { b.value / 2 }
    let writer = ComputedBehavior { () -> Int in
      b.value = a.value
      return 0
    }
    var runs = 0
    let reader = ComputedBehavior { () -> Int in
      runs += 1
      return passed.value * 10 + writer.value
    }
    #expect(reader.value == 0)
    a.value = 6
    b.value = 1
    // `passed` is verified as unchanged (0), then `writer` writes 6 behind it.
    #expect(reader.value == 30)
    #expect(passed.value == 3)
  }

  @Test("an observed derivation notifies in subscription order, once, of the new value")
  func observers() {
    let a = OpenBehavior(1)
    let doubled = ComputedBehavior { a.value * 2 }
    var log: [String] = []
    doubled.observe { log.append("first \($0)") }
    let second = doubled.sink { log.append("second \($0)") }
    doubled.observe { log.append("third \($0) \(doubled.value)") }
    a.value = 2
    second.cancel()
    a.value = 3
    #expect(log == ["first 2", "third 2 2", "first 4", "second 4", "third 4 4", "first 6", "third 6 6"])
  }

  @Test("the kernel's counters stay where they are while nothing is measured")
  func countersOff() {
    let a = OpenBehavior(0)
    let doubled = ComputedBehavior { a.value * 2 }
    doubled.sink { _ in }
    #expect(work {} == [:])
    let outer = Kernel.measure {
      a.value = 1
      // The inner measurement is part of the outer one.
      #expect(Kernel.measure { a.value = 2 }.runs == 1)
    }
    #expect(outer.runs == 2)
    for step in 3..<10 { a.value = step }
    #expect(work {} == [:])
    #expect(Kernel.measure { a.value = 100 }.runs == 1)
  }

  @Test("the tracer sees what the kernel does, in order, and nothing once it is over")
  func tracing() {
    let a = OpenBehavior(0, name: "a")
    let doubled = ComputedBehavior(name: "doubled") { a.value * 2 }
    doubled.sink { _ in }
    var seen: [String] = []
    let tracer: (KernelEvent) -> Void = { event in
      switch event {
      case .ran(let node, let isChanged): seen.append("ran \(node.retained.label) \(isChanged)")
      case .notified(let node): seen.append("notified \(node.retained.label)")
      case .round: seen.append("round")
      }
    }
    Kernel.trace(tracer) { a.value = 1 }
    a.value = 2
    #expect(seen == ["round", "ran doubled true", "notified doubled"])
  }

  @Test("after four billion changes the versions begin again, and a node that saw the first one runs all the same")
  func versionsBeginAgain() {
    let source = OpenBehavior(0)
    let number = source.version
    let double = ComputedBehavior { source.value * 2 }
    let isBig = ComputedBehavior { double.value > 100 }
    #expect(!isBig.value)
    source.value = 1
    // As after so many more writes, none of them read.
    source.version = number &- 1
    source.value = 1_000
    #expect(source.version == number)
    #expect(double.value == 2_000 && isBig.value)
    let last = OpenBehavior(0)
    last.version = .max
    let triple = ComputedBehavior { last.value * 3 }
    var log: [Int] = []
    triple.sink { log.append($0) }
    last.value = 3
    last.value = 4
    #expect(log == [9, 12])
    withExtendedLifetime(triple) {}
  }
}
