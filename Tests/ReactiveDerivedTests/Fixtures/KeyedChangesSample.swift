import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

enum KeyedChangesKind: CaseIterable {
  case rows, filtered, mapped, sorted, window, group, groupSums, groupReduced, joined, mappedRows
}

/// A collection of one kind and its `changes`. Its numbers add up to that of row 1, initially 0.
struct KeyedChangesSample {
  typealias Row = KeyedSample.Row

  let rows: OpenKeyed<Row>
  /// The numbers of the collection's rows.
  let numbers: () -> [Int]
  /// Calls with the numbers that result when the lists of changes are applied.
  let sink: (@escaping ([Int]) -> Void) -> Subscription

  init(_ kind: KeyedChangesKind) {
    let rows = OpenKeyed((1...5).map { Row(id: $0) })
    self.rows = rows
    func parts<ID, Shown>(
      _ collection: Keyed<ID, Shown>, _ number: @escaping (Shown) -> Int
    ) -> (() -> [Int], (@escaping ([Int]) -> Void) -> Subscription) {
      let changes = collection.changes
      return (
        { collection.value.map(number) },
        { body in
          var shown = collection.value
          return changes.sink {
            $0.apply(to: &shown)
            body(shown.map(number))
          }
        }
      )
    }
    let (numbers, sink) =
      switch kind {
      case .rows: parts(rows, \.number)
      case .filtered: parts(rows.filter { $0.number > 0 }, \.number)
      case .mapped: parts(rows.map(\.number)) { $0 }
      case .sorted: parts(rows.sorted { $0.number > $1.number }, \.number)
      case .window: parts(rows.sorted { $0.number > $1.number }.window(0..<2), \.number)
      case .group: parts(rows.grouped { $0.number > 0 }.group(true), \.number)
      case .groupSums: parts(rows.grouped { $0.number % 3 }.sum(\.number)) { $0 }
      case .groupReduced:
        parts(
          rows.grouped(by: \.number).reduce(0) {
            $0 + $1.number
          } removing: {
            $0 - $1.number
          }
        ) { $0 }
      case .joined: parts(rows.joined(with: rows.filter { $0.number > 0 }, on: \.id)) { $0.right?.number ?? 0 }
      case .mappedRows: parts(rows.mapRows(\.number)) { $0 }
      }
    (self.numbers, self.sink) = (numbers, sink)
  }

  func write(_ number: Int) { rows.update(1) { $0.number = number } }

  /// Calls with the number of row 1 that results when the lists of changes are applied.
  func sinkNumber(_ body: @escaping (Int) -> Void) -> Subscription { sink { body($0.reduce(0, +)) } }
}
