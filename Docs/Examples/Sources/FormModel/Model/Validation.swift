/// Problems of answers, in a few words; empty for valid or missing answers.
enum Validation {
  static func problem(name: String) -> String {
    name.trimmed.isEmpty || name.contains(where: \.isLetter) ? "" : "a name has a letter in it"
  }

  static func problem(email: String) -> String {
    if email.isEmpty { return "" }
    if email.contains(where: \.isWhitespace) { return "an address has no blanks" }
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count != 2 { return "an address has one @" }
    if parts[0].isEmpty { return "nothing stands before the @" }
    let names = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    if names.count < 2 || names.contains("") { return "it goes on as in @example.org" }
    return ""
  }

  static func problem(password: String, name: String, email: String) -> String {
    if password.isEmpty { return "" }
    let words = password.lowercased()
    // Many words contain short names.
    let names = name.lowercased().split { !$0.isLetter }.filter { $0.count > 2 }
    if names.contains(where: { words.contains($0) }) { return "contains your name" }
    if let user = email.lowercased().split(separator: "@").first, user.count > 2, words.contains(user) {
      return "contains your address"
    }
    return password.count < 8 ? "8 characters at least" : ""
  }

  static func problem(age: Int?) -> String {
    guard let age else { return "" }
    return age < 13 ? "from 13 years on" : age > 130 ? "nobody is that old" : ""
  }

  /// The address for a name; empty if the name has no usable characters.
  static func address(of name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "" : words.joined(separator: ".") + "@example.org"
  }
}
