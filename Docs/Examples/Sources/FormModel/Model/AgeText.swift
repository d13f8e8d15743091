/// An age in a field: empty for none; an invalid text is kept.
enum AgeText {
  static func text(of age: Result<Int?, AgeRefusal>) -> String {
    switch age {
    case .success(let age): age.map { String($0) } ?? ""
    case .failure(let refusal): refusal.text
    }
  }

  static func age(in text: String) -> Result<Int?, AgeRefusal> {
    let digits = text.trimmed
    if digits.isEmpty { return .success(nil) }
    guard digits.allSatisfy(\.isASCII), let age = Int(digits), age >= 0 else {
      return .failure(AgeRefusal(text: digits))
    }
    return .success(age)
  }
}
