import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Pictures of a graph")
struct GraphTests {
  @Test("of nodes that are named: these, and everything that they depend on, once")
  func named() {
    let net = OpenBehavior(100, name: "net")
    let tax = derive(name: "tax") { net.value * 19 / 100 }
    let gross = derive(name: "gross") { net.value + tax.value }
    let label = Effect(name: "label") { _ = gross.value }
    net.value = 200
    #expect(
      Runtime.Graph(of: label, gross, tax).description == """
        effect label <- gross (gross changed)
        derivation gross <- net, tax (net changed)
        derivation tax <- net (net changed)
        source net
        """)
  }

  @Test("of an effect of the shared runtime, whose own picture is empty")
  func shared() {
    let source = atom(1, name: "source")
    let label = Effect(name: "label") { _ = source.value }
    #expect(Runtime.current.graph().description.isEmpty)
    #expect(Runtime.Graph(of: label).description == "effect label <- source (first run)\nsource source")
  }

  @Test("what has not run yet, or has ended, depends on nothing")
  func withoutDependencies() {
    let source = atom(1)
    let lazy = derive(name: "lazy") { source.value }
    let ended = Effect(name: "ended") { _ = source.value }
    ended.cancel()
    #expect(Runtime.Graph(of: lazy).description == "derivation lazy (has not run)")
    #expect(Runtime.Graph(of: ended).description.hasPrefix("effect ended ("))
    #expect(Runtime.Graph(of: ended).description.contains("<-") == false)
  }

  @Test("has not run: said of everything that has not, in every layer, and of nothing else")
  func hasNotRun() {
    let source = atom(1, name: "source")
    let observed = OpenBehavior(1, name: "observed")
    let derivation = derive(name: "derivation") { source.value }
    let computed = ComputedBehavior(Equality(.never()), name: "computed", file: #fileID, line: #line) { source.value }
    let equality = Equality<Int>(.equal()) {
      Behavior<Int>.serve($0, ==) { evaluation in observed.read(in: evaluation) }
    }
    let declared = Behavior<Int>(computedBy: equality, name: "declared", file: #fileID, line: #line)
    let ended = EffectScope()
    ended.cancel()
    let effect = ended.run { Effect(name: "effect") { _ = source.value } }
    let nodes: [ReactiveNode] = [derivation, computed, declared, effect]
    for node in nodes {
      #expect(Runtime.Graph(of: node).description.hasSuffix("\(node.label) (has not run)"))
    }
    #expect(derivation.cause == .never && effect.cause == .never)
    #expect((derivation.value, computed.value, declared.value) == (1, 1, 1))
    for node in nodes.dropLast() {
      #expect(Runtime.Graph(of: node).description.contains("(first run)"))
    }
    effect.run()
    #expect(effect.cause == .never)
  }

  @Test("an effect that has run is never said not to have, however it waits or ends")
  func hasRun() {
    let source = atom(1, name: "source")
    let scope = EffectScope()
    var causes: [RunCause] = []
    scope.run {
      let reading = Effect {
        var inner: AtomObject<Int>? = atom(1)
        _ = (source.value, inner?.value)
        inner = nil
      }
      let idle = Effect {}
      scope.pause()
      source.value = 2
      causes += [reading.cause, idle.cause]
      idle.run()
      causes.append(idle.cause)
      for effect in [reading, idle] {
        effect.cancel()
        causes.append(effect.cause)
      }
    }
    var again: Effect?
    again = Effect {
      again?.run()
      again?.cancel()
    }
    again?.run()
    causes.append(again!.cause)
    again = nil
    #expect(!causes.contains(.never))
    #expect(Runtime.Graph(of: Effect(name: "first") {}).description == "effect first (first run)")
  }

  @Test("law 13: what another thread has made is left out of a runtime's picture")
  func otherThread() {
    let runtime = Runtime()
    let pictures = onThread { () -> [String] in
      withIsolatedRuntime(using: runtime) {
        let number = atom(1, name: "number")
        let effect = Effect(name: "effect") { _ = number.value }
        let elsewhere = onThread { runtime.graph().description }
        defer { withExtendedLifetime(effect) {} }
        return [elsewhere, runtime.graph().description]
      }
    }
    #expect(pictures == ["", "effect effect <- number (first run)\nsource number"])
  }

  @Test("for Graphviz and Mermaid, with arrows from what is read to its readers, and names that cannot break out")
  func languages() {
    let source = atom(1, name: "a \"b\"\n\\#\r\n\u{2028}")
    let label = Effect(name: "label") { _ = source.value }
    let graph = Runtime.Graph(of: label)
    #expect(
      graph.dot == ##"""
        digraph reactive {
          rankdir=LR
          n0 [label="label" shape=hexagon]
          n1 [label="a \"b\"\n\\#\n\n" shape=box]
          n1 -> n0
        }
        """##)
    #expect(
      graph.mermaid == """
        flowchart LR
          n0{{"label"}}
          n1["a #quot;b#quot; \\#35;  "]
          n1 --> n0
        """)
  }
}
