/// Whether a module's types match those of a recording, and how certainly.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// print(counter.record().recording.fit)  // fine
/// ```
///
/// A recording contains a fingerprint of its messages and models: the names of their types, fields and cases, and the
/// types of these, found by reflection. Import compares it with that of the decoded values. Parts that did not occur,
/// such as a case, are missing from it. Parts not encoded, such as a cache, may look like a change.
public enum RecordingFit: Equatable, Sendable {
  /// Everything was readable, and the types match.
  case fine
  /// Everything was readable, but types, and possibly the meaning, have changed.
  case risky([Change])
  /// Something was unreadable.
  case impossible([Change])

  /// A change of a type.
  public struct Change: Hashable, Sendable {
    /// The recorded name of the type.
    public let type: String
    /// The difference.
    public let difference: String
    /// The path of keys to the change; nil if it applies everywhere.
    public let place: String?
  }
}

extension RecordingFit: CustomStringConvertible {
  /// The certainty and the changes.
  public var description: String {
    switch self {
    case .fine: "fine"
    case .risky(let changes): "risky, since types have changed: " + Self.list(changes)
    case .impossible(let changes): "impossible: " + Self.list(changes)
    }
  }

  private static func list(_ changes: [Change]) -> String {
    changes.map(\.description).joined(separator: "; ")
  }
}

extension RecordingFit.Change: CustomStringConvertible {
  /// The type, the difference and the place.
  public var description: String { place.map { "\(type): \(difference) (at \($0))" } ?? "\(type): \(difference)" }
}
