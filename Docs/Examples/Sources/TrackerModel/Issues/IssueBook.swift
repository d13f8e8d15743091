/// The contents of the file: all issues, and the next number.
public struct IssueBook: Hashable, Codable, Sendable {
  public var next: Int
  public private(set) var issues: [Issue]

  public init(issues: [Issue] = []) {
    self.issues = issues
    next = (issues.map(\.id).max() ?? 0) + 1
  }

  public subscript(id: Int) -> Issue? {
    issues.first { $0.id == id }
  }

  /// Adds the issue, or replaces the one with its number.
  mutating func put(_ issue: Issue) {
    if let index = issues.firstIndex(where: { $0.id == issue.id }) {
      issues[index] = issue
    } else {
      issues.append(issue)
      next = max(next, issue.id + 1)
    }
  }

  mutating func remove(_ id: Int) {
    issues.removeAll { $0.id == id }
  }
}

extension IssueBook {
  /// Violations beyond the types; nil if valid.
  var problem: String? {
    var known: Set<Int> = []
    for (index, issue) in issues.enumerated() {
      if issue.id < 1 { return "issues[\(index)].id: expected a number from 1" }
      if !known.insert(issue.id).inserted { return "issues[\(index)].id: there are two issues \(issue.id)" }
      if issue.id >= next { return "next: expected a number above \(issue.id), the issue's at issues[\(index)]" }
    }
    return nil
  }
}
