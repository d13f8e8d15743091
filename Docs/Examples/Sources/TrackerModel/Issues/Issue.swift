/// An issue.
public struct Issue: Hashable, Codable, Sendable, Identifiable {
  /// A unique number that is never reused.
  public var id: Int
  public var title: String
  public var text: String
  public var status: Status
  public var priority: Priority
  public var created: Moment

  public init(
    id: Int, title: String, text: String = "", status: Status = .open, priority: Priority = .normal, created: Moment
  ) {
    self.id = id
    self.title = title
    self.text = text
    self.status = status
    self.priority = priority
    self.created = created
  }
}

/// The progress of an issue.
public enum Status: String, CaseIterable, Codable, Sendable {
  case open, started, done
}

/// The importance of an issue.
public enum Priority: String, CaseIterable, Codable, Sendable {
  case low, normal, high
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The next case; the first after the last.
  var next: Self {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
    return all[index]
  }
}
