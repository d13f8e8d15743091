/// Selects the issues to list.
public struct Filter: Hashable, Codable, Sendable {
  /// Part of the title or text; case is ignored.
  public var text = ""
  /// The only status to list; nil for all.
  public var status: Status?

  public init(text: String = "", status: Status? = nil) {
    self.text = text
    self.status = status
  }

  func contains(_ issue: Issue) -> Bool {
    if let status, issue.status != status { return false }
    if text.isEmpty { return true }
    let text = text.lowercased()
    return issue.title.lowercased().contains(text) || issue.text.lowercased().contains(text)
  }

  /// The next status; all after the last one.
  mutating func advanceStatus() {
    guard let status else {
      status = .open
      return
    }
    self.status = status == Status.allCases.last ? nil : status.next
  }
}
