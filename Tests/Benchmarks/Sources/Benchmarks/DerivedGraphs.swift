import OpenCombine
import ReactiveDerived

/// Stacked diamonds, five wide, with one observer at the top: a naive graph would run the last join 5^depth times.
final class DerivedLadder {
  private let source = StoredProperty(0)
  private let top: Behavior<Int>
  private let runs = Tally()
  private let depth: Int

  init(depth: Int) {
    self.depth = depth
    let cell = Checksum.cell
    var below: Behavior<Int> = source
    for _ in 0..<depth {
      let rung = (0..<5).map { [below, runs] index in
        DerivedProperty(below) { value in
          runs.add()
          return value &+ index
        }
      }
      below = DerivedProperty(rung[0], rung[1], rung[2], rung[3], rung[4]) { [runs] a, b, c, d, e in
        runs.add()
        return (a &+ b &+ c &+ d &+ e) / 5 &- 2
      }
      // Reads layer by layer, so that building a deep ladder does not nest its functions.
      consume(below.value)
    }
    top = below
    top.sink { cell.pointee &+= $0 }
  }

  /// After each write, each node must have run once.
  func write(_ values: Range<Int>) {
    runs.reset()
    for value in values { source.value = value }
    check(runs.count, values.count * depth * 6, in: "ladder")
  }
}

/// The floor of the ladder: its functions, rung by rung.
final class DerivedLadderFloor {
  private let graph: HandOrdered<Int>
  private let runs = Tally()
  private let depth: Int

  init(depth: Int) {
    self.depth = depth
    let cell = Checksum.cell
    graph = HandOrdered(cells: depth * 6 + 1, 0)
    for rung in 0..<depth {
      let cells = graph.cells + rung * 6
      for index in 0..<5 {
        graph.append { [runs] in
          runs.add()
          cells[index + 1] = cells[0] &+ index
        }
      }
      graph.append { [runs] in
        runs.add()
        cells[6] = (cells[1] &+ cells[2] &+ cells[3] &+ cells[4] &+ cells[5]) / 5 &- 2
      }
    }
    let top = graph.cells + depth * 6
    graph.append { cell.pointee &+= top.pointee }
  }

  func write(_ values: Range<Int>) {
    runs.reset()
    for value in values {
      graph.cells[0] = value
      graph.run()
    }
    check(runs.count, values.count * depth * 6, in: "floor of the ladder")
  }
}

/// The ladder of subjects, with a sink on each input of a join, which runs once per path to it.
final class CombineLadder {
  private typealias Node = CurrentValueSubject<Int, Never>

  private let source = Node(0)
  private let top: Node
  private let tokens: [AnyCancellable]
  private let joins = Tally()
  private let joinsPerWrite: Int

  init(depth: Int) {
    var tokens: [AnyCancellable] = []
    var below = source
    var paths = 1
    var joinsPerWrite = 0
    for _ in 0..<depth {
      let rung = (0..<5).map { [below] index in
        let node = Node(below.value &+ index)
        tokens.append(below.dropFirst().map { $0 &+ index }.sink { node.value = $0 })
        return node
      }
      let join = Node(below.value)
      let (a, b, c, d, e) = (rung[0], rung[1], rung[2], rung[3], rung[4])
      for node in rung {
        let token = node.dropFirst().sink { [joins] _ in
          joins.add()
          join.value = (a.value &+ b.value &+ c.value &+ d.value &+ e.value) / 5 &- 2
        }
        tokens.append(token)
      }
      below = join
      paths *= 5
      joinsPerWrite += paths
    }
    top = below
    self.joinsPerWrite = joinsPerWrite
    tokens.append(below.dropFirst().sink { consume($0) })
    self.tokens = tokens
  }

  func write(_ values: Range<Int>) {
    joins.reset()
    for value in values {
      source.value = value
      check(top.value, value, in: "ladder of subjects")
    }
    check(joins.count, values.count * joinsPerWrite, in: "ladder of subjects, joins")
  }
}

/// Properties that each add one to the previous one.
final class DerivedChain {
  private let source = StoredProperty(0)
  private let top: Behavior<Int>
  private let runs = Tally()
  private let length: Int

  init(_ length: Int) {
    self.length = length
    let cell = Checksum.cell
    var below: Behavior<Int> = source
    for _ in 0..<length {
      below = DerivedProperty(below) { [runs] value in
        runs.add()
        return value &+ 1
      }
      consume(below.value)
    }
    top = below
    top.sink { cell.pointee &+= $0 &- length }
  }

  func write(_ values: Range<Int>) {
    runs.reset()
    for value in values { source.value = value }
    check(runs.count, values.count * length, in: "long chain")
  }
}

/// The floor of the chain: one function per node, in an array.
final class DerivedChainFloor {
  private let graph: HandOrdered<Int>
  private let runs = Tally()
  private let length: Int

  init(_ length: Int) {
    self.length = length
    let cell = Checksum.cell
    graph = HandOrdered(cells: length + 1, 0)
    for index in 0..<length {
      let node = graph.cells + index
      graph.append { [runs] in
        runs.add()
        node[1] = node[0] &+ 1
      }
    }
    let top = graph.cells + length
    graph.append { cell.pointee &+= top.pointee &- length }
  }

  func write(_ values: Range<Int>) {
    runs.reset()
    for value in values {
      graph.cells[0] = value
      graph.run()
    }
    check(runs.count, values.count * length, in: "floor of the long chain")
  }
}
