/// What distinguishes two states of a file without reading it.
public struct FileStamp: Hashable, Codable, Sendable {
  /// A new file of the same name has a new number. A program that saves as this one does replaces the file.
  public var number: UInt64
  public var size: Int64
  /// When it was written: nanoseconds since the beginning of 1970.
  public var written: Int64

  public init(number: UInt64, size: Int64, written: Int64) {
    self.number = number
    self.size = size
    self.written = written
  }
}

/// What was found where the file is, or should be.
public struct FileReading: Hashable, Codable, Sendable {
  public enum Content: Hashable, Codable, Sendable {
    case missing
    case book(IssueBook)
    /// Something that cannot be read, and why.
    case broken(String)
  }

  public var content: Content
  /// Taken before it was read: whoever writes in between is noticed later. Nil if there is no file.
  public var stamp: FileStamp?

  public init(_ content: Content, stamp: FileStamp?) {
    self.content = content
    self.stamp = stamp
  }
}
