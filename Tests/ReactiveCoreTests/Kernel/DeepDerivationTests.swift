// Tests: Propagation, Disposal

import ReactiveCore
import ReactiveTestSupport
import Testing

/// Laws 10 and 11: a chain of 1,000,000 derivations (short: 100,000) can be updated and released on a stack of
/// 8 MiB.
@Suite("Deep chains of derivations")
struct DeepDerivationTests {
  private static func chain(_ length: Int, from source: Behavior<Int>) -> Behavior<Int> {
    var last = source
    for _ in 0..<length {
      let before = last
      last = ComputedBehavior { before.value &+ 1 }
      // Without this, the first run would recurse through the whole chain.
      _ = last.value
    }
    return last
  }

  @Test("a chain is updated and released without recursion, on stacks of these sizes in KiB", arguments: [8_192, 512])
  func million(stackKibibytes: Int) {
    let results = onThread(stackKibibytes: stackKibibytes) { () -> [Int] in
      let source = OpenBehavior(0)
      var last: Behavior<Int>? = Self.chain(TestSize.large, from: source)
      var results: [Int] = []
      source.value = 1
      results.append(last?.value ?? -1)
      last?.sink { results.append($0) }
      source.value = 2
      batch {
        source.value = 3
        source.value = 2
      }
      let reaction = Reaction { [unowned last = last!] in results.append(last.value) }
      reaction.start()
      source.value = 4
      reaction.cancel()
      last = nil
      source.value = 5
      return results
    }
    #expect(results == [1, 2, 2, 4, 4].map { TestSize.large + $0 })
  }

  @Test("a chain of observers that each keep the next behavior alive goes without recursion")
  func chainOfReactions() {
    let isGone = onThread { () -> Bool in
      let source = OpenBehavior(0)
      var last: Reaction?
      weak var first: Reaction?
      for position in 0..<100_000 {
        let before = last
        let reaction = Reaction {
          _ = source.peek()
          withExtendedLifetime(before) {}
        }
        if position == 0 { first = reaction }
        last = reaction
      }
      last = nil
      return first == nil
    }
    #expect(isGone)
  }

  @Test("every other derivation of a chain goes: the rest inherits what it read")
  func releaseEveryOther() {
    final class Table {
      var nodes: [ComputedBehavior<Int>?] = []
    }
    let results = onThread(stackKibibytes: 512) { () -> [Int] in
      let source = OpenBehavior(1)
      let table = Table()
      for position in 0..<20_000 {
        let node = ComputedBehavior { [unowned table] in
          position == 0 ? source.value : table.nodes[position - 1]?.value ?? source.value
        }
        _ = node.value
        table.nodes.append(node)
      }
      for position in stride(from: 0, to: 19_999, by: 2) { table.nodes[position] = nil }
      var results = [table.nodes[19_999]!.value]
      source.value = 2
      results.append(table.nodes[19_999]!.value)
      for position in stride(from: 1, to: 19_999, by: 2).reversed() { table.nodes[position] = nil }
      source.value = 3
      results.append(table.nodes[19_999]!.value)
      return results
    }
    #expect(results == [1, 2, 3])
  }
}
