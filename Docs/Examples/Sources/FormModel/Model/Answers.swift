/// What is filled in, and what follows from it. Plain Swift: nothing in here knows that it is observed.
struct Answers: Equatable {
  var name = ""
  var email = ""
  var password = ""
  /// Nil until there is one; or the text that is none.
  var age: Result<Int?, AgeRefusal> = .success(nil)
  var showsPassword = false
  var acceptsTerms = false
}

extension Answers {
  // What is wrong with what is there, to be shown beside it; empty if nothing is.

  var nameProblem: String { Validation.problem(name: name) }
  var emailProblem: String { Validation.problem(email: email) }
  var passwordProblem: String { Validation.problem(password: password, name: name, email: email) }
  var ageProblem: String {
    switch age {
    case .success(let age): Validation.problem(age: age)
    case .failure(let refusal): refusal.description
    }
  }

  /// What is still to be filled in.
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

  /// Where things stand, in a sentence.
  var summary: String {
    if !missing.isEmpty { return "Still needed: \(missing.joined(separator: ", "))." }
    return hasProblem ? "Something is not right yet." : "Everything is filled in."
  }

  /// What can be signed up with; nil if something is missing or not right.
  var account: Account? {
    guard isValid, case .success(let age?) = age else { return nil }
    return Account(name: name.trimmed, email: email, password: password, age: age)
  }
}
