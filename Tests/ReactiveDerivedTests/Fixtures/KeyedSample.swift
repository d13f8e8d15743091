import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

enum KeyedKind: String, CaseIterable, Codable {
  case rows, row, filtered, rowOfFiltered, mapped, sorted, window, reduced, summed, least
  case counted, group, rowsOfGroup, groupSums, groupSum, joined, selected, mappedRows
}

/// A sample of one kind, as a number: that of row 1, initially 0. The other rows stay 0.
struct KeyedSample {
  struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }
  let rows: OpenKeyed<Row>
  let behavior: Behavior<Int>
  let calls = Box(0)

  init(_ kind: KeyedKind, of rows: OpenKeyed<Row> = OpenKeyed((1...5).map { Row(id: $0) })) {
    self.rows = rows
    let calls = calls
    func count<Value>(_ value: Value) -> Value {
      calls.value += 1
      return value
    }
    func sum(_ rows: [Row]) -> Int { rows.reduce(0) { $0 + $1.number } }
    switch kind {
    case .rows: behavior = rows.array.map(sum)
    case .row: behavior = rows[1].map { $0?.number ?? 0 }
    case .filtered: behavior = rows.filter { count($0.number > 0) }.array.map(sum)
    case .rowOfFiltered: behavior = rows.filter { count($0.number > 0) }[1].map { $0?.number ?? 0 }
    case .mapped: behavior = rows.map { count($0.number) }.array.map { $0.reduce(0, +) }
    case .sorted: behavior = rows.sorted { count($0.number > $1.number) }.array.map { $0.first?.number ?? 0 }
    case .window: behavior = rows.sorted { count($0.number > $1.number) }.window(0..<2).array.map(sum)
    case .reduced:
      behavior = rows.reduce(0) {
        count($0 + $1.number)
      } removing: {
        $0 - $1.number
      }
    case .summed: behavior = rows.sum { count($0.number) }
    case .least: behavior = rows.max { count($0.number < $1.number) }.map { $0?.number ?? 0 }
    case .counted:
      let positive = rows.filter { count($0.number > 0) }
      // One row at most, so another count is a mixture of two states.
      behavior = positive.count.combine(positive[1]).map { $0 * ($1?.number ?? 0) }
    case .group: behavior = rows.grouped { count($0.number > 0) }.group(true).array.map(sum)
    case .rowsOfGroup: behavior = rows.grouped { count($0.id % 2) }[1].map { $0.map(sum) ?? 0 }
    case .groupSums:
      behavior = rows.grouped { count($0.number % 3) }.sum { count($0.number) }.array.map { $0.reduce(0, +) }
    case .groupSum: behavior = rows.grouped { count($0.id % 2) }.sum { count($0.number) }[1].map { $0 ?? 0 }
    case .joined:
      behavior = rows.joined(with: rows.filter { $0.number > 0 }) { count($0.id) }.array.map {
        $0.reduce(0) { $0 + ($1.right?.number ?? 0) }
      }
    case .selected:
      let isChosen = rows[1].map { count($0?.number ?? 0) }.selector()
      behavior = derive { (0..<32).first { isChosen[$0].value } ?? 0 }
    case .mappedRows: behavior = rows.mapRows { count($0.number) }.array.map { $0.reduce(0, +) }
    }
  }

  func write(_ number: Int) { rows.update(1) { $0.number = number } }
}
