// Tests: TurnOrder, Ownership

import ReactiveCore
import Testing

/// Law 9: owners have their turn first, at a cost that does not grow with the depth.
@Suite("Turns of what is owned")
struct TurnOrderTests {
  /// Chains of nested reactions, each with a root of its own.
  private final class Nest {
    let source = OpenBehavior(0)
    let innermost = OpenBehavior(0)
    private let gate: ComputedBehavior<Bool>
    private(set) var reactions: [Reaction] = []

    init(depth: Int, chains: Int = 1) {
      gate = ComputedBehavior { [source] in source.value > 1_000 }
      var scopes: [ScopeNode?] = Array(repeating: nil, count: chains)
      for level in 0..<depth {
        for chain in 0..<chains {
          let isLast = level == depth - 1
          let reaction = Reaction { [gate, innermost] in
            if isLast { _ = innermost.value }
            _ = gate.value
          }
          let inner = ScopeNode(named: nil, file: #fileID, line: #line)
          reaction.inner = inner
          if let scope = scopes[chain] { scope.own { Reaction.launch(reaction) } } else { reaction.start() }
          scopes[chain] = inner
          reactions.append(reaction)
        }
      }
    }

    deinit { for reaction in reactions { reaction.cancel() } }
  }

  /// None of the queued reactions needs to run.
  private static func outsideIn(_ nest: Nest) { nest.source.value += 1 }

  private static func insideOut(_ nest: Nest) {
    batch {
      // Reverted by the batch, so that the innermost do not run either.
      nest.innermost.value += 1
      nest.source.value += 1
      nest.innermost.value -= 1
    }
  }

  private static func work(_ depth: Int, _ chains: Int, _ change: (Nest) -> Void) -> KernelCounters {
    let nest = Nest(depth: depth, chains: chains)
    return Kernel.measure { change(nest) }
  }

  @Test("nested reactions that are queued at once look at each owner a fixed number of times", arguments: [1, 3])
  func linear(chains: Int) {
    for change in [Self.outsideIn, Self.insideOut] {
      let (once, twice) = (Self.work(200, chains, change), Self.work(400, chains, change))
      #expect(once.runs == 1 && twice.runs == 1)
      #expect(once.owners > 0 && once.owners <= 4 * 200 * chains)
      #expect(twice.owners <= 2 * once.owners + 8)
    }
  }

  /// Nested reactions that need not run, around as many that write an observed source.
  private static func workOfLeaves(_ count: Int) -> KernelCounters {
    let nest = Nest(depth: count)
    let written = OpenBehavior(0)
    written.sink { _ in }
    let below = ScopeNode(named: nil, file: #fileID, line: #line)
    nest.reactions.last?.inner?.own { _ = below.joinCurrentOwner() }
    var leaves: [Reaction] = []
    for index in 0..<count {
      let leaf = Reaction { [source = nest.source] in written.value = source.value &* 1_000 &+ index }
      below.own { Reaction.launch(leaf) }
      leaves.append(leaf)
    }
    let work = Kernel.measure { outsideIn(nest) }
    below.empty()
    return work
  }

  @Test("what is owned may write: what that queues owns nothing, and no owner is looked at again for it")
  func leavesThatWrite() {
    let (once, twice) = (Self.workOfLeaves(100), Self.workOfLeaves(200))
    #expect(once.runs > 100 && twice.runs > 200)
    #expect(twice.owners <= 3 * once.owners)
  }

  @Test("an owner that is queued while another one has its turn still goes before what it owns")
  func queuedMeanwhile() {
    var log: [String] = []
    let a = OpenBehavior(0)
    let b = OpenBehavior(0)
    // Writes the dependency of `outer` in the turn of `middle`.
    let writing = ComputedBehavior { () -> Int in
      let value = a.value
      if value == 1 { b.value = 1 }
      return 0
    }
    let scopes = (0..<3).map {
      ScopeNode(named: "\($0)", file: #fileID, line: #line)
    }
    let outer = Reaction {
      log.append("outer")
      scopes[0].empty()
      _ = b.value
    }
    let middle = Reaction {
      log.append("middle")
      _ = writing.value
    }
    let inner = Reaction {
      log.append("inner")
      _ = a.value
    }
    for (reaction, scope) in zip([outer, middle, inner], scopes) { reaction.inner = scope }
    outer.start()
    scopes[0].own { Reaction.launch(middle) }
    scopes[1].own { Reaction.launch(inner) }
    #expect(log == ["outer", "middle", "inner"])
    a.value = 1
    #expect(log == ["outer", "middle", "inner", "outer"])
  }
}
