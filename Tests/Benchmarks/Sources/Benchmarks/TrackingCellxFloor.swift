final class CellxFloor {
  private let graph: HandOrdered<Int>
  private let expected: Cellx.Expected

  init(_ expected: Cellx.Expected) {
    self.expected = expected
    let graph = HandOrdered(cells: (expected.layers + 1) * 4, 0)
    let cells = graph.cells
    for layer in 0..<expected.layers {
      let below = cells + layer * 4
      let next = below + 4
      graph.append { next[0] = below[1] }
      graph.append { next[1] = below[0] - below[2] }
      graph.append { next[2] = below[1] + below[3] }
      graph.append { next[3] = below[2] }
      for index in 0..<4 { graph.append { consume(next[index]) } }
    }
    self.graph = graph
    write([1, 2, 3, 4])
  }

  func update() {
    check(last, expected.before, in: "floor of cellx, before")
    write([4, 3, 2, 1])
    check(last, expected.after, in: "floor of cellx, after")
  }

  private var last: [Int] { (0..<4).map { graph.cells[expected.layers * 4 + $0] } }

  private func write(_ values: [Int]) {
    for (index, value) in values.enumerated() { graph.cells[index] = value }
    graph.run()
  }
}
