import ArgumentParser
import ExampleTerminal
import InvoiceModel

/// The command line.
@main
struct InvoiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invoice",
    abstract: "What orders come to, by customer and by tax rate, and what edits of them recompute.",
    discussion: """
      The edits are applied one at a time and, to another copy, as a batch. One on a line, # begins a comment:

      \(EditScript.grammar.map { "  \($0)" }.joined(separator: "\n"))

      Without --edits, they are read from standard input, unless that is a terminal. A line that is wrong is reported \
      and skipped; the status is 1 then, as for an order that there is not, and 2 if nothing could be done.
      """)

  @Argument(help: ArgumentHelp("The JSON file of orders.", valueName: "file"))
  var path: String

  @Option(help: ArgumentHelp("A script of edits; - is standard input.", valueName: "file"))
  var edits: String?

  @Option(help: ArgumentHelp("Show the invoice for an order, after the edits. Repeatable.", valueName: "number"))
  var order: [String] = []

  func run() throws {
    let session = try Session(reading: path)
    let report: Session.Report
    if let edits = edits ?? (StandardStreams.isTypedInto ? nil : "-") {
      report = session.apply(try EditScript(reading: edits), invoices: order)
    } else {
      report = session.totals(invoices: order)
    }
    StandardStreams.write(report.lines)
    for complaint in report.complaints { Self.complain(complaint) }
    if !report.complaints.isEmpty { throw ExitCode(1) }
  }

  static func main() { run(complainingOf: InvoiceModel.InputError.self) }
}
