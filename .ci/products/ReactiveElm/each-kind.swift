import ReactiveElm

struct Row: Module {
  enum Message: Sendable, Codable {
    case mark, marked
    case failed(String)
  }
  struct Model: Codable { var isMarked = false }
  enum Command: Sendable { case mark }
  enum Source: Hashable, Sendable { case clock }
  static func start(with flags: Void) -> (model: Model, commands: [Command]) { (Model(), [.mark]) }
  static func update(for message: Message, model: inout Model) -> [Command] {
    model.isMarked = true
    return []
  }
  static func view(for model: Model) -> Bool { model.isMarked }
  static func subscriptions(for model: Model) -> [Source] { model.isMarked ? [.clock] : [] }
  static func policy(for command: Command) -> CommandPolicy { .identified(by: "mark", cancelInFlight: true) }
  static func message(for error: any Error, performing command: Command) -> Message? { .failed("\(error)") }
}

// A parent of children of each kind, using only the public interface.
struct Page: Module {
  enum Message: Sendable, Codable {
    case first(Row.Message)
    case maybe(Row.Message)
    case row(Int, Row.Message)
    case open
  }
  struct Model: Initable, Codable {
    var first = Row.Model()
    var maybe: Row.Model?
    var rows: [Int: Row.Model] = [1: Row.Model()]
  }
  enum Command: Sendable {
    case first(Row.Command)
    case maybe(Row.Command)
    case row(Int, Row.Command)
  }
  enum Source: Hashable, Sendable {
    case first(Row.Source)
    case maybe(Row.Source)
    case row(Int, Row.Source)
  }

  static let first = Embedding<Page, Row>(
    at: \.first, message: Message.first, command: Command.first, source: Source.first)
  static let maybe = OptionalEmbedding<Page, Row>(
    at: \.maybe, message: Message.maybe, command: Command.maybe, source: Source.maybe)
  static let rows = KeyedEmbedding<Page, Row, [Int: Row.Model]>(
    at: \.rows, message: Message.row, command: Command.row, source: Source.row)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .first(let message): first.update(for: message, model: &model)
    case .maybe(let message): maybe.update(for: message, model: &model)
    case .row(let key, let message): rows.update(for: message, of: key, model: &model)
    case .open: maybe.start(model: &model)
    }
  }
  static func view(for model: Model) -> [Bool] {
    [first.view(for: model), maybe.view(for: model) ?? false] + rows.views(for: model)
  }
  static func subscriptions(for model: Model) -> [Source] {
    first.subscriptions(for: model) + maybe.subscriptions(for: model) + rows.subscriptions(for: model)
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .first(let command): first.policy(for: command)
    case .maybe(let command): maybe.policy(for: command)
    case .row(let key, let command): rows.policy(for: command, of: key)
    }
  }
}

final class Screen: Subscriber {
  func update(presenting view: [Bool]) { print("shows", view) }
  func update(performing command: Page.Command) { print("performs", command) }
}

func use() async throws {
  let clock = Event<Void>()
  let page = Page.makeProgram { command in
    await Task.yield()
    switch command {
    case .first: return .first(.marked)
    case .maybe: return .maybe(.marked)
    case .row(let key, _): return .row(key, .marked)
    }
  } listening: { source, dispatch in
    print("listens to", source)
    return clock.sink { dispatch(.first(.mark)) }
  }
  let screen = Screen()
  page.subscribe(screen)
  let recorder = page.record(keeping: 100)
  let part = page.modelBehavior(\.first.isMarked)
  part.sink { print("marked", $0) }
  let open = page.modelBehavior(\.first.isMarked) { _ in .first(.mark) }
  open.value = true
  page.viewBehavior(\.[0]) { _ in .first(.marked) }.value = false
  page.sender(.open)
  await page.run { $0.maybe != nil }
  await page.settle()
  page.dispatch(.row(2, .mark))
  clock.trigger()
  recorder.jump(to: 0)
  recorder.resume()
  recorder.rewind(to: recorder.lastStep - 1)
  print(page.droppedMessageCount, recorder.recording.fit, recorder.steps.map(\.messageName))
  try TestProgram.run(Page.self) { test in
    try test.send(.open) { $0.maybe = Row.Model() }
    try test.expect(commands: .maybe(.mark))
    try test.answer(.maybe(.mark), with: .maybe(.marked)) { $0.maybe?.isMarked = true }
    try test.expect(sources: .maybe(.clock))
  }
  withExtendedLifetime((screen, ManualClock())) {}
}
try await use()
print("done")
