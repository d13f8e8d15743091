import ExampleTerminal
import Testing

@testable import FormModel

@Suite struct SignUpFormScriptTests {
  @Test func eachPlaceIsToldOnceWhenItsKeysArePressed() throws {
    let form = SignUpForm(SignUp())
    var received: [String] = []
    try form.press(KeyScript(lines: "# a comment\nAda<tab>\n\nx\n", name: "f")) { place in
      received.append("\(place) \(form.name.text) \(form.email.text)")
    }
    #expect(received == ["f:2 Ada ", "f:4 Ada x"])
  }

  @Test func aKeyThatDoesNothingIsSaidWithItsPlace() throws {
    let form = SignUpForm(SignUp())
    let script = try KeyScript(lines: "Ada\n<page-up>x", name: "f")
    #expect(throws: InputError("f:2: <page-up> does nothing here")) { try form.press(script) }
    #expect(form.name.text == "Ada")
  }

  @Test func nothingIsPressedAfterTheEnd() throws {
    let form = SignUpForm(SignUp())
    #expect(throws: InputError("key 3: the program has ended before b")) { try form.type("a<ctrl-c>b") }
    #expect(form.account == nil)
  }
}
