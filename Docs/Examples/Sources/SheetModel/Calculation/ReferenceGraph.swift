/// The references between formulas: their calculation order, and their cycles.
///
/// The graph is static, built from all references of a formula, not only those read. Thus `=IF(TRUE,1,A1)` in A1 is
/// circular although that branch is never taken, as in most spreadsheets; a changed number elsewhere cannot make a cell
/// circular.
struct ReferenceGraph {
  /// All formulas, each after its references, except in cycles.
  private(set) var order: [CellAddress] = []
  /// The formulas on a cycle, each with the first cell of that cycle (or of connected cycles).
  private(set) var cycles: [CellAddress: CellAddress] = [:]

  private let formulas: [CellAddress]
  /// Indices into `formulas`; a single array, because there may be millions.
  private var targets: [Int] = []
  private var firstTarget: [Int] = [0]

  /// - Parameter references: of each formula, to formulas or other cells.
  init(_ references: [CellAddress: [CellRange]]) {
    formulas = references.keys.sorted()
    let columns = Columns(formulas)
    for formula in formulas {
      for range in references[formula] ?? [] { columns.forEachFormula(in: range) { targets.append($0) } }
      firstTarget.append(targets.count)
    }
    search()
  }

  /// The shortest path from a circular cell to itself, including it at both ends; empty for others.
  func cycle(through cell: CellAddress) -> [CellAddress] {
    guard cycles[cell] != nil, let start = formulas.firstIndex(of: cell) else { return [] }
    var reachedFrom: [Int: Int] = [:]
    var queue = [start]
    var position = 0
    while position < queue.count, reachedFrom[start] == nil {
      let index = queue[position]
      position += 1
      for target in targets(of: index) where reachedFrom[target] == nil {
        reachedFrom[target] = index
        queue.append(target)
      }
    }
    var way = [cell]
    var index = reachedFrom[start]
    while let step = index, step != start {
      way.append(formulas[step])
      index = reachedFrom[step]
    }
    return (way + [cell]).reversed()
  }

  private func targets(of index: Int) -> ArraySlice<Int> {
    targets[firstTarget[index]..<firstTarget[index + 1]]
  }

  /// Finds connected cycles (Tarjan, 1972) with an explicit stack: a column of running sums is a path as long as the
  /// sheet. Formulas finish in calculation order.
  private mutating func search() {
    var number = [Int](repeating: 0, count: formulas.count)  // 0: not visited yet
    var lowest = number
    var isOpen = [Bool](repeating: false, count: formulas.count)
    var open: [Int] = []
    var path: [(index: Int, nextTarget: Int)] = []
    var counter = 0

    for root in formulas.indices where number[root] == 0 {
      path.append((root, firstTarget[root]))
      while let (index, nextTarget) = path.last {
        if nextTarget == firstTarget[index], number[index] == 0 {
          counter += 1
          (number[index], lowest[index], isOpen[index]) = (counter, counter, true)
          open.append(index)
        }
        guard nextTarget < firstTarget[index + 1] else {
          path.removeLast()
          if let parent = path.last?.index { lowest[parent] = min(lowest[parent], lowest[index]) }
          if lowest[index] == number[index] { close(index, &open, &isOpen) }
          continue
        }
        path[path.count - 1].nextTarget += 1
        let target = targets[nextTarget]
        if number[target] == 0 {
          path.append((target, firstTarget[target]))
        } else if isOpen[target] {
          lowest[index] = min(lowest[index], number[target])
        }
      }
    }
  }

  /// Pops the members of the cycle with `root` off the open stack.
  private mutating func close(_ root: Int, _ open: inout [Int], _ isOpen: inout [Bool]) {
    var members: [Int] = []
    repeat {
      members.append(open.removeLast())
      isOpen[members[members.count - 1]] = false
    } while members.last != root
    order += members.map { formulas[$0] }
    if members.count > 1 || targets(of: root).contains(root) {
      let first = formulas[members.min() ?? root]
      for member in members { cycles[formulas[member]] = first }
    }
  }
}

/// The formulas by column, so that a range costs its number of formulas, not of cells.
private struct Columns {
  private var rows: [Int: [Int]] = [:]
  private var places: [Int: [Int]] = [:]

  /// - Parameter formulas: sorted.
  init(_ formulas: [CellAddress]) {
    for (place, formula) in formulas.enumerated() {
      rows[formula.column, default: []].append(formula.row)
      places[formula.column, default: []].append(place)
    }
  }

  func forEachFormula(in range: CellRange, _ body: (Int) -> Void) {
    for column in range.columns {
      guard let rows = rows[column], let places = places[column] else { continue }
      var position = rows.partitionPoint { $0 >= range.rows.lowerBound }
      while position < rows.count, rows[position] <= range.rows.upperBound {
        body(places[position])
        position += 1
      }
    }
  }
}

extension [Int] {
  /// The first index whose element meets `condition`; all later elements must meet it, too.
  fileprivate func partitionPoint(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
