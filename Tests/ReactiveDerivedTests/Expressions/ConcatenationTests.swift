import ReactiveDerived
import Testing

@Suite("Concatenation")
struct ConcatenationTests {
  @Test("behaviors, literals and variables may stand on either side")
  func sides() {
    let firstName = "Ada".continuous
    let lastName = "Lovelace".continuous
    let mark = "!"
    let greeting: Behavior<String> = "Hello, " + firstName + " " + lastName + mark
    #expect(greeting.value == "Hello, Ada Lovelace!")
    firstName <<= "Augusta"
    #expect(greeting.value == "Hello, Augusta Lovelace!")
    #expect(firstName.appending(lastName).value == "AugustaLovelace")
    #expect(firstName.appending("?").value == "Augusta?")
    #expect(firstName.prepending("?").value == "?Augusta")
  }

  @Test("appending writes once, and nothing is no change")
  func appends() {
    let text = "a".continuous
    text += "b"
    #expect(text.value == "ab")
    var seen: [String] = []
    text.sink { seen.append($0) }
    text += "c"
    text += ""
    text += "d".continuous
    #expect(seen == ["abc", "abcd"])
    batch {
      text += "e"
      text <<= "abcd"
    }
    #expect(seen == ["abc", "abcd"])
  }
}
