import ReactiveTracking

/// A cell: what was typed into it is an atom, and what it comes to is a derivation.
///
///     content ──► result ──► the results of the cells that refer to it
///
/// It is calculated when it is read and something that it read has changed, and at no other time. If the result is the
/// same as before (the discount for 13 pieces is that for 12), the cells that read it are not calculated.
final class Cell {
  let address: CellAddress
  let content: AtomObject<CellContent>

  /// Errors are kept like values, and `get()` throws them on.
  private(set) lazy var result = deriveResult(name: "\(address)") { [unowned self] () throws(CellError) in
    try calculate()
  }

  /// The cycle that the cell is on, by the first cell of it. A derivation of its own: when there is a new cycle anywhere,
  /// all formulas look here, but only those whose answer has changed are calculated.
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
      // Asked before anything is read: a derivation that reads itself would stop the program.
      if let first = cycle.value { throw CellError(kind: .cycle, origin: first) }
      let calculation = Calculation(cell: address) { [unowned sheet] other throws(CellError) in
        try sheet.cell(at: other).result.get()
      }
      return try calculation.result(of: formula)
    }
  }
}
