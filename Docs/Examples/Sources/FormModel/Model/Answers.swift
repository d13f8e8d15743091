/// The answers, and everything derived from them. Plain Swift, unaware of observers.
struct Answers: Equatable {
  var name = ""
  var email = ""
  var password = ""
  /// Nil without an answer; a failure holds the invalid text.
  var age: Result<Int?, AgeRefusal> = .success(nil)
  var showsPassword = false
  var acceptsTerms = false
}

extension Answers {
  // Problems to show beside the answers; empty if there are none.

  var nameProblem: String { Validation.problem(name: name) }
  var emailProblem: String { Validation.problem(email: email) }
  var passwordProblem: String { Validation.problem(password: password, name: name, email: email) }
  var ageProblem: String {
    switch age {
    case .success(let age): Validation.problem(age: age)
    case .failure(let refusal): refusal.description
    }
  }

  /// The required answers that are missing.
  var missing: [String] {
    let answers = [
      ("name", !name.trimmed.isEmpty), ("e-mail", !email.isEmpty), ("password", !password.isEmpty),
      ("age", age != .success(nil)), ("terms", acceptsTerms),
    ]
    return answers.filter { !$0.1 }.map(\.0)
  }

  private var hasProblem: Bool { ![nameProblem, emailProblem, passwordProblem, ageProblem].allSatisfy(\.isEmpty) }

  var isValid: Bool { missing.isEmpty && !hasProblem }
  var strength: PasswordStrength { PasswordStrength(of: password) }
  var suggestion: String { Validation.address(of: name) }

  var summary: String {
    if !missing.isEmpty { return "Still needed: \(missing.joined(separator: ", "))." }
    return hasProblem ? "Something is not right yet." : "Everything is filled in."
  }

  /// Nil while answers are missing or invalid.
  var account: Account? {
    guard isValid, case .success(let age?) = age else { return nil }
    return Account(name: name.trimmed, email: email, password: password, age: age)
  }
}
