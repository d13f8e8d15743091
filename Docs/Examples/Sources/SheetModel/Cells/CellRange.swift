/// A rectangle of cells: `B2:D9`, or a single one.
public struct CellRange: Hashable, Sendable {
  public let columns: ClosedRange<Int>
  public let rows: ClosedRange<Int>

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Any two opposite corners.
  init(_ corner: CellAddress, _ opposite: CellAddress) {
    columns = span(corner.column, opposite.column)
    rows = span(corner.row, opposite.row)
  }

  init(_ cell: CellAddress) {
    self.init(cell, cell)
  }

  /// Reads `B2:D9` or `B2`, and throws otherwise.
  public init(parsing text: String) throws(InputError) {
    guard let range = CellRange(text) else { throw InputError("\"\(printable(text))\" is no range of cells") }
    self = range
  }

  /// Reads `B2:D9` or `B2`.
  init?(_ text: some StringProtocol) {
    let corners = text.split(separator: ":", omittingEmptySubsequences: false).map { CellAddress($0) }
    guard (1...2).contains(corners.count), let first = corners[0], let last = corners[corners.count - 1] else {
      return nil
    }
    self.init(first, last)
  }

  /// The number of cells.
  public var count: Int { columns.count * rows.count }
  public var first: CellAddress { CellAddress(column: columns.lowerBound, row: rows.lowerBound) }
  var last: CellAddress { CellAddress(column: columns.upperBound, row: rows.upperBound) }
}

extension CellRange: Sequence {
  /// Row by row.
  public struct Iterator: IteratorProtocol {
    fileprivate let range: CellRange
    fileprivate var row: Int
    fileprivate var column: Int

    public mutating func next() -> CellAddress? {
      guard row <= range.rows.upperBound else { return nil }
      defer {
        column += 1
        if column > range.columns.upperBound {
          column = range.columns.lowerBound
          row += 1
        }
      }
      return CellAddress(column: column, row: row)
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(range: self, row: rows.lowerBound, column: columns.lowerBound)
  }

  public var underestimatedCount: Int { count }
}

extension CellRange: CustomStringConvertible {
  public var description: String { count == 1 ? "\(first)" : "\(first):\(last)" }
}

private func span(_ end: Int, _ other: Int) -> ClosedRange<Int> {
  end < other ? end...other : other...end
}
