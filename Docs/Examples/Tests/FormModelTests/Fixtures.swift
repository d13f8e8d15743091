import ExampleTerminal
import ReactiveBindings

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

extension Answers {
  /// Nothing is wrong with these.
  static let filledIn = Answers(
    name: "Ada Lovelace", email: "ada@example.org", password: "three blue teapots", age: .success(36),
    acceptsTerms: true)
}

extension SignUp {
  /// One with answers that nothing is wrong with.
  static func filledIn() -> SignUp {
    let signUp = SignUp()
    signUp.answers.value = .filledIn
    return signUp
  }
}
