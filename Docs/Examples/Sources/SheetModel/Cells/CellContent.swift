/// The input of a cell, typed or from a file, and its meaning.
struct CellContent {
  enum Meaning {
    case literal(CellValue)
    case formula(Formula)
    /// A formula with invalid syntax.
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

  /// Its references; none for a malformed formula.
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
