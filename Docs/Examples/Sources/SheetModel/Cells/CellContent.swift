/// What was typed into a cell, or stood in the file, and what it means.
struct CellContent {
  enum Meaning {
    case literal(CellValue)
    case formula(Formula)
    /// It begins like a formula, but cannot be read as one.
    case malformed(reason: String)
  }

  let source: String
  let meaning: Meaning

  static let empty = CellContent("")

  init(_ source: String) {
    self.source = source
    guard source.utf8.first == UInt8(ascii: "="), source.utf8.count > 1 else {
      meaning = .literal(CellValue(typed: source))
      return
    }
    do {
      meaning = .formula(try Formula(parsing: source))
    } catch {
      meaning = .malformed(reason: error.reason)
    }
  }

  var isFormula: Bool {
    if case .literal = meaning { false } else { true }
  }

  /// What it refers to; a formula that cannot be read refers to nothing.
  var references: [CellRange] {
    if case .formula(let formula) = meaning { formula.references } else { [] }
  }
}

extension CellContent: Equatable {
  /// The meaning follows from the source.
  static func == (left: CellContent, right: CellContent) -> Bool {
    left.source == right.source
  }
}
