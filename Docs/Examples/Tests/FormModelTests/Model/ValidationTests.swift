import Testing

@testable import FormModel

@Suite struct ValidationTests {
  @Test(arguments: [
    ("", ""), ("  ", ""), ("Ada", ""), ("日本 花子", ""), ("№ 4", "a name has a letter in it"),
    ("12", "a name has a letter in it"), ("-", "a name has a letter in it"),
  ])
  func names(name: String, problem: String) { #expect(Validation.problem(name: name) == problem) }

  @Test(arguments: [
    ("", ""), ("a@b.c", ""), ("ada.lovelace@mail.example.org", ""), ("花子@例え.jp", ""),
    ("ada", "an address has one @"), ("a@b@c.d", "an address has one @"), ("@b.c", "nothing stands before the @"),
    ("a b@c.d", "an address has no blanks"), ("a@", "it goes on as in @example.org"),
    ("a@b", "it goes on as in @example.org"), ("a@b.", "it goes on as in @example.org"),
    ("a@.b", "it goes on as in @example.org"), ("a@b..c", "it goes on as in @example.org"),
  ])
  func addresses(email: String, problem: String) { #expect(Validation.problem(email: email) == problem) }

  @Test(arguments: [
    ("", ""), ("teapots", "8 characters at least"), ("teapots!", ""), ("日本語日本語日本", ""),
    ("I am LOVELACE", "contains your name"), ("the-countess-9", "contains your address"), ("by the way", ""),
  ])
  func passwords(password: String, problem: String) {
    #expect(
      Validation.problem(password: password, name: "Ada by Lovelace", email: "Countess@example.org") == problem)
    #expect(Validation.problem(password: password, name: "", email: "").hasPrefix("contains") == false)
  }

  @Test(arguments: [(nil, ""), (0, "from 13 years on"), (12, "from 13 years on"), (13, ""), (130, "")])
  func ages(age: Int?, problem: String) { #expect(Validation.problem(age: age) == problem) }

  @Test func nobodyIsOlderThanAnybody() { #expect(Validation.problem(age: 131) == "nobody is that old") }

  @Test(arguments: [
    ("Ada Lovelace", "ada.lovelace@example.org"), ("  J. R. Ångström-2 ", "j.r.ångström.2@example.org"),
    ("山田 花子", "山田.花子@example.org"), ("", ""), (" ?! ", ""),
  ])
  func theAddressOfANameIsValidOrThereIsNone(name: String, address: String) {
    #expect(Validation.address(of: name) == address)
    #expect(Validation.problem(email: address) == "")
  }
}
