/// What happened, in order.
final class Journal {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }

  /// What has been added since the last time.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}
