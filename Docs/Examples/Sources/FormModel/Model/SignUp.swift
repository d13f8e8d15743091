import ReactiveBindings
import ReactiveDerived

/// The view model of a sign-up: what is filled in, what follows from it, and what can be done with it.
///
/// It knows of no widget. A write of its properties, here or in a field, is seen everywhere.
public final class SignUp {
  // MARK: What is filled in

  @Pub var name = ""
  @Pub var email = ""
  @Pub var password = ""
  /// Each write counts, also that of the age which is there already: it makes a field drop the text that was refused.
  @Pub(isDuplicate: { _, _ in false }) var age: Int? = nil
  @Pub var showsPassword = false
  @Pub var acceptsTerms = false

  /// A text was typed that is no age. The age is as it was.
  let ageRefused = Event<AgeRefusal>()
  /// The text that is no age, until the age is written again.
  @Pub private var ageRefusal: AgeRefusal? = nil

  /// Something has been done that is worth saying.
  @Signal private(set) var notices: Accepts<String>
  /// It is done.
  @Signal private(set) var submitted: Accepts<Account>

  public init() {
    ageRefused.assign(to: \.ageRefusal, on: self)
    $age.sink(with: self) { me, _ in me.ageRefusal = nil }
  }

  // MARK: What follows from it

  // What is wrong with what is there, for the person who has typed it; empty if nothing is.

  private(set) lazy var nameProblem = $name.map { Validation.problem(name: $0) }
  private(set) lazy var emailProblem = $email.map { Validation.problem(email: $0) }
  private(set) lazy var passwordProblem = DerivedProperty($password, $name, $email) {
    Validation.problem(password: $0, name: $1, email: $2)
  }
  private(set) lazy var ageProblem = DerivedProperty($age, $ageRefusal) { age, refusal in
    refusal?.description ?? Validation.problem(age: age)
  }

  /// What is still to be filled in.
  private(set) lazy var missing = DerivedProperty($name, $email, $password, $age, $ageRefusal, $acceptsTerms) {
    name, email, password, age, refusal, acceptsTerms in
    let answers = [
      ("name", !name.trimmed.isEmpty), ("e-mail", !email.isEmpty), ("password", !password.isEmpty),
      ("age", age != nil || refusal != nil), ("terms", acceptsTerms),
    ]
    return answers.filter { !$0.1 }.map(\.0)
  }

  private lazy var hasProblem = DerivedProperty(nameProblem, emailProblem, passwordProblem, ageProblem) {
    ![$0, $1, $2, $3].allSatisfy(\.isEmpty)
  }

  private(set) lazy var isValid = missing.map(\.isEmpty) && !hasProblem
  private(set) lazy var strength = $password.map { PasswordStrength(of: $0) }
  private(set) lazy var suggestion = $name.map { Validation.address(of: $0) }

  /// Where things stand, in a sentence.
  private(set) lazy var summary = DerivedProperty(missing, hasProblem) { missing, hasProblem in
    if !missing.isEmpty { return "Still needed: \(missing.joined(separator: ", "))." }
    return hasProblem ? "Something is not right yet." : "Everything is filled in."
  }

  // MARK: What can be done with it

  /// Writes an address that goes with the name; nothing if no address does.
  func suggestEmail() {
    if suggestion.value.isEmpty { return }
    email = suggestion.value
    notices.send("An address was suggested.")
  }

  /// Begins anew.
  func clear() {
    batch {
      name = ""
      email = ""
      password = ""
      age = nil
      showsPassword = false
      acceptsTerms = false
    }
    notices.send("The form is empty again.")
  }

  /// Reports what was filled in, if it is valid.
  func submit() {
    guard isValid.value, let age else { return }
    let account = Account(name: name.trimmed, email: email, password: password, age: age)
    notices.send("Welcome, \(account.name)!")
    submitted.send(account)
  }
}
