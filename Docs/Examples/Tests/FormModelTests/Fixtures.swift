import ExampleTerminal

@testable import FormModel

extension SignUpForm {
  /// Presses the keys of a script that has no mistakes.
  func type(_ keys: String) throws { try press(KeyScript(keys)) }

  /// Goes to a widget, and presses keys there.
  func type(_ keys: String, into widget: any Widget) throws {
    while focused !== widget { _ = press(.tab) }
    try type(keys)
  }

  /// What is shown, without styles.
  var text: [String] { frame(for: .usual).text }
}

extension SignUp {
  /// One with answers that nothing is wrong with.
  static func filledIn() -> SignUp {
    let signUp = SignUp()
    signUp.name = "Ada Lovelace"
    signUp.email = "ada@example.org"
    signUp.password = "three blue teapots"
    signUp.age = 36
    signUp.acceptsTerms = true
    return signUp
  }
}
