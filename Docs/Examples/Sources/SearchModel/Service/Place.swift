import ExampleTerminal
import Foundation

/// A place to find.
public struct Place: Identifiable, Hashable, Sendable {
  /// The line number in the file, which is stable across results.
  public let id: Int
  public let name: String

  /// The places in a file, one per line.
  static func all(in path: String) throws(InputError) -> [Place] {
    guard let data = FileManager.default.contents(atPath: path) else { throw InputError("cannot read \(path)") }
    guard let text = String(validating: data, as: UTF8.self) else { throw InputError("\(path) is no text in UTF-8") }
    return text.split(whereSeparator: \.isNewline).enumerated().map { Place(id: $0, name: String($1)) }
  }
}

/// The result of a search.
public struct Found: Equatable, Sendable {
  /// The question.
  public var question: String
  /// The first results.
  public var places: [Place]
  /// The number of all results.
  public var count: Int
}

/// The reason why a search failed.
public enum ServiceFailure: Error, Equatable, CustomStringConvertible {
  case offline
  case tooManyQuestions(retryAfter: Duration)

  public var description: String {
    switch self {
    case .offline: "offline"
    case .tooManyQuestions: "too many questions"
    }
  }
}
