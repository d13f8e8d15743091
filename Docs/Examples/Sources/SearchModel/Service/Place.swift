import ExampleTerminal
import Foundation

/// Something to be found.
public struct Place: Identifiable, Hashable, Sendable {
  /// The line of the file that it stands in. Whatever else is found with it, this stays.
  public let id: Int
  public let name: String

  /// The places in a file, one on each line.
  static func all(in path: String) throws(InputError) -> [Place] {
    guard let data = FileManager.default.contents(atPath: path) else { throw InputError("cannot read \(path)") }
    guard let text = String(validating: data, as: UTF8.self) else { throw InputError("\(path) is no text in UTF-8") }
    return text.split(whereSeparator: \.isNewline).enumerated().map { Place(id: $0, name: String($1)) }
  }
}

/// What a service has found.
public struct Found: Equatable, Sendable {
  /// What it was asked for.
  public var question: String
  /// The first ones.
  public var places: [Place]
  /// How many there are.
  public var count: Int
}

/// Why a service has found nothing.
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
