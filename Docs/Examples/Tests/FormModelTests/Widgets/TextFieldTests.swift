import ExampleTerminal
import Testing

@testable import FormModel

@Suite struct TextFieldTests {
  private func press(_ keys: String, in field: TextField) throws {
    for step in try KeyScript(keys).steps { #expect(field.press(step.key)) }
  }

  @Test func keysEditTheTextAtTheCursor() throws {
    let field = TextField()
    try press("bd<left>c<home>a<end>ef<backspace><home><delete>", in: field)
    #expect(field.text == "bcde")
    #expect(field.after == "bcde")
  }

  @Test func keysThatEditNothingAreNotTaken() {
    let field = TextField()
    for key in [Key.tab, .enter, .up, .down, .escape, .control("a")] { #expect(!field.press(key)) }
  }

  @Test func editsAreToldAndMovementsAndWritesAreNot() throws {
    let field = TextField()
    var received: [String] = []
    field.onEdit = { received.append(field.text) }
    field.text = "a"
    try press("b<left><right><delete><home><backspace><delete>", in: field)
    #expect(received == ["ab", "b"])
    field.onEdit = nil
  }

  @Test func atTheLimitNothingIsTakenAndALongerTextIsCutAndTold() throws {
    let field = TextField(limit: 3)
    var received: [String] = []
    field.onEdit = { [unowned field] in received.append(field.text) }
    try press("日本語版", in: field)
    #expect(field.text == "日本語")
    field.text = "cut off"
    #expect(received == ["日", "日本", "日本語", "cut"])
  }

  @Test func anAccentMeltsWithItsLetter() throws {
    let field = TextField()
    try press("e\u{301}", in: field)
    #expect(field.text == "é")
    try press("<backspace>", in: field)
    #expect(field.text == "")
  }
}
