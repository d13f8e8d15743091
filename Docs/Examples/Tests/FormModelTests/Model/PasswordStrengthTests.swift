import Testing

@testable import FormModel

@Suite struct PasswordStrengthTests {
  @Test(arguments: [
    ("", ""), ("aaaaaaaaaaaaaaaaaaaa", "weak"), ("teapot", "weak"), ("teapots!", "weak"), ("Teapots!", "fair"),
    ("Teapots! 36", "strong"), ("three blue teapots", "strong"),
  ])
  func lengthAndVarietyMakeItStronger(password: String, strength: String) {
    #expect(PasswordStrength(of: password).description == strength)
  }
}
