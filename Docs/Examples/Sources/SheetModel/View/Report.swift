/// Reports about a sheet, in words.
struct Report {
  let sheet: Sheet

  /// Longer lists are cut, and the rest is counted.
  static let listedCells = 6
  static let listedProblems = 10

  /// The table, the part of the sheet that it shows, and the sheet's errors.
  func table(_ range: CellRange, width: Int?) -> [String] {
    let table = TableText(of: sheet, showing: range, width: width)
    var lines = table.lines
    if let extent = sheet.extent, table.shown != extent { lines.append("\(table.shown) of \(extent)") }
    return lines + (sheet.problems.isEmpty ? [] : [""] + problems)
  }

  /// `2 errors`, and a line for each.
  var problems: [String] {
    let problems = sheet.problems
    guard !problems.isEmpty else { return ["no errors"] }
    var lines = [problems.count == 1 ? "1 error:" : "\(groupedText(problems.count)) errors:"]
    for problem in problems.prefix(Self.listedProblems) {
      let others = problem.cellCount - 1
      let reach = others == 0 ? "" : " (also in \(groupedText(others)) other \(others == 1 ? "cell" : "cells"))"
      lines.append("  \(problem.error.origin) \(problem.error.code) \(problem.reason)\(reach)")
    }
    if problems.count > Self.listedProblems {
      lines.append("  and \(groupedText(problems.count - Self.listedProblems)) more")
    }
    return lines
  }

  /// `recomputed 3 of 8,021 formula cells: G21, H21, I21`
  func recalculation(_ recalculation: Sheet.Recalculation) -> String {
    let (calculated, count) = (recalculation.calculated, recalculation.formulaCount)
    let counts = "recomputed \(groupedText(calculated.count)) of \(groupedText(count))"
    let summary = "\(counts) formula \(count == 1 ? "cell" : "cells")"
    guard !calculated.isEmpty else { return summary }
    let names = calculated.prefix(Self.listedCells).map(\.description).joined(separator: ", ")
    return "\(summary): \(names)\(calculated.count > Self.listedCells ? ", …" : "")"
  }

  /// One cell, with aligned labels.
  func explanation(of address: CellAddress) -> [String] {
    let lines = sheet.explanation(of: address)
    let width = lines.reduce(0) { max($0, $1.label.count) }
    return lines.map { label, text in
      label + String(repeating: " ", count: width - label.count + 2) + printable(text)
    }
  }
}
