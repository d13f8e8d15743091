import Testing

@testable import FormModel

@Suite struct AgeTextTests {
  @Test(arguments: [("", nil), ("  ", nil), ("36", 36), (" 007 ", 7), ("0", 0)])
  func aTextIsAnAgeOrNone(text: String, age: Int?) { #expect(AgeText.age(in: text) == .success(age)) }

  @Test(arguments: ["many", "-1", "3.5", "3 6", "٣", "9999999999999999999999"])
  func otherTextsAreRefusedWithWhatTheySay(text: String) {
    let refusal = #expect(throws: AgeRefusal.self) { try AgeText.age(in: " \(text) ").get() }
    #expect(refusal?.description == "“\(text)” is no age")
  }

  @Test(arguments: ["", "0", "36", "\(Int.max)", "many"])
  func whatAnAgeIsWrittenAsIsThatAge(text: String) { #expect(AgeText.text(of: AgeText.age(in: text)) == text) }
}
