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
/// Each cell is a derivation (see ``Cell``). No code states which cells an edit affects: a formula depends on the cells
/// that it reads.
public final class Sheet {
  /// Separate from the cells, so that a changed number does not start a search for cycles.
  private let references: AtomObject<[CellAddress: [CellRange]]> = atom([:])
  private let graph: Derivation<ReferenceGraph>
  let cycles: Derivation<[CellAddress: CellAddress]>

  /// By row and column. A cell is made on first access, even by a reference to an empty cell, to be a dependency.
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

  /// The input of a cell.
  public func source(of address: CellAddress) -> String {
    cell(at: address).content.value.source
  }

  /// The result of a cell.
  public func result(of address: CellAddress) -> Result<CellValue, CellError> {
    cell(at: address).result.value
  }

  /// The text that a cell shows: its value, or the code of its error.
  ///
  /// A typed number is shown as typed: 4.50 stays 4.50.
  public func text(of address: CellAddress) -> String {
    let content = cell(at: address).content.value
    guard content.isFormula else { return content.source }
    return switch result(of: address) {
    case .success(let value): value.text
    case .failure(let error): error.code
    }
  }

  /// The cells from A1 to the last row and column with input; nil for an empty sheet.
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

  /// The input of each cell, row by row, as for ``init(rows:)``.
  public var rows: [[String]] {
    guard let extent else { return [] }
    return extent.rows.map { row in
      extent.columns.map { column in
        cells[row].indices.contains(column) ? cells[row][column]?.content.value.source ?? "" : ""
      }
    }
  }

  // MARK: - Calculating

  /// The effect of an edit.
  public struct Recalculation {
    /// The calculated formulas, in order.
    public var calculated: [CellAddress]
    /// The number of formulas.
    public var formulaCount: Int
  }

  /// Writes input into cells as one change, and calculates their dependents.
  @discardableResult
  public func edit(_ edits: [Edit]) -> Recalculation {
    // An observer between the writes of a formula and its references could read an undetected circular formula.
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

  /// Reads all formulas; up-to-date ones do nothing.
  ///
  /// Reads follow the order of references. A first read calls its dependencies, so reading the last of a column of
  /// running sums would need a stack as deep as the column.
  @discardableResult
  private func recalculate() -> Recalculation {
    calculated = []
    let order = graph.peek().order
    for address in order { _ = cell(at: address).result.peek() }
    return Recalculation(calculated: calculated, formulaCount: order.count)
  }

  /// Counts calculations.
  func didCalculate(_ address: CellAddress) {
    calculated.append(address)
  }
}

// MARK: - What to tell about it

extension Sheet {
  /// An error, its origin, and its reach.
  public struct Problem {
    public var error: CellError
    public var reason: String
    /// The number of cells that show it, including those that read such a cell.
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

  /// For a cycle, its path.
  private func reason(for error: CellError) -> String {
    guard error.kind == .cycle else { return error.reason }
    let way = graph.peek().cycle(through: error.origin).map(\.description)
    guard way.count > 8 else { return way.joined(separator: " → ") }
    return (way.prefix(4) + ["…"] + way.suffix(3)).joined(separator: " → ")
  }

  /// A cell's content and reason, its dependencies, and the cause of its last calculation.
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
