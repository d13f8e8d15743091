import ReactiveElm

/// A subscriber that logs everything in a journal and runs a given action.
final class Watcher: Subscriber {
  private let name: String
  private let journal: Journal
  private let whenPresenting: (String) -> Void
  private let whenPerforming: (String) -> Void

  init(
    _ journal: Journal, _ name: String = "watcher", presenting: @escaping (String) -> Void = { _ in },
    performing: @escaping (String) -> Void = { _ in }
  ) {
    self.name = name
    self.journal = journal
    whenPresenting = presenting
    whenPerforming = performing
  }

  func update(presenting view: String) {
    journal.add("\(name) shows \(view)")
    whenPresenting(view)
  }
  func update(performing command: String) {
    journal.add("\(name) performs \(command)")
    whenPerforming(command)
  }
}
