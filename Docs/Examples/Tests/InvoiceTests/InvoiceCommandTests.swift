import CommandTesting
import Foundation
import Testing

/// Runs the built program.
@Suite struct InvoiceCommandTests {
  private func run(_ arguments: [String], input: String = "") throws -> BuiltProgram.Result {
    try BuiltProgram("invoice").run(arguments, input: input)
  }

  /// The shipped files.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Orders").standardizedFileURL
  private let orders = folder.appendingPathComponent("orders.json").path
  private let edits = folder.appendingPathComponent("edits.txt").path

  // MARK: - What comes with it

  @Test func theShippedEditsRecomputeLessAsABatch() throws {
    let result = try run([orders, "--edits", edits])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines[0] == "\(orders): 16 customers, 1,000 orders, 2,394 lines; 19,472 properties")
    #expect(result.lines[3] == "   4  set O-1007 3 quantity 5                                17    889,159.81")
    #expect(result.lines[4] == "   6  set O-1007 3 quantity 5                                 0    889,159.81")
    #expect(
      result.lines.suffix(4) == [
        "one at a time: 5,678 recomputed; as a batch: 3,356 recomputed",
        "one at a time: 52 customer totals notified; as a batch: 16 notified",
        "one at a time: 804,488.90 + 89,667.96 tax = 894,156.86; as a batch: 804,488.90 + 89,667.96 tax = 894,156.86",
        "",
      ])
  }

  @Test func theReadmeShowsWhatItPrints() throws {
    let readme = try String(contentsOf: Self.folder.appendingPathComponent("../README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "\n## invoice\n"))
    let blocks = readme[start.upperBound...].components(separatedBy: "```")
    // The second block, with omissions.
    let shown = blocks[3].split(separator: "\n").dropFirst().filter { $0 != "…" }
    let printed = Set(try run([orders, "--edits", edits]).lines.filter { !$0.isEmpty })
    #expect(shown.count > 20)
    for line in shown { #expect(printed.contains(line), "README shows a line that is not printed: \(line)") }
  }

  @Test func theShippedOrdersWithoutEditsAreTotalled() throws {
    let result = try run([orders])
    #expect(result.status == 0)
    #expect(result.lines.contains("all             805,144.06  84,094.39  889,238.45"))
    #expect(!result.output.contains("recomputed"))
  }

  // MARK: - Edits

  @Test func editsComeFromStandardInput() throws {
    let script = "set O-1007 3 quantity 5\n"
    let implied = try run([orders], input: script)
    let asked = try run([orders, "--edits", "-"], input: script)
    try withFile(script) { path in
      let fromFile = try run([orders, "--edits", path], input: "remove O-1001\n")
      #expect(implied.output == fromFile.output)
      #expect(asked.output == fromFile.output)
      #expect(fromFile.output.contains("one at a time: 17 recomputed; as a batch: 17 recomputed\n"))
      #expect(fromFile.status == 0)
    }
  }

  @Test func aBadLineIsReportedWithItsNumberAndSkipped() throws {
    let result = try run(
      [orders], input: "# edits\nset O-1007 3 quantity 5\nset O-1007 3 quantity five\r\n\nremove O-1\nrate reduced 7\n")
    #expect(
      result.errors == """
        invoice: standard input:3: "five" is not a count; expected: set ORDER LINE quantity COUNT, or set ORDER LINE \
        price AMOUNT
        invoice: standard input:5: there is no order "O-1"

        """)
    #expect(result.status == 1)
    #expect(result.output.contains("   6  rate reduced 7                    0  889,159.81\n"))
    #expect(result.output.contains("one at a time: 17 recomputed; as a batch: 17 recomputed\n"))
  }

  @Test func linesThatAreAllBadLeaveTheTotals() throws {
    let result = try run([orders], input: "nonsense\n")
    #expect(result.status == 1)
    #expect(result.output.contains("one at a time: 0 recomputed; as a batch: 0 recomputed\n"))
    #expect(result.errors.hasPrefix("invoice: standard input:1: unknown command \"nonsense\""))
  }

  @Test func aLastLineNeedsNoEnd() throws {
    #expect(try run([orders], input: "rate reduced 8").output.contains("   1  rate reduced 8"))
  }

  @Test func invoicesAreShown() throws {
    let result = try run([orders, "--order", "O-1007", "--order", "O-1008"], input: "set O-1007 3 quantity 5\n")
    #expect(result.output.contains("Order O-1007 of C-12, Pasticceria Rossi\n"))
    #expect(result.output.contains("Order O-1008 of "))
    #expect(result.lines.filter { $0.hasPrefix("to pay  ") }.count == 2)
    #expect(result.status == 0)
    let unknown = try run([orders, "--order", "O-1"])
    #expect(unknown.errors == "invoice: there is no order \"O-1\"\n")
    #expect(unknown.status == 1)
  }

  // MARK: - What cannot be done

  @Test(arguments: [
    ([], "Missing expected argument '<file>'"),
    (["/nowhere/at/all"], "cannot read /nowhere/at/all"),
    (["/"], "cannot read /"),
    (["x.json", "y.json"], "Unexpected argument 'y.json'"),
    (["x.json", "--edtis", "y"], "Unknown option '--edtis'. Did you mean '--edits'?"),
    (["x.json", "--edits"], "Missing value for '--edits <file>'"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try run(arguments)
    #expect(result.errors == "invoice: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func aScriptThatIsNotThereIsNamed() throws {
    let result = try run([orders, "--edits", "/nowhere/edits.txt"])
    #expect(result.errors == "invoice: cannot read /nowhere/edits.txt\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test(arguments: [
    "", "{ \"rates\": [", "[]", "{ \"rates\": [], \"tiers\": [], \"customers\": [], \"orders\": [{}] }",
  ])
  func aBrokenFileIsRefusedInOneLine(text: String) throws {
    try withFile(text) { path in
      let result = try run([path])
      #expect(result.errors.hasPrefix("invoice: \(path): "))
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
      #expect(result.output.isEmpty)
      #expect(result.status == 2)
    }
  }

  @Test func anEmptyBookIsFine() throws {
    try withFile("{ \"rates\": [], \"tiers\": [], \"customers\": [], \"orders\": [] }") { path in
      let result = try run([path])
      #expect(result.lines.contains("all     0.00  0.00   0.00"))
      #expect(result.status == 0)
    }
  }

  @Test func helpIsNoError() throws {
    let result = try run(["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: invoice"))
    #expect(result.output.contains("set ORDER LINE quantity COUNT"))
    #expect(result.errors.isEmpty)
  }
}
