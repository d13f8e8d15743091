/// Distinguishes two states of a file without reading it.
public struct FileStamp: Hashable, Codable, Sendable {
  /// A new file of the same name has a new number. Atomic saves replace the file.
  public var number: UInt64
  public var size: Int64
  /// The time of writing: nanoseconds since the beginning of 1970.
  public var written: Int64

  public init(number: UInt64, size: Int64, written: Int64) {
    self.number = number
    self.size = size
    self.written = written
  }
}

/// The result of reading the file.
public struct FileReading: Hashable, Codable, Sendable {
  public enum Content: Hashable, Codable, Sendable {
    case missing
    case book(IssueBook)
    /// Unreadable contents, with the reason.
    case broken(String)
  }

  public var content: Content
  /// Taken before reading, so that a write in between is detected later. Nil if there is no file.
  public var stamp: FileStamp?

  public init(_ content: Content, stamp: FileStamp?) {
    self.content = content
    self.stamp = stamp
  }
}
