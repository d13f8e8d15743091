import ReactiveCore
import Testing

@Suite("What tools may ask of a graph")
struct InspectionTests {
  @Test("dependencies are those of the last run, in the order of reading, each once")
  func dependencies() {
    let usesFirst = OpenBehavior(true)
    let first = OpenBehavior(1)
    let second = OpenBehavior(2)
    let chosen = ComputedBehavior { usesFirst.value ? first.value + first.value : second.value }
    #expect(chosen.dependencies.isEmpty)
    _ = chosen.value
    #expect(chosen.dependencies.map(ObjectIdentifier.init) == [usesFirst, first].map(ObjectIdentifier.init))
    usesFirst.value = false
    _ = chosen.value
    #expect(chosen.dependencies.map(ObjectIdentifier.init) == [usesFirst, second].map(ObjectIdentifier.init))
  }

  @Test("the cause of a run: none, the first one, a change, a request")
  func causes() {
    let first = OpenBehavior(1)
    let second = OpenBehavior(2)
    let reaction = Reaction { _ = first.value + second.value }
    func cause(_ node: ReactiveNode) -> String {
      switch node.nodeCause {
      case .never: "never"
      case .first: "first"
      case .change(let changed): changed === first ? "first changed" : "second changed"
      case .request: "request"
      case .unknown: "unknown"
      case nil: "none"
      }
    }
    #expect(cause(first) == "none")
    #expect(cause(reaction) == "never")
    reaction.start()
    #expect(cause(reaction) == "first")
    second.value = 3
    #expect(cause(reaction) == "second changed")
    first.value = 3
    #expect(cause(reaction) == "first changed")
    reaction.rerun()
    #expect(cause(reaction) == "request")
    reaction.cancel()
    #expect(cause(reaction) == "unknown")
  }

  @Test("the node that runs is reported while it runs")
  func running() {
    let reads = OpenBehavior(0)
    var running: ReactiveNode?
    let derivation = ComputedBehavior { () -> Int in
      running = Context.runningNode
      return reads.value
    }
    #expect(Context.runningNode == nil)
    _ = derivation.value
    #expect(running === derivation)
    #expect(Context.runningNode == nil)
  }

  @Test("what loses its dependents is read anew by them, and until then notifies them of nothing")
  func loseDependents() {
    let source = OpenBehavior(1)
    let doubled = ComputedBehavior { source.value * 2 }
    #expect(doubled.value == 2)
    source.loseDependents()
    #expect(!source.hasDependents)
    #expect(doubled.dependencies.isEmpty)
    source.value = 2
    #expect(doubled.value == 2)
  }
}
