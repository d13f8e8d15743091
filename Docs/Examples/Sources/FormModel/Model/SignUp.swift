import ReactiveBindings
import ReactiveDerived

/// The view model of a sign-up: its answers and actions.
///
/// It does not depend on widgets. Every observer sees a write to the answers or to a part of them.
public final class SignUp {
  /// All answers are one value. A widget shows or writes a part, `answers[\.name]`; derived values are mapped,
  /// `answers.map(\.isValid)`.
  let answers = OpenBehavior(Answers())
  /// Undo excludes the visibility of the password, which is not an answer.
  let history: History

  /// Messages about actions.
  @Signal private(set) var notices: Accepts<String>
  /// The completed sign-up.
  @Signal private(set) var submitted: Accepts<Account>

  public init() { history = History(of: answers, excluding: \.showsPassword) }

  /// Writes an e-mail address derived from the name, if possible.
  func suggestEmail() {
    let suggestion = answers.value.suggestion
    if suggestion.isEmpty { return }
    answers.value.email = suggestion
    notices.send("An address was suggested.")
  }

  func clear() {
    answers.value = Answers()
    notices.send("The form is empty again.")
  }

  /// Reports the account if the answers are valid.
  func submit() {
    guard let account = answers.value.account else { return }
    notices.send("Welcome, \(account.name)!")
    submitted.send(account)
  }
}
