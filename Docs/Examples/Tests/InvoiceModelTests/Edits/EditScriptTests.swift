import Foundation
import Testing

@testable import InvoiceModel

@Suite struct EditScriptTests {
  @Test func linesAreNumberedAsEditorsDo() {
    let script = EditScript(
      "\u{FEFF}# comment\r\n\r\n  remove O-1\r\n\t# indented\nremove  O-2\u{2028}\n   \nnonsense\nremove O-3", name: "s"
    )
    #expect(script.lines.map(\.number) == [3, 5, 7, 8])
    #expect(script.lines.map(\.text) == ["remove O-1", "remove O-2", "nonsense", "remove O-3"])
    #expect(script.lines.map { (try? $0.edit.get()) != nil } == [true, true, false, true])
  }

  @Test func nothingIsNoEdits() {
    #expect(EditScript("", name: "s").lines.isEmpty)
    #expect(EditScript("\n# only a comment\n", name: "s").lines.isEmpty)
  }

  @Test func whatCouldMoveTheCursorIsNotRepeated() throws {
    let script = EditScript("rate \u{1B}[2J 5", name: "s")
    #expect(script.lines.map(\.text) == ["rate ?[2J 5"])
    guard case .failure(let error) = EditScript("\u{1B}[2J", name: "s").lines[0].edit else {
      Issue.record("read as an edit")
      return
    }
    #expect(error.description.hasPrefix("unknown command \"?[2J\";"))
  }

  @Test func aFileThatCannotBeReadIsNamed() {
    #expect(throws: InputError("cannot read /nowhere/edits.txt")) { try EditScript(reading: "/nowhere/edits.txt") }
  }

  @Test func everyCommandIsExplained() {
    #expect(EditScript.grammar.count == 7)
  }
}
