internal import ReactiveCore

/// The operations of a program that has ended. They are released without recursion: a command or a source may hold the
/// next program of a long list.
final class EndedOperations<M: Module> {
  private typealias Running = (
    commands: [Int: Operations<M>.RunningCommand], sources: [Int: Operations<M>.RunningSource], wanted: [M.Source]
  )
  private let running: ReleaseGuard<Running>

  init(
    commands: [Int: Operations<M>.RunningCommand], sources: [Int: Operations<M>.RunningSource], wanted: [M.Source]
  ) { running = ReleaseGuard((commands, sources, wanted)) }

  var isEmpty: Bool { running.content.map { $0.commands.isEmpty && $0.sources.isEmpty } ?? true }

  /// The numbers of the commands, and their places in the index.
  var places: [(Int, [Int])] { running.content?.commands.map { ($0, $1.places) } ?? [] }

  /// In the order in which they started.
  func cancel() {
    guard let content = running.content else { return }
    for number in (Array(content.commands.keys) + content.sources.keys).sorted() {
      content.commands[number]?.cancel()
      content.sources[number]?.subscription?.cancel()
    }
  }
}
