import ReactiveTracking

/// The values of the suite "dynamic": integers where they are exact, doubles where they reach 1e241.
protocol DynamicNumber: AdditiveArithmetic, SendableMetatype {
  init(_ value: Int)

  /// Values of dynamic nodes are whole and never negative.
  var whole: Int { get }

  func consumed()
}

extension Int: DynamicNumber {
  var whole: Int { self }

  func consumed() {
    consume(self)
  }
}

extension Double: DynamicNumber {
  var whole: Int { Int(self) }

  func consumed() {
    consume(self)
  }
}

/// One configuration of the suite "dynamic", with its expected results.
struct DynamicConfiguration {
  let name: String
  let width: Int
  let layers: Int
  let staticFraction: Double
  let inputs: Int
  let readFraction: Double
  let iterations: Int

  /// The sum of the leaves after a run.
  let sum: Double

  /// Evaluations per run, from the second one on; and in the first, whose first write changes nothing.
  let evaluations: Int
  let firstEvaluations: Int

  /// The number of nodes that choose their inputs anew at each run, and the sum of their numbers.
  let dynamicNodes: Int
  let dynamicNumbers: Int

  /// The nodes read in the last layer. Nil: all.
  var leaves: [Int]?

  var holdsDoubles: Bool { sum > 1e100 }

  func sum<Number: DynamicNumber>(as _: Number.Type) -> Number {
    if let sum = sum as? Number { sum } else { Number(Int(sum)) }
  }
}

extension DynamicConfiguration {
  static let all = [
    DynamicConfiguration(
      name: "2-10x5 - lazy80%", width: 10, layers: 5, staticFraction: 1, inputs: 2, readFraction: 0.2,
      iterations: 600_000, sum: 19_199_968, evaluations: 3_480_000, firstEvaluations: 3_480_000,
      dynamicNodes: 0, dynamicNumbers: 0, leaves: [1, 4]),
    DynamicConfiguration(
      name: "6-10x10 - dyn25% - lazy80%", width: 10, layers: 10, staticFraction: 0.75, inputs: 6, readFraction: 0.2,
      iterations: 15_000, sum: 302_310_782_860, evaluations: 1_155_000, firstEvaluations: 1_154_923,
      dynamicNodes: 20, dynamicNumbers: 805, leaves: [1, 4]),
    DynamicConfiguration(
      name: "4-1000x12 - dyn5%", width: 1000, layers: 12, staticFraction: 0.95, inputs: 4, readFraction: 1,
      iterations: 7000, sum: 29_355_933_696_000, evaluations: 1_463_000, firstEvaluations: 1_462_791,
      dynamicNodes: 595, dynamicNumbers: 3_391_389),
    DynamicConfiguration(
      name: "25-1000x5", width: 1000, layers: 5, staticFraction: 1, inputs: 25, readFraction: 1,
      iterations: 3000, sum: 1_171_484_375_000, evaluations: 732_000, firstEvaluations: 731_756,
      dynamicNodes: 0, dynamicNumbers: 0),
    DynamicConfiguration(
      name: "3-5x500", width: 5, layers: 500, staticFraction: 1, inputs: 3, readFraction: 1,
      iterations: 500, sum: 3.0239642676898464e241, evaluations: 1_246_500, firstEvaluations: 1_244_007,
      dynamicNodes: 0, dynamicNumbers: 0),
    DynamicConfiguration(
      name: "6-100x15 - dyn50%", width: 100, layers: 15, staticFraction: 0.5, inputs: 6, readFraction: 1,
      iterations: 2000, sum: 15_664_996_402_790_400, evaluations: 1_078_000, firstEvaluations: 1_077_273,
      dynamicNodes: 666, dynamicNumbers: 466_856),
  ]

  /// Per layer after the sources: which of its nodes choose their inputs anew at each run.
  func dynamicRows() -> [[Bool]] {
    var random = WorkloadRandom()
    let rows = (1..<layers).map { _ in
      (0..<width).map { _ in random.next() >= staticFraction }
    }
    let numbers = rows.joined().enumerated().filter { $0.element }.map { $0.offset }
    check(numbers.count, dynamicNodes, in: "dynamic, nodes")
    check(numbers.reduce(0, +), dynamicNumbers, in: "dynamic, sum of the nodes' numbers")
    return rows
  }

  /// The positions of a node's inputs in the previous row.
  func inputs(of position: Int) -> [Int] {
    (0..<inputs).map { (position + $0) % width }
  }

  /// The positions read in the last layer.
  func readLeaves() -> [Int] {
    var positions = Array(0..<width)
    var random = WorkloadRandom()
    for _ in 0..<Int((Double(width) * (1 - readFraction)).rounded()) {
      positions.remove(at: Int(random.next() * Double(positions.count)))
    }
    check(positions, leaves ?? Array(0..<width), in: "dynamic, leaves")
    return positions
  }
}

final class DynamicGraph<Number: DynamicNumber> {
  private let configuration: DynamicConfiguration
  private let sources: [AtomObject<Number>]
  private let leaves: [Behavior<Number>]
  private let evaluations = Tally()
  private let scope = EffectScope()
  private var isFirstRun = true

  init(_ configuration: DynamicConfiguration) {
    self.configuration = configuration
    let sources = (0..<configuration.width).map { atom(Number($0)) }
    self.sources = sources
    leaves = scope.run { [evaluations] in
      var row: [Behavior<Number>] = sources
      for dynamic in configuration.dynamicRows() {
        row = dynamic.indices.map { position in
          let inputs = configuration.inputs(of: position).map { row[$0] }
          return dynamic[position] ? choosing(inputs, evaluations) : adding(inputs, evaluations)
        }
      }
      let leaves = configuration.readLeaves().map { row[$0] }
      _ = Effect {
        added(leaves).consumed()
      }
      return leaves
    }
  }

  func run() {
    evaluations.reset()
    for index in 0..<configuration.iterations {
      let position = index % sources.count
      batch { sources[position].value = Number(index + position) }
      added(leaves).consumed()
    }
    let sum = leaves.reduce(Number.zero) { $1.value + $0 }
    check(sum, configuration.sum(as: Number.self), in: "dynamic, sum")
    let expected = isFirstRun ? configuration.firstEvaluations : configuration.evaluations
    check(evaluations.count, expected, in: "dynamic, evaluations")
    isFirstRun = false
  }

  func cancel() {
    scope.cancel()
  }
}

private func adding<Number: DynamicNumber>(_ inputs: [Behavior<Number>], _ evaluations: Tally) -> Behavior<Number> {
  derive {
    evaluations.add()
    return added(inputs)
  }
}

@inline(__always)
private func added<Number: DynamicNumber>(_ behaviors: [Behavior<Number>]) -> Number {
  var sum = Number.zero
  for behavior in behaviors { sum += behavior.value }
  return sum
}

/// The first input decides which other is left out, if any.
private func choosing<Number: DynamicNumber>(_ inputs: [Behavior<Number>], _ evaluations: Tally) -> Behavior<Number> {
  derive {
    evaluations.add()
    var sum = inputs[0].value
    let first = sum.whole
    let skipped = first % (inputs.count - 1)
    for index in 0..<(inputs.count - 1) where first.isMultiple(of: 2) || index != skipped {
      sum += inputs[index + 1].value
    }
    return sum
  }
}
