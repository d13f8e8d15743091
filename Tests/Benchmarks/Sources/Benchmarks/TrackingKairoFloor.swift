import CBenchmarkSupport

/// The floors of the suite "kairo": each returns the body of the case, with the original's assertions.
enum KairoFloor {
  static func avoidablePropagation() -> () -> Void {
    let graph = HandOrdered(cells: 6, 0)
    let cells = graph.cells
    graph.append { cells[1] = cells[0] }
    graph.append {
      consume(cells[1])
      cells[2] = 0
    }
    graph.append {
      busy()
      cells[3] = cells[2] + 1
    }
    graph.append { cells[4] = cells[3] + 2 }
    graph.append { cells[5] = cells[4] + 3 }
    graph.append {
      consume(cells[5])
      busy()
    }
    graph.run()
    func write(_ value: Int) {
      if cells[0] == value { return }
      cells[0] = value
      let second = cells[2]
      graph.run(first: 2)
      if cells[2] != second { graph.run() }
      check(cells[5], 6, in: "floor of avoidablePropagation")
    }
    return {
      write(1)
      for value in 0..<1000 { write(value) }
    }
  }

  static func broadPropagation() -> () -> Void {
    let graph = HandOrdered(cells: 101, 0)
    let cells = graph.cells
    let runs = Tally()
    for index in 0..<50 {
      graph.append { cells[1 + index * 2] = cells[0] + index }
      graph.append { cells[2 + index * 2] = cells[1 + index * 2] + 1 }
      graph.append {
        consume(cells[2 + index * 2])
        runs.add()
      }
    }
    return body(of: graph, runs, values: 50, effects: 50, "floor of broadPropagation") { value in
      check(cells[100], value + 50, in: "floor of broadPropagation")
    }
  }

  static func deepPropagation() -> () -> Void {
    let graph = HandOrdered(cells: 51, 0)
    let cells = graph.cells
    let runs = Tally()
    for index in 0..<50 {
      graph.append { cells[index + 1] = cells[index] + 1 }
    }
    graph.append {
      consume(cells[50])
      runs.add()
    }
    return body(of: graph, runs, values: 50, "floor of deepPropagation") { value in
      check(cells[50], value + 50, in: "floor of deepPropagation")
    }
  }

  static func diamond() -> () -> Void {
    let graph = HandOrdered(cells: 7, 0)
    let cells = graph.cells
    let runs = Tally()
    for index in 1...5 {
      graph.append { cells[index] = cells[0] + 1 }
    }
    let middle = Array(1...5)
    graph.append { cells[6] = middle.map { cells[$0] }.reduce(0, +) }
    graph.append {
      consume(cells[6])
      runs.add()
    }
    return body(of: graph, runs, values: 500, "floor of diamond") { value in
      check(cells[6], (value + 1) * 5, in: "floor of diamond")
    }
  }

  static func repeatedObservers() -> () -> Void {
    let graph = HandOrdered(cells: 2, 0)
    let cells = graph.cells
    let runs = Tally()
    graph.append {
      var sum = 0
      for _ in 0..<30 { sum += read(cells) }
      cells[1] = sum
    }
    graph.append {
      consume(cells[1])
      runs.add()
    }
    return body(of: graph, runs, values: 100, "floor of repeatedObservers") { value in
      check(cells[1], value * 30, in: "floor of repeatedObservers")
    }
  }

  static func triangle() -> () -> Void {
    let graph = HandOrdered(cells: 11, 0)
    let cells = graph.cells
    let runs = Tally()
    for index in 0..<9 {
      graph.append { cells[index + 1] = cells[index] + 1 }
    }
    let list = Array(0..<10)
    graph.append { cells[10] = list.map { cells[$0] }.reduce(0, +) }
    graph.append {
      consume(cells[10])
      runs.add()
    }
    return body(of: graph, runs, values: 100, "floor of triangle") { value in
      check(cells[10], 45 + value * 10, in: "floor of triangle")
    }
  }

  static func unstable() -> () -> Void {
    let graph = HandOrdered(cells: 4, 0)
    let cells = graph.cells
    let runs = Tally()
    let double = { cells[1] = cells[0] * 2 }
    let inverse = { cells[2] = -cells[0] }
    graph.append { cells[0] % 2 != 0 ? double() : inverse() }
    graph.append {
      var sum = 0
      for _ in 0..<20 {
        sum += read(cells) % 2 != 0 ? read(cells + 1) : read(cells + 2)
      }
      cells[3] = sum
    }
    graph.append {
      consume(cells[3])
      runs.add()
    }
    return body(of: graph, runs, values: 100, "floor of unstable") { value in
      check(cells[3], value % 2 != 0 ? value * 40 : value * -20, in: "floor of unstable")
    }
  }

  /// Writes 1, then counts from 0; every value but a duplicate runs everything.
  private static func body(
    of graph: HandOrdered<Int>, _ runs: Tally, values: Int, effects: Int = 1, _ name: StaticString,
    _ checkValue: @escaping (Int) -> Void
  ) -> () -> Void {
    func write(_ value: Int) {
      if graph.cells[0] == value { return }
      graph.cells[0] = value
      graph.run()
      checkValue(value)
    }
    return {
      write(1)
      runs.reset()
      for value in 0..<values { write(value) }
      check(runs.count, values * effects, in: name)
    }
  }
}

/// A read that the compiler must not merge with the previous one.
@inline(__always)
private func read(_ cell: UnsafeMutablePointer<Int>) -> Int {
  benchmark_barrier()
  return cell.pointee
}
