import CommandTesting
import Foundation
import Testing

/// Runs the built program.
@Suite struct SheetCommandTests {
  private func run(_ arguments: [String], input: String = "") throws -> BuiltProgram.Result {
    try BuiltProgram("sheet").run(arguments, input: input)
  }

  /// The shipped sheet.
  private let orders = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sheets/orders.csv").standardizedFileURL.path

  // MARK: - The shipped sheet

  @Test func theShippedSheetHasThousandsOfFormulasAndNoError() throws {
    let result = try run([orders], input: "errors\nB4==B4\nB4==SUM(H13:H2012)\n")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines.contains("A1:K20 of A1:K2012"))
    #expect(result.lines.contains("no errors"))
    // The sales, the shares and their sum, and whether the target is reached: restored.
    #expect(result.lines.contains("B4: #CYCLE!"))
    #expect(result.lines.filter { $0.hasPrefix("recomputed 7 of 8,023 formula cells: B4") }.count == 2)
  }

  @Test func anEditOfAPriceConcernsItsOrderTheBalanceAndTheSummary() throws {
    let before = try run([orders, "--show", "I2012"])
    let result = try run([orders, "--edit", "F2010=100", "--show", "H2010:J2012"])
    // The amount, three balances, and the summary's sales, average and so on.
    #expect(result.lines.first == "F2010: 100")
    let report = try #require(result.lines.first { $0.hasPrefix("recomputed ") })
    let count = try #require(Int(report.split(separator: " ")[1]))
    #expect((10...24).contains(count))
    #expect(report.contains(" of 8,023 formula cells: "))
    #expect(before.lines[1] != result.lines.last)
    #expect(result.status == 0)
  }

  @Test func anEditOfACustomerConcernsNobody() throws {
    let result = try run([orders, "--edit", "K13=Somebody Else", "--show", "K13"])
    #expect(
      result.output == """
        K13: Somebody Else
        recomputed 0 of 8,023 formula cells

            K
        13  Somebody Else
        K13 of A1:K2012

        """)
  }

  @Test func theShippedSheetIsSavedAsItIs() throws {
    try withFile("") { path in
      let result = try run([orders, "--save", path])
      #expect(result.output == "saved 2,012 rows in \(path)\n")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(contentsOf: URL(fileURLWithPath: orders)))
    }
  }

  // MARK: - Small ones

  @Test func editsAreRepeatableAndOneChange() throws {
    try withFile("1,2,=A1+B1\n") { path in
      let result = try run([path, "--edit", "A1=10", "--edit=B1=20", "--edit", "D1==C1*2"])
      #expect(
        result.output == """
          A1: 10
          B1: 20
          D1: 60
          recomputed 2 of 2 formula cells: C1, D1

             A   B   C   D
          1  10  20  30  60

          """)
      #expect(result.status == 0)
    }
  }

  @Test func errorsAreShownInTheirCellsAndExplainedBelow() throws {
    try withFile("=B1,=A1,=1/0,=C1,=FOO(1),ok\n") { path in
      let result = try run([path, "--show", "A1:F1"])
      #expect(
        result.output == """
             A        B        C        D        E        F
          1  #CYCLE!  #CYCLE!  #DIV/0!  #DIV/0!  #ERROR!  ok

          3 errors:
            A1 #CYCLE! A1 → B1 → A1 (also in 1 other cell)
            C1 #DIV/0! division by zero (also in 1 other cell)
            E1 #ERROR! unknown function FOO

          """)
      // Errors in cells are not errors of the program.
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
    }
  }

  @Test func commandsAreReadUntilTheyEnd() throws {
    try withFile("1,=A1*2\n") { path in
      let result = try run([path], input: "A1=4\nB1\n\nquit\nA1=9\n")
      #expect(
        result.output == """
             A  B
          1  1  2
          A1: 4
          recomputed 1 of 1 formula cell: B1
          B1          8
          formula     =A1*2
          refers to   A1 = 4
          calculated  the last time because A1 changed

          """)
      #expect(result.status == 0)
      let unended = try run([path], input: "A1=4")
      #expect(unended.output.hasSuffix("recomputed 1 of 1 formula cell: B1\n"))
    }
  }

  @Test func aScriptIsToldOfACommandThatFailed() throws {
    try withFile("1\n") { path in
      let result = try run([path], input: "nonsense\nA1=2\n")
      #expect(result.errors == "sheet: unknown command \"nonsense\"; help lists all\n")
      #expect(result.output.hasSuffix("A1: 2\nrecomputed 0 of 0 formula cells\n"))
      #expect(result.status == 1)
    }
  }

  @Test func interactiveGoesOnAfterTheEdits() throws {
    try withFile("1,=A1\n") { path in
      let batch = try run([path, "--edit", "A1=2"], input: "B1\n")
      let interactive = try run([path, "--edit", "A1=2", "-i"], input: "B1\n")
      #expect(!batch.output.contains("refers to") && interactive.output.contains("refers to"))
    }
  }

  @Test(arguments: [
    ([], "Missing expected argument '<file>'"),
    (["/nowhere/at/all"], "cannot read /nowhere/at/all"),
    (["/"], "cannot read /"),
    (["x.csv", "y.csv"], "Unexpected argument 'y.csv'"),
    (["x.csv", "--edti", "A1=1"], "Unknown option '--edti'. Did you mean '--edit'?"),
    (
      ["x.csv", "--edit", "A1"],
      "The value 'A1' is invalid for '--edit <cell=content>': expected CELL=CONTENT, as in B2=7, found \"A1\""
    ),
    (["x.csv", "--edit", "A0=1"], "The value 'A0=1' is invalid for '--edit <cell=content>': \"A0\" is no cell"),
    (["x.csv", "--show", "A1:"], "The value 'A1:' is invalid for '--show <range>': \"A1:\" is no range of cells"),
    (["x.csv", "--rows", "0"], "--rows must be at least 1"),
    (["x.csv", "--width", "-1"], "Missing value for '--width <columns>'"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try run(arguments)
    #expect(result.errors == "sheet: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func aMalformedLineIsNamedWithItsNumber() throws {
    try withFile("a,b\nc,d\ne,\"f\n") { path in
      let result = try run([path])
      #expect(result.errors == "sheet: \(path):3: the quote that opens here is never closed\n")
      #expect(result.status == 2)
    }
  }

  @Test func helpIsNoError() throws {
    let result = try run(["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: sheet"))
    #expect(result.output.contains("COUNTIF"))
    #expect(result.errors.isEmpty)
  }
}
