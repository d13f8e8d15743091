import Testing

@testable import TrackerModel

@Suite struct TextInputTests {
  private func input(_ text: String = "", _ messages: TextInput.Message...) -> TextInput {
    var input = TextInput(text)
    for message in messages { input.update(for: message) }
    return input
  }

  @Test func whatIsTypedGoesBeforeTheCursor() {
    let input = input("ac", .moved(.left), .typed("b"))
    #expect(input.before == "ab")
    #expect(input.after == "c")
    #expect(self.input("x", .moved(.start), .typed("ü")).text == "üx")
  }

  @Test func whatIsErasedIsACharacterAsPeopleSeeIt() {
    #expect(input("ab👩‍🚀", .erased).text == "ab")
    #expect(input("e", .typed("\u{301}"), .erased).text == "")
    #expect(input("👩‍🚀b", .moved(.start), .erasedForward).text == "b")
  }

  @Test func theCursorStaysWithinTheText() {
    #expect(input("", .erased, .erasedForward, .moved(.left), .moved(.right)) == TextInput())
    #expect(input("ab", .moved(.start), .moved(.left), .moved(.right)).before == "a")
    #expect(input("ab", .moved(.start), .moved(.end)).before == "ab")
  }

  @Test func charactersThatMeltAtTheCursorLoseNothing() {
    // An accent typed between two letters, then the letter before it removed.
    let input = input("ab", .moved(.left), .typed("\u{301}"), .moved(.left), .moved(.right))
    #expect(input.text == "a\u{301}b")
    #expect(input.after == "b")
  }
}
