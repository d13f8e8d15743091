import Foundation
import Testing

@testable import SheetModel

@Suite struct SessionTests {
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    try body(file.path)
  }

  @Test func aSessionEditsExplainsAndShows() throws {
    try withFile("1,=A1+1\n") { path in
      let session = try Session(reading: path)
      #expect(session.perform("A1=5") == .lines(["A1: 5", "recomputed 1 of 1 formula cell: B1"]))
      #expect(session.perform("B1==1/0") == .lines(["B1: #DIV/0!", "recomputed 1 of 1 formula cell: B1"]))
      #expect(session.perform("B1=A1").linesOrEmpty.contains { $0.hasSuffix("B1==A1") })
      #expect(session.perform("A1:B1") == .lines(["   A  B", "1  5  A1"]))
      #expect(session.perform("show") == session.perform("A1:B1"))
      #expect(session.perform("errors") == .lines(["no errors"]))
      #expect(session.perform("B1=") == .lines(["B1: (empty)", "recomputed 0 of 0 formula cells"]))
      #expect(session.perform("nonsense") == .failure("unknown command \"nonsense\"; help lists all"))
      #expect(session.perform("A1:XFD1000").isFailure)
      #expect(session.perform("quit") == .quit)
      #expect(session.perform("") == .lines([]))
      #expect(session.perform("help").linesOrEmpty.count == Command.summary.count)
    }
  }

  @Test func whatIsSavedIsReadAgain() throws {
    try withFile("name,sum\r\n\"a, b\",\"=SUM(A1,1)\"\r\n") { path in
      let session = try Session(reading: path)
      _ = session.perform("C1=say \"hi\"")
      #expect(session.perform("save \(path)") == .lines(["saved 2 rows in \(path)"]))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "name,sum,\"say \"\"hi\"\"\"\r\n\"a, b\",\"=SUM(A1,1)\",\r\n")
      let again = try Session(reading: path)
      #expect(again.sheet.rows == session.sheet.rows)
      #expect(session.perform("save /nowhere/at/all") == .failure("cannot write /nowhere/at/all"))
      _ = session.perform("XFD1048576=1")
      #expect(
        session.perform("save \(path)") == .failure("cannot save 17,179,869,184 cells: more than 10,000,000"))
    }
  }

  @Test func filesThatCannotBeReadSayWhy() throws {
    #expect(throws: InputError("cannot read /nowhere/at/all")) { try Session(reading: "/nowhere/at/all") }
    #expect(throws: InputError("cannot read /")) { try Session(reading: "/") }
    try withFile("a,b\nc\n") { path in
      #expect(throws: InputError("\(path):2: 1 field, where line 1 has 2")) { try Session(reading: path) }
    }
  }

  @Test func anEmptyFileIsAnEmptySheet() throws {
    try withFile("") { path in
      let session = try Session(reading: path)
      #expect(session.perform("show") == .lines(["the sheet is empty"]))
      #expect(session.perform("B2=1") == .lines(["B2: 1", "recomputed 0 of 0 formula cells"]))
      #expect(session.sheet.rows == [["", ""], ["", "1"]])
    }
  }

  @Test func asManyRowsAreShownAsAskedFor() throws {
    try withFile((1...30).map { "\($0)\n" }.joined()) { path in
      let (some, few, all) = try (
        Session(reading: path), Session(reading: path, rowCount: 3), Session(reading: path, rowCount: 99)
      )
      #expect(some.perform("show").linesOrEmpty.last == "A1:A20 of A1:A30")
      #expect(few.perform("show") == .lines(["   A", "1  1", "2  2", "3  3", "A1:A3 of A1:A30"]))
      #expect(all.perform("show").linesOrEmpty.count == 31)
    }
  }
}

extension Session.Reply {
  fileprivate var linesOrEmpty: [String] {
    if case .lines(let lines) = self { lines } else { [] }
  }

  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
