extension Runtime {
  /// The live graph of this runtime: its effects and all of their dependencies.
  ///
  /// ```swift
  /// let runtime = Runtime()
  /// withIsolatedRuntime(using: runtime) {
  ///   let price = atom(3, name: "price")
  ///   let total = derive(name: "total") { price.value * 2 }
  ///   let effect = Effect(name: "label") { _ = total.value }
  ///   price.value = 4
  ///   print(runtime.graph())
  ///   // prints "effect label <- total (total changed)", "derivation total <- price (price changed)", "source price"
  ///   withExtendedLifetime(effect) {}
  /// }
  /// ```
  ///
  /// The shared runtime's graph is empty: a list of its effects would cost more than an effect. Use ``Graph/init(of:)``
  /// with nodes of your choice instead. Call this in the isolation that uses the graph: effects of other isolations,
  /// and of other tasks or threads without an actor, are left out. Cost: proportional to the nodes and links.
  public func graph() -> Graph {
    // No effect may be deallocated inside of the lock.
    let effects = members.withLock { members in members.effects.sorted { $0.key < $1.key } }
    return Graph(roots: effects.compactMap(\.value.effectHere).filter { !$0.isCancelled })
  }

  /// A snapshot of a graph.
  ///
  /// ```swift
  /// let net = OpenBehavior(100, name: "net")
  /// let tax = derive(name: "tax") { net.value * 19 / 100 }
  /// print(tax.value)                  // 19
  /// print(Runtime.Graph(of: tax))
  /// // prints "derivation tax <- net (first run)", "source net"
  /// ```
  public struct Graph: CustomStringConvertible, Sendable {
    enum Kind { case source, derivation, effect }
    struct Node {
      let label: String
      let kind: Kind
      /// Indices in `nodes`, in read order.
      let dependencies: [Int]
      let cause: String
    }
    let nodes: [Node]
  }
}

extension Runtime.Graph {
  /// A snapshot of `nodes` and all of their dependencies. Nodes can be effects of any runtime and behaviors of any
  /// layer.
  ///
  /// A derivation that has not run has no dependencies. Call this in the isolation that uses the graph. Cost:
  /// proportional to the nodes and links.
  public init(of nodes: ReactiveNode...) { self.init(roots: nodes) }

  /// Walks from the roots to their dependencies without recursion. Each node appears once, in the order of discovery.
  init(roots: [ReactiveNode]) {
    var places: [ObjectIdentifier: Int] = [:]
    var found: [ReactiveNode] = []
    func place(of node: ReactiveNode) -> Int {
      let id = ObjectIdentifier(node)
      if let place = places[id] { return place }
      places[id] = found.count
      found.append(node)
      return found.count - 1
    }
    for root in roots { _ = place(of: root) }
    var nodes: [Node] = []
    while nodes.count < found.count {
      let node = found[nodes.count]
      let kind: Kind = node is Reaction ? .effect : node.nodeCause == nil ? .source : .derivation
      var known: Set<Int> = []
      let dependencies = node.dependencies.map(place).filter { known.insert($0).inserted }
      nodes.append(
        Node(
          label: node.label, kind: kind, dependencies: dependencies,
          cause: kind == .source ? "" : RunCause(of: node).description))
    }
    self.nodes = nodes
  }

  /// A line for each node: its kind, its dependencies in read order, and why it ran last.
  public var description: String {
    nodes.map { node in
      let reads = node.dependencies.map { nodes[$0].label }.joined(separator: ", ")
      let cause = node.kind == .source ? "" : " (\(node.cause))"
      return "\(node.kind) \(node.label)" + (reads.isEmpty ? "" : " <- \(reads)") + cause
    }
    .joined(separator: "\n")
  }

  /// The graph for Graphviz; arrows point from dependencies to dependents.
  public var dot: String {
    var lines = ["digraph reactive {", "  rankdir=LR"]
    for (place, node) in nodes.enumerated() {
      let shape =
        switch node.kind {
        case .source: "box"
        case .derivation: "ellipse"
        case .effect: "hexagon"
        }
      lines.append(
        "  n\(place) [label=\"\(Self.escape(node.label, ["\\": "\\\\", "\"": "\\\""], newline: "\\n"))\" shape=\(shape)]"
      )
    }
    lines += arrows { "  n\($0) -> n\($1)" }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The graph for Mermaid, which many Markdown viewers draw; arrows point from dependencies to dependents.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for (place, node) in nodes.enumerated() {
      let label = "\"\(Self.escape(node.label, ["\"": "#quot;", "#": "#35;"], newline: " "))\""
      let shape =
        switch node.kind {
        case .source: "[\(label)]"
        case .derivation: "(\(label))"
        case .effect: "{{\(label)}}"
        }
      lines.append("  n\(place)\(shape)")
    }
    return (lines + arrows { "  n\($0) --> n\($1)" }).joined(separator: "\n")
  }

  private func arrows(_ arrow: (_ from: Int, _ to: Int) -> String) -> [String] {
    nodes.enumerated().flatMap { place, node in node.dependencies.map { arrow($0, place) } }
  }

  private static func escape(_ text: String, _ replacements: [Character: String], newline: String) -> String {
    text.map { $0.isNewline ? newline : replacements[$0] ?? String($0) }.joined()
  }
}
