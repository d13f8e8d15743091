import ArgumentParser
import Foundation
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
    if let edits = edits ?? (Terminal.isTypedInto ? nil : "-") {
      report = session.apply(try EditScript(reading: edits), invoices: order)
    } else {
      report = session.totals(invoices: order)
    }
    Terminal.write(report.lines)
    for complaint in report.complaints { Terminal.complain(complaint) }
    if !report.complaints.isEmpty { throw ExitCode(1) }
  }

  /// One line and status 2 for whatever goes wrong, where the argument parser alone would print its usage, too.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as InputError {
      stop(failure.description)
    } catch let code as ExitCode {
      exit(withError: code)
    } catch {
      if exitCode(for: error).isSuccess { exit(withError: error) }  // the help that was asked for
      stop(message(for: error))
    }
  }

  private static func stop(_ message: String) -> Never {
    Terminal.complain(message.split(whereSeparator: \.isNewline).joined(separator: " "))
    exit(withError: ExitCode(2))
  }
}
