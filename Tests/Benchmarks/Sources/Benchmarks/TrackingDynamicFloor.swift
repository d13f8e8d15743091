/// The floor of the suite "dynamic": for each source the functions that it reaches, layer by layer.
final class DynamicFloor<Number: DynamicNumber> {
  private let configuration: DynamicConfiguration
  private let graph: HandOrdered<Number>
  private var reached: [[() -> Void]] = []
  private let evaluations = Tally()
  private let leaves: [Int]

  init(_ configuration: DynamicConfiguration) {
    self.configuration = configuration
    let width = configuration.width
    graph = HandOrdered(cells: width * configuration.layers, .zero)
    for position in 0..<width { graph.cells[position] = Number(position) }
    let rows = configuration.dynamicRows()
    leaves = configuration.readLeaves().map { (configuration.layers - 1) * width + $0 }
    let needed = configuration.needed(by: leaves)
    var functions: [() -> Void] = []
    for (row, isDynamic) in rows.joined().enumerated().map({ ($0.offset / width, $0.element) }) {
      let position = functions.count % width
      let inputs = configuration.inputs(of: position).map { graph.cells + row * width + $0 }
      let cell = graph.cells + (row + 1) * width + position
      functions.append(isDynamic ? choosing(inputs, cell, evaluations) : adding(inputs, cell, evaluations))
    }
    for function in functions { function() }
    for source in 0..<width {
      reached.append(configuration.reached(from: source).filter(needed.contains).map { functions[$0 - width] })
    }
  }

  func run() {
    evaluations.reset()
    for index in 0..<configuration.iterations {
      let position = index % configuration.width
      graph.cells[position] = Number(index + position)
      for function in reached[position] { function() }
      // Once for the effect, and once like the original.
      addedLeaves().consumed()
      addedLeaves().consumed()
    }
    let sum = leaves.reduce(Number.zero) { graph.cells[$1] + $0 }
    check(sum, configuration.sum(as: Number.self), in: "floor of dynamic, sum")
    check(evaluations.count, configuration.evaluations, in: "floor of dynamic, evaluations")
  }

  @inline(never)
  private func addedLeaves() -> Number {
    leaves.reduce(Number.zero) { $0 + graph.cells[$1] }
  }
}

extension DynamicConfiguration {
  /// The numbers of the nodes that a source reaches, layer by layer, including the sources.
  fileprivate func reached(from source: Int) -> [Int] {
    var all: [Int] = []
    var row: Set = [source]
    for layer in 1..<layers {
      row = Set((0..<width).filter { inputs(of: $0).contains { row.contains($0) } })
      all += row.sorted().map { layer * width + $0 }
    }
    return all
  }

  /// The numbers of the nodes required by the leaves.
  fileprivate func needed(by leaves: [Int]) -> Set<Int> {
    var all = Set(leaves)
    for layer in (1..<layers).reversed() {
      for position in 0..<width where all.contains(layer * width + position) {
        all.formUnion(inputs(of: position).map { (layer - 1) * width + $0 })
      }
    }
    return all
  }
}

private func adding<Number: DynamicNumber>(
  _ inputs: [UnsafeMutablePointer<Number>], _ cell: UnsafeMutablePointer<Number>, _ evaluations: Tally
) -> () -> Void {
  {
    evaluations.add()
    var sum = Number.zero
    for input in inputs { sum += input.pointee }
    cell.pointee = sum
  }
}

private func choosing<Number: DynamicNumber>(
  _ inputs: [UnsafeMutablePointer<Number>], _ cell: UnsafeMutablePointer<Number>, _ evaluations: Tally
) -> () -> Void {
  {
    evaluations.add()
    var sum = inputs[0].pointee
    let first = sum.whole
    let skipped = first % (inputs.count - 1)
    for index in 0..<(inputs.count - 1) where first.isMultiple(of: 2) || index != skipped {
      sum += inputs[index + 1].pointee
    }
    cell.pointee = sum
  }
}
