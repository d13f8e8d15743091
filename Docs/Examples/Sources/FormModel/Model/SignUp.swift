import ReactiveBindings
import ReactiveDerived

/// The view model of a sign-up: what is filled in, and what can be done with it.
///
/// It knows of no widget. A write of its answers, or of a part of them, here or in a field, is seen everywhere.
public final class SignUp {
  /// All that is filled in is one value. What a widget shows or writes is a part of it, `answers[\.name]`, and what follows
  /// from it is mapped, `answers.map(\.isValid)`.
  let answers = OpenBehavior(Answers())
  /// Whether the password is to be seen is no answer, and stays as it is.
  let history: History

  /// Something has been done that is worth saying.
  @Signal private(set) var notices: Accepts<String>
  /// It is done.
  @Signal private(set) var submitted: Accepts<Account>

  public init() { history = History(of: answers, excluding: \.showsPassword) }

  /// Writes an address that goes with the name; nothing if no address does.
  func suggestEmail() {
    let suggestion = answers.value.suggestion
    if suggestion.isEmpty { return }
    answers.value.email = suggestion
    notices.send("An address was suggested.")
  }

  /// Begins anew.
  func clear() {
    answers.value = Answers()
    notices.send("The form is empty again.")
  }

  /// Reports what was filled in, if it is valid.
  func submit() {
    guard let account = answers.value.account else { return }
    notices.send("Welcome, \(account.name)!")
    submitted.send(account)
  }
}
