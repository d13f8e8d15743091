import Testing

@testable import FormModel

@Suite struct AccountTests {
  @Test func itsSummaryDoesNotGiveThePasswordAway() {
    let account = Account(name: "Ada\nB", email: "ada@example.org", password: "three blue teapots", age: 36)
    #expect(
      account.summary == [
        "Signed up:", "  name      Ada⏎B", "  e-mail    ada@example.org", "  password  18 characters, strong",
        "  age       36",
      ])
  }
}
