import Foundation
import Testing

@testable import InvoiceModel

@Suite struct SessionTests {
  private func withSession(_ body: (Session, String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(smallFile.utf8).write(to: file)
    try body(try Session(reading: file.path), file.path)
  }

  @Test func withoutEditsItTellsTheTotals() throws {
    try withSession { session, path in
      let report = session.totals()
      #expect(report.lines.first == "\(path): 3 customers, 4 orders, 4 lines; 79 properties")
      #expect(report.lines.contains("C-1       Anna       2  159.00  13.95  172.95"))
      #expect(report.complaints.isEmpty)
      #expect(session.apply(EditScript("# nothing\n", name: "s")).lines == report.lines)
    }
  }

  @Test func editsAreReportedSideBySide() throws {
    try withSession { session, _ in
      let report = session.apply(EditScript("set O-1 1 quantity 5\n\nset O-1 1 quantity 4\n", name: "s"))
      #expect(report.lines.contains("line  edit                  recomputed   total"))
      #expect(report.lines.contains("   1  set O-1 1 quantity 5          17  196.95"))
      #expect(report.lines.contains("   3  set O-1 1 quantity 4          17  184.95"))
      #expect(report.lines.contains("all customers' totals are what they were"))
      #expect(
        report.lines.suffix(3) == [
          "one at a time: 34 recomputed; as a batch: 0 recomputed",
          "one at a time: 2 customer totals notified; as a batch: 0 notified",
          "one at a time: 169.00 + 15.95 tax = 184.95; as a batch: 169.00 + 15.95 tax = 184.95",
        ])
    }
  }

  @Test func wrongLinesAreReportedWithTheirNumbers() throws {
    try withSession { session, _ in
      let report = session.apply(EditScript("remove O-7\nremove O-1\nremove O-1\n", name: "edits.txt"))
      #expect(
        report.complaints == [
          "edits.txt:1: there is no order \"O-7\"", "edits.txt:3: there is no order \"O-1\"",
        ])
      #expect(report.lines.last?.hasSuffix("tax = 125.40") == true)
    }
  }

  @Test func invoicesAreShownAfterTheEdits() throws {
    try withSession { session, _ in
      let report = session.apply(EditScript("set O-4 1 quantity 3", name: "s"), invoices: ["O-4", "O-8"])
      #expect(report.lines.contains("to pay  36.00"))
      #expect(report.complaints == ["there is no order \"O-8\""])
    }
  }

  @Test func aFileThatCannotBeReadIsNamed() {
    #expect(throws: InputError("cannot read /nowhere.json")) { try Session(reading: "/nowhere.json") }
  }
}
