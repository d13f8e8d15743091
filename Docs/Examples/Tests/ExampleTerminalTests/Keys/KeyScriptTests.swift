import ExampleTerminal
import Testing

@Suite struct KeyScriptTests {
  @Test func aCharacterIsItsKeyAndNamesStandInBrackets() throws {
    let script = try KeyScript("jÄ<enter><lt><ctrl-s><page-down> ")
    #expect(
      script.steps.map(\.key) == [
        .character("j"), .character("Ä"), .enter, .character("<"), .control("s"), .pageDown, .character(" "),
      ])
    #expect(script.steps.map(\.key.description).joined() == "jÄ<enter><lt><ctrl-s><page-down> ")
  }

  @Test func aFileHasCommentsAndLines() throws {
    let script = try KeyScript(lines: "# down\njj\r\n\n# up\nk<enter>", name: "a.keys")
    #expect(script.steps.map(\.key) == [.character("j"), .character("j"), .character("k"), .enter])
    #expect(script.steps.map(\.place) == ["a.keys:2", "a.keys:2", "a.keys:5", "a.keys:5"])
  }

  @Test(arguments: [
    ("j<entr>", "key 2: there is no key <entr>, but <backspace>, <delete>, "),
    ("<", "key 1: the < is never closed; an angle bracket itself is <lt>"),
    ("<>", "key 1: there is no key <>, but "),
    ("<ctrl-?>", "key 1: there is no key <ctrl-?>, but "),
  ])
  func whatIsWrongIsSaidWithItsPlace(text: String, message: String) throws {
    let failure = #expect(throws: InputError.self) { try KeyScript(text) }
    #expect(failure?.description.hasPrefix(message) == true)
  }

  @Test func aFileThatIsNotThereIsNamed() {
    #expect(throws: InputError("cannot read /nowhere.keys")) { try KeyScript(reading: "/nowhere.keys") }
  }
}
