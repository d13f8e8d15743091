/// The floor of the suite "sBench": an array of closures that read fields.
struct SBenchFloor {
  final class Graph {
    var sources: [Field]
    var effects: [() -> Void] = []

    init(sources count: Int) {
      sources = (0..<count).map {
        let field = Field()
        field.value = $0
        return field
      }
    }

    func replaceSources() {
      Self.replace(&sources)
    }

    private static func replace(_ sources: inout [Field]) {
      for index in sources.indices { sources[index] = Field() }
    }

    func add(_ effect: @escaping () -> Void) {
      effects.append(effect)
      effect()
    }

    @inline(never)
    func write(_ value: Int) {
      if sources[0].value == value { return }
      sources[0].value = value
      for effect in effects { effect() }
    }

    func end() {
      sources = []
      effects = []
    }
  }

  /// Effects that each read `width` sources, shared by `fan` effects.
  static func create(_ graph: Graph, count: Int, width: Int, fan: Int) {
    for index in 0..<count {
      let first = index / fan * width
      switch width {
      case 0: graph.add { consume(index) }
      case 1: readOne(graph, graph.sources[first])
      case 2: readTwo(graph, graph.sources[first], graph.sources[first + 1])
      case 4:
        readFour(
          graph, graph.sources[first], graph.sources[first + 1], graph.sources[first + 2], graph.sources[first + 3])
      default: readMany(graph, graph.sources, from: first, count: width)
      }
    }
  }

  private static func readOne(_ graph: Graph, _ first: Field) {
    graph.add { consume(first.value) }
  }

  private static func readTwo(_ graph: Graph, _ first: Field, _ second: Field) {
    graph.add { consume(first.value + second.value) }
  }

  private static func readFour(_ graph: Graph, _ first: Field, _ second: Field, _ third: Field, _ fourth: Field) {
    graph.add { consume(first.value + second.value + third.value + fourth.value) }
  }

  private static func readMany(_ graph: Graph, _ sources: [Field], from offset: Int, count: Int) {
    graph.add {
      var sum = 0
      for index in 0..<count { sum += sources[offset + index].value }
      consume(sum)
    }
  }
}
