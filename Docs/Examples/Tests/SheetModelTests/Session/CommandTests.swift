import Testing

@testable import SheetModel

@Suite struct CommandTests {
  @Test(
    arguments: [
      ("", .nothing), ("   ", .nothing), ("b2", .explain(at("B2"))), (" B2 ", .explain(at("B2"))),
      ("A1:B2", .show(CellRange("A1:B2"))), ("show", .show(nil)), ("SHOW A1:B2 ", .show(CellRange("A1:B2"))),
      ("show C3", .show(CellRange("C3"))), ("errors", .errors), ("help", .help), ("quit", .quit), ("exit", .quit),
      ("save a b.csv ", .save(path: "a b.csv")), ("save a=b.csv", .save(path: "a=b.csv")),
      ("B2=7", .edit(Edit(at: at("B2"), content: "7"))), ("B2 = 7 8", .edit(Edit(at: at("B2"), content: "7 8"))),
      ("B2 ==A1", .edit(Edit(at: at("B2"), content: "=A1"))),
    ] as [(String, Command)])
  func linesAreCommands(line: String, command: Command) throws {
    #expect(try Command(line) == command)
  }

  @Test(arguments: [
    ("foo", "unknown command \"foo\"; help lists all"), ("help me", "unknown command \"help me\"; help lists all"),
    ("B2 7", "unknown command \"B2 7\"; help lists all"), ("save", "save needs the name of a file"),
    ("show all", "\"all\" is no range of cells"), ("B0=7", "\"B0\" is no cell"), ("=7", "\"\" is no cell"),
  ])
  func whatIsNoCommandSaysWhy(line: String, reason: String) {
    #expect(throws: InputError(reason)) { try Command(line) }
  }
}
