/// Whether the types of a module are those that a recording was made with, and how sure that is.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// print(counter.record().recording.fit)  // fine
/// ```
///
/// A recording holds a fingerprint of the messages and models in it: the names of their types, and of their fields and
/// cases with the types of those, found by reflection. Import compares it with that of what it has read. What no recorded
/// message or model made use of is not in it, such as a case that did not occur; and what they hold but do not write, such
/// as a cache, may look like a change.
public enum RecordingFit: Equatable, Sendable {
  /// Everything could be read, and the types are the same.
  case fine
  /// Everything could be read, but types have changed: it may mean something else now.
  case risky([Change])
  /// Something could not be read.
  case impossible([Change])

  /// What has changed in a type.
  public struct Change: Hashable, Sendable {
    /// The type, by the name that it was recorded with.
    public let type: String
    /// What is different.
    public let difference: String
    /// Where it was found: the path of keys to it. Nil where it holds everywhere.
    public let place: String?
  }
}

extension RecordingFit: CustomStringConvertible {
  /// How sure it is, and what has changed.
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
  /// The type, what is different, and where.
  public var description: String { place.map { "\(type): \(difference) (at \($0))" } ?? "\(type): \(difference)" }
}
