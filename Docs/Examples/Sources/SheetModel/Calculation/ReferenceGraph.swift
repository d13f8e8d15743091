/// Which formula refers to which: the order in which to calculate them, and the circular ones.
///
/// It is static: made of what formulas say, not of what they read when they are calculated. So `=IF(TRUE,1,A1)` in A1 is
/// circular, though that branch is never taken. Most spreadsheets have it so, and a cell does not become circular all of a
/// sudden because a number somewhere else has changed.
struct ReferenceGraph {
  /// All formulas, each one after those that it refers to. Where that is impossible, they are circular.
  private(set) var order: [CellAddress] = []
  /// The formulas that are on a cycle, each with the first cell of that cycle (or of those that hang together).
  private(set) var cycles: [CellAddress: CellAddress] = [:]

  private let formulas: [CellAddress]
  /// Those that a formula refers to, by their places in `formulas`; in one array, as there may be millions.
  private var targets: [Int] = []
  private var firstTarget: [Int] = [0]

  /// - Parameter references: what each formula refers to. It is no matter whether there are formulas, too.
  init(_ references: [CellAddress: [CellRange]]) {
    formulas = references.keys.sorted()
    let columns = Columns(formulas)
    for formula in formulas {
      for range in references[formula] ?? [] { columns.forEachFormula(in: range) { targets.append($0) } }
      firstTarget.append(targets.count)
    }
    search()
  }

  /// The shortest way from a circular cell back to itself, with the cell at both ends; empty for others.
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

  /// Finds what hangs together in circles (Tarjan, 1972), with a stack of its own: a column that adds up row by row is
  /// a path as long as the sheet. What it comes back from is in calculation order.
  private mutating func search() {
    var number = [Int](repeating: 0, count: formulas.count)  // 0: not seen yet
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

  /// Takes those that hang together with `root` off the stack of open ones.
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

/// The formulas by column, so that a range costs as many steps as there are formulas in it, and not as it has cells.
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
  /// The first index whose element meets `condition`, in an array where all that follow meet it, too.
  fileprivate func partitionPoint(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
