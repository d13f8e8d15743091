/// Which issues are listed.
public struct Filter: Hashable, Codable, Sendable {
  /// What the title or the text has in it, in small or capital letters.
  public var text = ""
  /// The only status to be listed; nil for all.
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

  /// The next status, and after the last one all.
  mutating func advanceStatus() {
    guard let status else {
      status = .open
      return
    }
    self.status = status == Status.allCases.last ? nil : status.next
  }
}
