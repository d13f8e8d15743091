import ReactiveTracking

/// A cell: its content is an atom, and its result a derivation.
///
///     content ──► result ──► the results of the cells that refer to it
///
/// Recalculated only when read after a dependency changed. If the result is equal (13 pieces get the same discount as
/// 12), its dependents are not calculated.
final class Cell {
  let address: CellAddress
  let content: AtomObject<CellContent>

  /// Errors are kept like values; `get()` rethrows them.
  private(set) lazy var result = deriveResult(name: "\(address)") { [unowned self] () throws(CellError) in
    try calculate()
  }

  /// The first cell of this cell's cycle. A separate derivation: after a new cycle, all formulas check it, but only
  /// those whose result changed are calculated.
  private(set) lazy var cycle = derive { [unowned self] in sheet.cycles.value[address] }

  /// It owns the cells.
  private unowned let sheet: Sheet

  init(at address: CellAddress, _ content: CellContent, in sheet: Sheet) {
    self.address = address
    self.content = atom(content)
    self.sheet = sheet
  }

  private func calculate() throws(CellError) -> CellValue {
    switch content.value.meaning {
    case .literal(let value): return value
    case .malformed(let reason):
      sheet.didCalculate(address)
      throw CellError(kind: .formula(reason: reason), origin: address)
    case .formula(let formula):
      sheet.didCalculate(address)
      // Read first: a derivation that reads itself would stop the program.
      if let first = cycle.value { throw CellError(kind: .cycle, origin: first) }
      let calculation = Calculation(cell: address) { [unowned sheet] other throws(CellError) in
        try sheet.cell(at: other).result.get()
      }
      return try calculation.result(of: formula)
    }
  }
}
