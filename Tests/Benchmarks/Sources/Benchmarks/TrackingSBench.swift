import ReactiveTracking

/// A case of the suite "sBench": making and reading the sources is not timed; the rest is one timed run.
struct SBench {
  /// The graph of a run, whose time includes ending the effects and releasing the sources.
  final class Graph {
    var sources: [AtomObject<Int>]
    let scope = EffectScope()

    init(sources count: Int) {
      sources = (0..<count).map { atom($0) }
      scope.run {
        for source in sources {
          consume(source.value)
          consume(source.value)
          consume(source.value)
        }
      }
    }

    func end() {
      sources = []
      scope.cancel()
    }
  }

  let name: String

  /// The number of nodes created or values written.
  let count: Int

  let sources: Int

  /// Runs inside the graph's scope.
  let build: (_ sources: inout [AtomObject<Int>], _ count: Int) -> Void

  var update: (_ source: AtomObject<Int>, _ count: Int) -> Void = { _, _ in }

  func prepared() -> Graph {
    Graph(sources: sources)
  }

  /// The timed part.
  func run(_ graph: Graph) {
    graph.scope.run { build(&graph.sources, count) }
    if let source = graph.sources.first { update(source, count) }
    graph.end()
  }
}

extension SBench {
  static var creating: [SBench] {
    [
      SBench(name: "createSignals", count: 100_000, sources: 100_000) { sources, count in
        for index in 0..<count { sources[index] = atom(index) }
      },
      SBench(name: "create0to1", count: 100_000, sources: 0) { _, count in
        for index in 0..<count { _ = Effect { consume(index) } }
      },
      SBench(name: "create1to1", count: 100_000, sources: 100_000) { sources, count in
        for index in 0..<count { readOne(sources[index]) }
      },
      SBench(name: "create2to1", count: 50_000, sources: 100_000) { sources, count in
        for index in 0..<count { readTwo(sources[index * 2], sources[index * 2 + 1]) }
      },
      SBench(name: "create4to1", count: 25_000, sources: 100_000) { sources, count in
        for index in 0..<count {
          readFour(
            sources[index * 4], sources[index * 4 + 1],
            sources[index * 4 + 2], sources[index * 4 + 3])
        }
      },
      SBench(name: "create1000to1", count: 100, sources: 100_000) { sources, count in
        for index in 0..<count { readThousand(sources, from: index * 1000) }
      },
      creatingFan(2), creatingFan(4), creatingFan(8), creatingFan(1000),
    ]
  }

  static var updating: [SBench] {
    [
      updating("update1to1", 400_000, sources: 1) { readOne($0[0]) },
      updating("update2to1", 200_000, sources: 2) { readTwo($0[0], $0[1]) },
      updating("update4to1", 100_000, sources: 4) { readFour($0[0], $0[1], $0[2], $0[3]) },
      updating("update1000to1", 400, sources: 1000) { readThousand($0, from: 0) },
      updating("update1to2", 100_000, sources: 1) { sources in for _ in 0..<2 { readOne(sources[0]) } },
      updating("update1to4", 100_000, sources: 1) { sources in for _ in 0..<4 { readOne(sources[0]) } },
      updating("update1to1000", 10_000, sources: 1) { sources in for _ in 0..<1000 { readOne(sources[0]) } },
    ]
  }

  private static func creatingFan(_ width: Int) -> SBench {
    SBench(name: "create1to\(width)", count: 100_000, sources: 100_000 / width) { sources, count in
      for index in 0..<(count / width) {
        for _ in 0..<width { readOne(sources[index]) }
      }
    }
  }

  private static func updating(
    _ name: String, _ count: Int, sources: Int, _ build: @escaping ([AtomObject<Int>]) -> Void
  ) -> SBench {
    SBench(name: name, count: count, sources: sources) { sources, _ in
      build(sources)
    } update: { source, count in
      for value in 0..<count { batch { source.value = value } }
    }
  }

  private static func readOne(_ first: AtomObject<Int>) {
    _ = Effect { consume(first.value) }
  }

  private static func readTwo(_ first: AtomObject<Int>, _ second: AtomObject<Int>) {
    _ = Effect { consume(first.value + second.value) }
  }

  private static func readFour(
    _ first: AtomObject<Int>, _ second: AtomObject<Int>, _ third: AtomObject<Int>, _ fourth: AtomObject<Int>
  ) {
    _ = Effect { consume(first.value + second.value + third.value + fourth.value) }
  }

  private static func readThousand(_ sources: [AtomObject<Int>], from offset: Int) {
    _ = Effect {
      var sum = 0
      for index in 0..<1000 { sum += sources[offset + index].value }
      consume(sum)
    }
  }
}
