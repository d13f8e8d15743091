/// The line and the reason of an error in a CSV file.
public struct MalformedCSV: Error, Equatable {
  /// From 1, as in editors: a field of several lines counts all of them.
  public var line: Int
  public var reason: String

  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}
