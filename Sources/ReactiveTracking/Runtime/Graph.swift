extension Runtime {
  /// The graph that is alive in this runtime: its effects, and everything that they depend on, near or far.
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
  /// The shared runtime keeps no list of its effects, since making one would cost more than the effect: its picture is
  /// empty. ``Graph/init(of:)`` begins at the nodes that you name. Call it in the isolation that uses the graph: effects of
  /// another one are left out, and so are those that another task or thread of no actor has made. Cost: in proportion to
  /// the nodes and links.
  public func graph() -> Graph {
    // Nothing may end inside of the lock.
    let effects = members.withLock { members in members.effects.sorted { $0.key < $1.key } }
    return Graph(roots: effects.compactMap(\.value.effectHere).filter { !$0.isCancelled })
  }

  /// A picture of a graph, taken when it was made.
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
      /// Its dependencies, in read order, by their places in `nodes`.
      let dependencies: [Int]
      let cause: String
    }
    let nodes: [Node]
  }
}

extension Runtime.Graph {
  /// A picture of `nodes`, which may be effects of any runtime and behaviors of any layer, and of everything that they
  /// depend on, near or far.
  ///
  /// What has not been computed yet depends on nothing. Call it in the isolation that uses the graph. Cost: in proportion
  /// to the nodes and links.
  public init(of nodes: ReactiveNode...) { self.init(roots: nodes) }

  /// Walks from the effects to what they depend on, without recursion: each node once, in the order in which it is
  /// reached.
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
      var dependencies: [Int] = []
      for dependency in node.dependencies.map(place) where !dependencies.contains(dependency) {
        dependencies.append(dependency)
      }
      nodes.append(
        Node(
          label: node.label, kind: kind, dependencies: dependencies,
          cause: kind == .source ? "" : RunCause(of: node).description))
    }
    self.nodes = nodes
  }

  /// A line for each node: what it is, what it reads in read order, and why it ran last.
  public var text: String {
    nodes.map { node in
      let reads = node.dependencies.map { nodes[$0].label }.joined(separator: ", ")
      let cause = node.kind == .source ? "" : " (\(node.cause))"
      return "\(node.kind) \(node.label)" + (reads.isEmpty ? "" : " <- \(reads)") + cause
    }
    .joined(separator: "\n")
  }

  /// The same as ``text``.
  public var description: String { text }

  /// For Graphviz: arrows point from what is read to what reads it.
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
        "  n\(place) [label=\"\(Self.escape(node.label, ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]))\" shape=\(shape)]")
    }
    lines += arrows { "  n\($0) -> n\($1)" }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// For Mermaid, which many places that show Markdown draw: arrows point from what is read to what reads it.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for (place, node) in nodes.enumerated() {
      let label = "\"\(Self.escape(node.label, ["\"": "#quot;", "#": "#35;", "\n": " "]))\""
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

  private static func escape(_ text: String, _ replacements: [Character: String]) -> String {
    text.map { replacements[$0] ?? String($0) }.joined()
  }
}
