import Foundation

/// An interactive session on a sheet: takes commands, and answers in lines of text.
public final class Session {
  public let sheet: Sheet
  /// The default number of rows to show.
  private let rowCount: Int
  /// The maximum width of a table.
  private let width: Int?
  private let lineEnd: CSVText.LineEnd

  /// `SUM, AVERAGE, …`
  public static var functionNames: String { Function.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Reads a CSV file.
  public init(reading path: String, rowCount: Int = 20, width: Int? = nil) throws(InputError) {
    // A handle also reads pipes and other special files.
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() ?? Data() else {
      throw InputError("cannot read \(path)")
    }
    do throws(MalformedCSV) {
      let file = try CSVText(parsing: Array(data))
      sheet = Sheet(rows: file.rows)
      lineEnd = file.lineEnd
    } catch {
      throw InputError("\(path):\(error.line): \(error.reason)")
    }
    self.rowCount = rowCount
    self.width = width
  }

  /// The reply to a command.
  public enum Reply: Equatable {
    case lines([String])
    case failure(String)
    case quit
  }

  /// Runs a line as a command.
  public func perform(_ line: String) -> Reply {
    do throws(InputError) {
      switch try Command(line) {
      case .nothing: return .lines([])
      case .edit(let edit): return .lines(self.edit([edit]))
      case .explain(let address): return .lines(Report(sheet: sheet).explanation(of: address))
      case .show(let range):
        do { return .lines(try show(range)) } catch { return .failure(error.description) }
      case .errors: return .lines(Report(sheet: sheet).problems)
      case .save(let path):
        do { return .lines([try save(to: path)]) } catch { return .failure(error.description) }
      case .help: return .lines(Command.summary)
      case .quit: return .quit
      }
    } catch {
      return .failure(error.description)
    }
  }

  /// Makes the edits as one change, and reports the effects.
  public func edit(_ edits: [Edit]) -> [String] {
    let recalculation = sheet.edit(edits)
    let hints = edits.compactMap(\.hint)
    let texts = edits.map { edit in
      let text = sheet.text(of: edit.address)
      return "\(edit.address): \(text.isEmpty ? "(empty)" : printable(text))"
    }
    return texts + hints + [Report(sheet: sheet).recalculation(recalculation)]
  }

  /// The cells of a range, or the first rows of the sheet.
  public func show(_ range: CellRange?) throws(InputError) -> [String] {
    let limit = 100_000
    if let range, range.count > limit {
      throw InputError("\(range) has \(groupedText(range.count)) cells; at most \(groupedText(limit)) can be shown")
    }
    guard let range = range ?? sheet.extent?.firstRows(rowCount) else { return ["the sheet is empty"] }
    return Report(sheet: sheet).table(range, width: width)
  }

  /// Writes the sheet as CSV, and returns a confirmation.
  public func save(to path: String) throws(InputError) -> String {
    let limit = 10_000_000
    if let extent = sheet.extent, extent.count > limit {
      throw InputError("cannot save \(groupedText(extent.count)) cells: more than \(groupedText(limit))")
    }
    let rows = sheet.rows
    let text = CSVText(rows: rows, lineEnd: lineEnd).text
    guard (try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)) != nil else {
      throw InputError("cannot write \(path)")
    }
    return "saved \(groupedText(rows.count)) \(rows.count == 1 ? "row" : "rows") in \(path)"
  }
}

extension CellRange {
  fileprivate func firstRows(_ count: Int) -> CellRange {
    CellRange(columns: columns, rows: rows.lowerBound...Swift.min(rows.upperBound, rows.lowerBound + count - 1))
  }
}
