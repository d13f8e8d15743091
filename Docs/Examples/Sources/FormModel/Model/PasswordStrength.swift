/// A rough measure of how hard a password is to guess.
enum PasswordStrength: Int, CustomStringConvertible {
  case none, weak, fair, strong

  /// Long passwords are always strong; short ones need variety.
  init(of password: String) {
    let kinds: [(Character) -> Bool] = [
      \.isLowercase, \.isUppercase, \.isNumber, { !$0.isLetter && !$0.isNumber },
    ]
    let variety = kinds.count { password.contains(where: $0) }
    switch Set(password).count + 2 * variety {
    case _ where password.isEmpty: self = .none
    case ..<12: self = .weak
    case ..<16: self = .fair
    default: self = .strong
    }
  }

  var description: String {
    switch self {
    case .none: ""
    case .weak: "weak"
    case .fair: "fair"
    case .strong: "strong"
    }
  }
}
