/// Says which line of a CSV file is not what it should be, and why.
public struct MalformedCSV: Error, Equatable {
  /// Counted from 1, as editors do: a field that spans several lines counts all of them.
  public var line: Int
  public var reason: String

  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}
