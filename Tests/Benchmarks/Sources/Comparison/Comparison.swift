import Foundation

/// Asks every library every question, prints the tables, and compares them with the pages. Returns whether all of these
/// hold.
func compare(_ options: Options) -> Bool {
  let asked = options.isQuick ? libraries.filter { $0.isOurs } : libraries
  let probes = Probe.all.filter { probe in
    options.filter.map { probe.title.localizedCaseInsensitiveContains($0) } ?? true
  }
  if probes.isEmpty { fail("comparison: no probe is called that") }
  var findings = Findings()
  for probe in probes {
    for library in asked { findings.ask(probe, of: library) }
  }
  for group in [asked.filter { $0.isOurs }, asked.filter { !$0.isOurs }] where !group.isEmpty {
    print(findings.table(probes, group.map { $0.name }) + "\n")
  }
  for message in findings.messages { print("- \(message)") }
  let pages = options.pages.map(Page.init)
  let faults = findings.faults(in: pages, isComplete: options.filter == nil)
  for fault in faults { FileHandle.standardError.write(Data("comparison: \(fault)\n".utf8)) }
  return faults.isEmpty
}

/// The cells of the table.
struct Findings {
  private var cells: [String: [String: String]] = [:]

  /// What programs said at their end.
  private(set) var messages: [String] = []

  private var ours: Set<String> = []

  mutating func ask(_ probe: Probe, of library: any Library.Type) {
    cells[probe.title, default: [:]][library.name] = cell(probe, library)
    if library.isOurs { ours.insert(library.name) }
  }

  private mutating func cell(_ probe: Probe, _ library: any Library.Type) -> String {
    var failure: String?
    for size in probe.sizes.isEmpty ? [0] : probe.sizes {
      switch Answer(ChildProbe(library: library.name, probe: probe.id, size: size)) {
      case .text("-"):
        return "-"
      case .text(let text):
        return failure.map { "\(text) (\($0))" } ?? text
      case .death(let death, let phase, let message):
        if let message, !messages.contains(message) { messages.append(message) }
        if probe.sizes.isEmpty { return death }
        failure = "\(grouped(size)): \(death)" + (phase.map { ", \($0)" } ?? "")
      }
    }
    return "none (\(failure!))"
  }

  func table(_ probes: [Probe], _ names: [String]) -> String {
    let rows = probes.map { probe in [probe.title] + names.map { cells[probe.title]![$0]! } }
    return ([[""] + names, Array(repeating: "---", count: names.count + 1)] + rows).map { row in
      "| " + row.joined(separator: " | ") + " |"
    }.joined(separator: "\n").replacingOccurrences(of: "|  |", with: "| |")
  }

  /// What the pages say and is not so, and, of a complete run, what of ours no page says.
  func faults(in pages: [Page], isComplete: Bool) -> [String] {
    guard !pages.isEmpty else { return [] }
    var faults: [String] = []
    var unsaid = Set(cells.flatMap { title, row in ours.filter { row[$0] != nil }.map { [title, $0] } })
    for page in pages {
      if isComplete { faults += unasked(in: page) }
      for said in page.cells {
        guard let row = cells[said.title] else { continue }
        guard let found = row[said.column] else { continue }
        unsaid.remove([said.title, said.column])
        if found != said.text {
          faults.append("\(page.path):\(said.line): \(said.title), \(said.column): \(found), not \(said.text)")
        }
      }
    }
    faults += pages.flatMap(wrongSummaries)
    if isComplete {
      faults += unsaid.map { "no page says what \($0[1]) does: \($0[0])" }.sorted()
    }
    return faults
  }
}

extension Findings {
  /// Rows for which there is no probe, in tables of this package's answers; and that a page has no such table.
  private func unasked(in page: Page) -> [String] {
    let tables = Dictionary(grouping: page.cells.filter { ours.contains($0.column) }, by: \.table).values
      .filter { $0.contains { cells[$0.title] != nil } }
    if tables.isEmpty && !page.cells.contains(where: { cell in Summary.all.contains { $0.title == cell.title } }) {
      return ["\(page.path): has no table of what this package does"]
    }
    return tables.joined().filter { cells[$0.title] == nil }
      .map { "\(page.path):\($0.line): nobody asked: \($0.title)" }.sorted()
  }
}

extension Findings {
  /// Cells that say in plain words what is not so. The column of this package is about all its layers that answer.
  private func wrongSummaries(in page: Page) -> [String] {
    page.cells.flatMap { said -> [String] in
      guard let summary = Summary.all.first(where: { $0.title == said.title }), let row = cells[summary.probe] else {
        return []
      }
      let names = said.column == "swift-reactive" ? ours.sorted() : [said.column]
      let answers = names.compactMap { row[$0] }.filter { names.count == 1 || $0 != "-" }
      return answers.map { $0 == "-" ? "" : summary.words($0) }.filter { $0 != said.text }.map {
        "\(page.path):\(said.line): \(said.title), \(said.column): \($0), not \(said.text)"
      }
    }
  }
}

/// The tables of a Markdown page.
struct Page {
  struct Cell {
    let line: Int
    /// The line of its table's heads.
    let table: Int
    let title: String
    let column: String
    let text: String
  }

  let path: String
  private(set) var cells: [Cell] = []

  init(_ path: String) {
    self.path = path
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { fail("comparison: cannot read \(path)") }
    var columns: (names: [String], line: Int)?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      guard line.hasPrefix("|") else {
        columns = nil
        continue
      }
      let row = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard let heads = columns else {
        columns = (row, index + 1)
        continue
      }
      for (column, text) in zip(heads.names, row).dropFirst() where row[0] != "---" {
        cells.append(Cell(line: index + 1, table: heads.line, title: row[0], column: column, text: text))
      }
    }
  }
}
