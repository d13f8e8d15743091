import ArgumentParser
import ExampleTerminal
import SheetModel

/// The command line.
@main
struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "A spreadsheet over a CSV file, which recomputes only what an edit concerns.",
    discussion: """
      Cells that begin with = are formulas: references and ranges, + - * / ^ & % = <> < <= > >=, and the functions \
      \(Session.functionNames).

      With --edit, --show or --save it does that and ends. Otherwise it reads commands from standard input: help lists \
      them.
      """)

  @Argument(help: ArgumentHelp("The CSV file.", valueName: "file"))
  var path: String

  @Option(
    help: ArgumentHelp(
      "Type into a cell: B2=7, or B2==SUM(A1:A9) for a formula. Repeatable; all edits are one change.",
      valueName: "cell=content"),
    transform: { try Edit($0) })
  var edit: [Edit] = []

  @Option(
    help: ArgumentHelp("Show these cells, as in A1:F10 (default: the first rows).", valueName: "range"),
    transform: { try CellRange(parsing: $0) })
  var show: CellRange?

  @Option(help: ArgumentHelp("How many rows to show where no range is given (default: 20).", valueName: "count"))
  var rows: Int?

  @Option(help: ArgumentHelp("Write the sheet, with its formulas, as CSV.", valueName: "file"))
  var save: String?

  @Option(help: ArgumentHelp("Leave out columns that do not fit (default: into the terminal).", valueName: "columns"))
  var width: Int?

  @Flag(name: .shortAndLong, help: "Read commands from standard input, also after --edit, --show or --save.")
  var interactive = false

  func validate() throws {
    if let rows, rows < 1 { throw ValidationError("--rows must be at least 1") }
    if let width, width < 1 { throw ValidationError("--width must be at least 1") }
  }

  func run() throws {
    let session = try Session(reading: path, rowCount: rows ?? 20, width: width ?? StandardStreams.size?.columns)
    let reads = interactive || (edit.isEmpty && show == nil && save == nil)

    if !edit.isEmpty { StandardStreams.write(session.edit(edit) + [""]) }
    if let save { StandardStreams.write([try session.save(to: save)]) }
    if show != nil || save == nil || rows != nil { StandardStreams.write(try session.show(show)) }
    if reads, !converse(with: session) { throw ExitCode(1) }
  }

  /// Runs commands until the input ends.
  ///
  /// - Returns: whether all succeeded. Interactively, an error does not count if the next command succeeds.
  private func converse(with session: Session) -> Bool {
    var isFine = true
    while true {
      if StandardStreams.isInteractive { StandardStreams.write("> ") }
      guard let line = readLine() else { break }
      switch session.perform(line) {
      case .lines(let lines): StandardStreams.write(lines)
      case .failure(let reason):
        Self.complain(reason)
        isFine = false
      case .quit: return isFine || StandardStreams.isInteractive
      }
    }
    if StandardStreams.isInteractive { StandardStreams.write([""]) }
    return isFine || StandardStreams.isInteractive
  }

  static func main() { run(complainingOf: SheetModel.InputError.self) }
}
