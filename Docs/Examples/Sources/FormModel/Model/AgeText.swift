/// How an age is written in a field: nothing for nobody's.
enum AgeText {
  static func text(of age: Int?) -> String { age.map { String($0) } ?? "" }

  static func age(in text: String) throws(AgeRefusal) -> Int? {
    let digits = text.trimmed
    if digits.isEmpty { return nil }
    guard digits.allSatisfy(\.isASCII), let age = Int(digits), age >= 0 else { throw AgeRefusal(text: digits) }
    return age
  }
}
