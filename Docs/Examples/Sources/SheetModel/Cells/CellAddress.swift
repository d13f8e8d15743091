/// The place of a cell: `B2` is column 1 and row 1.
public struct CellAddress: Hashable, Sendable {
  /// Counted from 0.
  public let column: Int
  public let row: Int

  /// The size of other spreadsheets: the last cell is XFD1048576.
  static let columnLimit = 16_384
  static let rowLimit = 1_048_576

  init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// Reads `B2`, `b2` or `$B$2`. Absolute addresses matter only when formulas are copied, which is unsupported.
  public init?(_ text: some StringProtocol) {
    var rest = text.utf8[...]
    func skipDollar() {
      if rest.first == UInt8(ascii: "$") { rest.removeFirst() }
    }

    skipDollar()
    var column = 0
    while let byte = rest.first, let letter = Self.letterValue(byte) {
      column = column * 26 + letter
      guard column <= Self.columnLimit else { return nil }
      rest.removeFirst()
    }
    skipDollar()
    guard column > 0, let first = rest.first, first != UInt8(ascii: "0") else { return nil }
    var row = 0
    for byte in rest {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      row = row * 10 + Int(byte - UInt8(ascii: "0"))
      guard row <= Self.rowLimit else { return nil }
    }
    self.init(column: column - 1, row: row - 1)
  }

  private static func letterValue(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 1
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 1
    default: nil
    }
  }

  /// `A`, `B`, … `Z`, `AA`, …
  static func columnName(_ column: Int) -> String {
    var name = ""
    var rest = column + 1
    while rest > 0 {
      name = "\(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26)))\(name)"
      rest = (rest - 1) / 26
    }
    return name
  }
}

extension CellAddress: CustomStringConvertible {
  public var description: String { "\(Self.columnName(column))\(row + 1)" }
}

extension CellAddress: Comparable {
  /// Row by row.
  public static func < (left: CellAddress, right: CellAddress) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }
}
