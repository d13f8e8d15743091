import Testing

@testable import FormModel

@Suite struct AgeTextTests {
  @Test(arguments: [("", nil), ("  ", nil), ("36", 36), (" 007 ", 7), ("0", 0)])
  func aTextIsAnAgeOrNone(text: String, age: Int?) throws { #expect(try AgeText.age(in: text) == age) }

  @Test(arguments: ["many", "-1", "3.5", "3 6", "٣", "9999999999999999999999"])
  func otherTextsAreRefusedWithWhatTheySay(text: String) {
    let refusal = #expect(throws: AgeRefusal.self) { try AgeText.age(in: " \(text) ") }
    #expect(refusal?.description == "“\(text)” is no age")
  }

  @Test(arguments: [nil, 0, 36, Int.max])
  func whatAnAgeIsWrittenAsIsThatAge(age: Int?) throws {
    #expect(try AgeText.age(in: AgeText.text(of: age)) == age)
  }
}
