import ReactiveTracking

/// A spreadsheet.
///
/// ```swift
/// let sheet = Sheet(rows: [["2", "3", "=A1*B1"], ["", "", "=C1+1"]])
/// print(sheet.text(of: CellAddress("C2")!))       // 7
/// let report = sheet.edit([try Edit("A1=5")])
/// print(report.calculated, report.formulaCount)  // [C1, C2] 2
/// ```
///
/// Each cell is a derivation (see ``Cell``), and nothing here says which cells an edit concerns: a formula that reads a
/// cell depends on it from then on.
public final class Sheet {
  /// What each formula refers to. Beside the cells, so that it changes with the references alone: another number
  /// somewhere is no reason to look for cycles.
  private let references: AtomObject<[CellAddress: [CellRange]]> = atom([:])
  private let graph: Derivation<ReferenceGraph>
  let cycles: Derivation<[CellAddress: CellAddress]>

  /// By row and column. A cell is made when it is first asked for, also when a formula refers to it while it is empty: so
  /// that there is something to depend on.
  private var cells: [[Cell?]] = []
  private var calculated: [CellAddress] = []

  /// Makes a sheet and calculates all of it.
  public init(rows: [[String]]) {
    let references = references
    let graph = derive { ReferenceGraph(references.value) }
    self.graph = graph
    cycles = derive { graph.value.cycles }

    var found: [CellAddress: [CellRange]] = [:]
    for (row, texts) in rows.enumerated() {
      for (column, text) in texts.enumerated() where !text.isEmpty {
        let cell = makeCell(at: CellAddress(column: column, row: row), CellContent(text))
        let content = cell.content.peek()
        if content.isFormula { found[cell.address] = content.references }
      }
    }
    references.value = found
    recalculate()
  }

  // MARK: - Cells

  func cell(at address: CellAddress) -> Cell {
    if cells.indices.contains(address.row), cells[address.row].indices.contains(address.column),
      let cell = cells[address.row][address.column]
    {
      return cell
    }
    return makeCell(at: address, .empty)
  }

  private func makeCell(at address: CellAddress, _ content: CellContent) -> Cell {
    while cells.count <= address.row { cells.append([]) }
    let missing = address.column + 1 - cells[address.row].count
    if missing > 0 { cells[address.row] += Array(repeating: nil, count: missing) }
    let cell = Cell(at: address, content, in: self)
    cells[address.row][address.column] = cell
    return cell
  }

  /// What was typed into a cell.
  public func source(of address: CellAddress) -> String {
    cell(at: address).content.value.source
  }

  /// What a cell comes to.
  public func result(of address: CellAddress) -> Result<CellValue, CellError> {
    cell(at: address).result.value
  }

  /// What a cell shows: its value, or the code of its error.
  ///
  /// What was typed as a number is shown as it was typed: who writes 4.50 wants to see 4.50.
  public func text(of address: CellAddress) -> String {
    let content = cell(at: address).content.value
    guard content.isFormula else { return content.source }
    return switch result(of: address) {
    case .success(let value): value.text
    case .failure(let error): error.code
    }
  }

  /// All cells from A1 to the last row and the last column in which something was typed; nil for an empty sheet.
  public var extent: CellRange? {
    var last = (column: -1, row: -1)
    for (row, cells) in cells.enumerated() {
      guard let column = cells.lastIndex(where: { $0.map { !$0.content.value.source.isEmpty } ?? false }) else {
        continue
      }
      last = (max(last.column, column), row)
    }
    return last.row < 0 ? nil : CellRange(columns: 0...last.column, rows: 0...last.row)
  }

  /// What was typed into each cell, row by row: what ``init(rows:)`` takes.
  public var rows: [[String]] {
    guard let extent else { return [] }
    return extent.rows.map { row in
      extent.columns.map { column in
        cells[row].indices.contains(column) ? cells[row][column]?.content.value.source ?? "" : ""
      }
    }
  }

  // MARK: - Calculating

  /// What an edit has led to.
  public struct Recalculation {
    /// The formulas that were calculated, in the order in which they were.
    public var calculated: [CellAddress]
    /// How many formulas there are.
    public var formulaCount: Int
  }

  /// Types something into cells, and calculates what depends on them; several edits are one change.
  @discardableResult
  public func edit(_ edits: [Edit]) -> Recalculation {
    // In a batch, because a formula and its references go together: an observer that ran between the two writes could
    // read a formula that is circular before that is found out.
    batch {
      for edit in edits { put(CellContent(edit.content), at: edit.address) }
    }
    return recalculate()
  }

  private func put(_ content: CellContent, at address: CellAddress) {
    let cell = cell(at: address)
    let old = cell.content.peek()
    cell.content.value = content
    guard content.isFormula != old.isFormula || content.references != old.references else { return }
    references.update { $0[address] = content.isFormula ? content.references : nil }
  }

  /// Reads all formulas; those that are up to date do nothing.
  ///
  /// In the order of the references, because a derivation that is read for the first time calls those that it reads, as any
  /// function does: asking for the last cell of a column that adds up row by row would take a stack as deep as the
  /// column is long. This way each formula finds finished what it reads.
  @discardableResult
  private func recalculate() -> Recalculation {
    calculated = []
    let order = graph.peek().order
    for address in order { _ = cell(at: address).result.peek() }
    return Recalculation(calculated: calculated, formulaCount: order.count)
  }

  /// Cells say when they are calculated: that is what the reports count.
  func didCalculate(_ address: CellAddress) {
    calculated.append(address)
  }
}

// MARK: - What to tell about it

extension Sheet {
  /// An error, where it arose, and how far it reaches.
  public struct Problem {
    public var error: CellError
    public var reason: String
    /// How many cells show it, with those that only read one that does.
    public var cellCount: Int
  }

  /// The errors in the sheet, row by row.
  public var problems: [Problem] {
    var counts: [CellError: Int] = [:]
    for address in graph.peek().order {
      if case .failure(let error) = result(of: address) { counts[error, default: 0] += 1 }
    }
    return counts.map { Problem(error: $0, reason: reason(for: $0), cellCount: $1) }
      .sorted { $0.error.origin < $1.error.origin }
  }

  /// For a cycle, the way around it.
  private func reason(for error: CellError) -> String {
    guard error.kind == .cycle else { return error.reason }
    let way = graph.peek().cycle(through: error.origin).map(\.description)
    guard way.count > 8 else { return way.joined(separator: " → ") }
    return (way.prefix(4) + ["…"] + way.suffix(3)).joined(separator: " → ")
  }

  /// Everything about one cell, in lines: what it shows and why, what it reads, and why it was calculated the last time.
  public func explanation(of address: CellAddress) -> [(label: String, text: String)] {
    let cell = cell(at: address)
    let content = cell.content.value
    guard content.isFormula else { return [("\(address)", content.source.isEmpty ? "(empty)" : content.source)] }

    var lines = [("\(address)", text(of: address)), ("formula", content.source)]
    if case .failure(let error) = result(of: address) {
      let place = error.origin == address || error.kind == .cycle ? "" : "\(error.origin): "
      lines.append(("because", place + reason(for: error)))
    }
    if !content.references.isEmpty {
      let reads = content.references.map { $0.count == 1 ? "\($0) = \(text(of: $0.first))" : "\($0)" }
      lines.append(("refers to", reads.joined(separator: ", ")))
    }
    lines.append(("calculated", cause(of: cell)))
    return lines
  }

  private func cause(of cell: Cell) -> String {
    switch cell.result.cause {
    case .creation: "when it was read for the first time"
    case .changed(let node) where node === cell.content: "the last time because something else was typed in"
    case .changed(let node) where node === cell.cycle: "the last time because cycles came or went"
    case let cause: "the last time because \(cause)"
    }
  }
}
