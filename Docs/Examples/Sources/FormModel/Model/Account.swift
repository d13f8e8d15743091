import ExampleTerminal

/// A completed sign-up.
public struct Account: Equatable, Sendable {
  public var name: String
  public var email: String
  public var password: String
  public var age: Int

  /// Printable lines, without the password.
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
