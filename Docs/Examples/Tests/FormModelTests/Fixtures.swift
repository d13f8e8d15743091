import ExampleTerminal
import ReactiveBindings

@testable import FormModel

extension SignUpForm {
  func type(_ keys: String) throws { try press(KeyScript(keys)) }

  /// Focuses a widget, and presses keys there.
  func type(_ keys: String, into widget: any Widget) throws {
    while focused !== widget { _ = press(.tab) }
    try type(keys)
  }

  var text: [String] { frame(for: .usual).text }
}

extension Answers {
  /// Valid answers.
  static let filledIn = Answers(
    name: "Ada Lovelace", email: "ada@example.org", password: "three blue teapots", age: .success(36),
    acceptsTerms: true)
}

extension SignUp {
  static func filledIn() -> SignUp {
    let signUp = SignUp()
    signUp.answers.value = .filledIn
    return signUp
  }
}
