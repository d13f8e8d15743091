import ExampleTerminal

/// What somebody has signed up with.
public struct Account: Equatable, Sendable {
  public var name: String
  public var email: String
  public var password: String
  public var age: Int

  /// Lines to be printed; they do not give the password away.
  public var summary: [String] {
    [
      "Signed up:",
      "  name      \(name.printable)",
      "  e-mail    \(email.printable)",
      "  password  \(password.count) characters, \(PasswordStrength(of: password))",
      "  age       \(age)",
    ]
  }
}
