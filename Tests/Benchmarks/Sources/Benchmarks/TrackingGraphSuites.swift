import ReactiveTracking

extension Suite {
  /// One batch that changes every node of a graph with four nodes and four effects per layer.
  static var trackingCellx: Suite {
    Suite(
      name: "Tracking: cellx",
      cases: Cellx.Expected.all.map { expected in
        Case(
          name: "\(fixed(Double(expected.layers), 0)) layers",
          unit: "ns/function run",
          contenders: [
            .floor(per: expected.layers * 8) {
              var graph: CellxFloor?
              return Work(
                fixedCount: 1,
                prepare: { graph = CellxFloor(expected) },
                run: { _ in graph?.update() },
                deliveries: 0)
            },
            .ours("Tracking", per: expected.layers * 8) {
              var graph: Cellx?
              return Work(
                fixedCount: 1,
                prepare: { graph = Cellx(expected) },
                run: { _ in graph?.update() },
                deliveries: 0,
                finish: { graph?.cancel() })
            },
          ])
      })
  }

  /// Layers of nodes, some of which choose their inputs anew at each run.
  static var trackingDynamic: Suite {
    Suite(
      name: "Tracking: dynamic",
      cases: DynamicConfiguration.all.map { configuration in
        configuration.holdsDoubles ? dynamic(configuration, Double.self) : dynamic(configuration, Int.self)
      })
  }

  private static func dynamic<Number: DynamicNumber>(
    _ configuration: DynamicConfiguration, _: Number.Type
  ) -> Case {
    Case(
      name: configuration.name,
      unit: "ns/evaluation",
      contenders: [
        .floor(per: configuration.evaluations) {
          let graph = DynamicFloor<Number>(configuration)
          return Work(fixedCount: 1, run: { _ in graph.run() }, deliveries: 0)
        },
        .ours("Tracking", per: configuration.evaluations) {
          WorkloadRandom.checkNumbers()
          let graph = DynamicGraph<Number>(configuration)
          return Work(fixedCount: 1, run: { _ in graph.run() }, deliveries: 0)
        },
      ])
  }

  /// Graphs so deep that a recursive walk would overflow the stack, and a naive one would take exponential time.
  static var trackingDepth: Suite {
    Suite(
      name: "Tracking: deep graphs",
      cases: [100, 1000, 10_000].map(ladder) + chain)
  }

  private static func ladder(_ depth: Int) -> Case {
    let nodes = depth * 6 + 1
    return Case(
      name: "ladder of diamonds 5 wide, \(fixed(Double(depth), 0)) deep",
      unit: "ns/node",
      contenders: [
        .floor(per: nodes) {
          let ladder = LadderFloor(depth: depth)
          return Work(deliveries: 0) { values in
            for value in values { ladder.write(value) }
          }
        },
        .ours("Tracking", per: nodes) {
          let ladder = Ladder(depth: depth)
          return Work(deliveries: 0) { values in
            for value in values { ladder.write(value) }
          }
        },
      ])
  }

  private static var chain: [Case] {
    let length = 1_000_000
    return [
      Case(
        name: "chain of 1,000,000, update",
        unit: "ns/node",
        contenders: [
          .floor(per: length) {
            let chain = ChainFloor(length)
            return Work(deliveries: 0) { values in
              for value in values { chain.write(value) }
            }
          },
          .ours("Tracking", per: length) {
            let chain = LongChain(length)
            return Work(deliveries: 0) { values in
              for value in values { chain.write(value) }
            }
          },
        ]),
      Case(
        name: "chain of 1,000,000, release",
        unit: "ns/node",
        contenders: [
          .floor(per: length) {
            var chain: ChainFloor?
            return Work(
              fixedCount: 1,
              prepare: { chain = ChainFloor(length) },
              run: { _ in chain?.release() },
              deliveries: 0)
          },
          .ours("Tracking", per: length) {
            var chain: LongChain?
            return Work(
              fixedCount: 1,
              prepare: { chain = LongChain(length) },
              run: { _ in chain?.release() },
              deliveries: 0)
          },
        ]),
    ]
  }
}

/// The floor of the ladder: its functions, rung by rung.
private final class LadderFloor {
  private let graph: HandOrdered<Int>

  init(depth: Int) {
    let graph = HandOrdered(cells: depth * 6 + 1, 0)
    for rung in 0..<depth {
      let cells = graph.cells + rung * 6
      for index in 0..<5 {
        graph.append { cells[index + 1] = cells[0] &+ index }
      }
      graph.append { cells[6] = cells[1] &+ cells[2] &+ cells[3] &+ cells[4] &+ cells[5] }
    }
    let top = graph.cells + depth * 6
    graph.append { consume(top.pointee) }
    self.graph = graph
  }

  func write(_ value: Int) {
    graph.cells[0] = value
    graph.run()
  }
}

/// The floor of the chain: an array of functions, one per node.
private final class ChainFloor {
  private var graph: HandOrdered<Int>
  private let length: Int

  init(_ length: Int) {
    self.length = length
    let graph = HandOrdered(cells: length + 1, 0)
    for index in 0..<length {
      let cell = graph.cells + index
      graph.append { cell[1] = cell[0] &+ 1 }
    }
    self.graph = graph
  }

  func release() {
    graph = HandOrdered(cells: 1, 0)
  }

  func write(_ value: Int) {
    graph.cells[0] = value
    graph.run()
    check(graph.cells[length], value + length, in: "floor of the chain")
  }
}
