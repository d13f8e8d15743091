import ReactiveElm

struct Counter: Module {
  enum Message: Sendable {
    case increment, load
    case loaded(Int)
  }
  struct Model: Initable, Equatable { var count = 0 }
  enum Command: Sendable { case load }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .increment: model.count += 1
    case .load: return [.load]
    case .loaded(let count): model.count = count
    }
    return []
  }
  static func view(for model: Model) -> String { "Count: \(model.count)" }
  static func policy(for command: Command) -> CommandPolicy { .identified(by: "load", cancelInFlight: true) }
}

struct Clock: Module {
  enum Message { case tick }
  struct Model: Initable { var seconds = 0 }
  typealias Command = Never
  enum Source: Hashable { case time }
  static func update(for message: Message, model: inout Model) -> [Command] {
    model.seconds += 1
    return []
  }
  static func view(for model: Model) -> String { "\(model.seconds) s" }
  static func subscriptions(for model: Model) -> [Source] { [.time] }
}

typealias Screen = OneOf<Counter, Clock>

typealias Path = StackOf<Screen>

enum Tour: @MainActor ScreenStack {
  typealias Screen = OneOf<Counter, Clock>
  static func closes(after message: Screen.Message, model: Screen.Model) -> Bool {
    if case .first(let counter) = model { counter.count == 10 } else { false }
  }
}

struct Page: Module {
  enum Message: Sendable {
    case counter(Counter.Message)
    case extra(Counter.Message)
    case row(Int, Counter.Message)
    case clock(Clock.Message)
    case screen(Int, Screen.Message)
    case path(Path.Message)
    case open, push
    case add(Int)
  }
  struct Model: Initable {
    var counter = Counter.Model()
    var stored: Counter.Model?
    var computed: Counter.Model? {
      get { stored }
      set { stored = newValue }
    }
    var rows: [Int: Counter.Model] = [:]
    var clock = Clock.Model()
    var screens = ModelStack<Screen.Model>()
    var path = Path.Model()
  }
  enum Command: Sendable {
    case counter(Counter.Command)
    case extra(Counter.Command)
    case row(Int, Counter.Command)
    case screen(Int, Screen.Command)
    case path(Path.Command)
  }
  enum Source: Hashable {
    case clock(Clock.Source)
    case screen(Int, Screen.Source)
    case path(Path.Source)
  }

  static let counter = Embedding<Page, Counter>(at: \.counter, message: Message.counter, command: Command.counter)
  static let stored = OptionalEmbedding<Page, Counter>(at: \.stored, message: Message.extra, command: Command.extra)
  static var extra: OptionalEmbedding<Page, Counter> {
    OptionalEmbedding(at: \.computed, message: { .extra($0) }, command: { .extra($0) })
  }
  static let rows = KeyedEmbedding<Page, Counter, [Int: Counter.Model]>(
    at: \.rows, message: Message.row, command: Command.row)
  static let clock = Embedding<Page, Clock>(at: \.clock, message: Message.clock, source: Source.clock)
  static let screens = KeyedEmbedding<Page, Screen, ModelStack<Screen.Model>>(
    at: \.screens, message: Message.screen, command: Command.screen, source: Source.screen)
  static let path = Embedding<Page, Path>(
    at: \.path, message: Message.path, command: Command.path, source: Source.path)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .counter(let message): counter.update(for: message, model: &model)
    case .extra(let message): extra.update(for: message, model: &model)
    case .row(let key, let message): rows.update(for: message, of: key, model: &model)
    case .clock(let message): clock.update(for: message, model: &model)
    case .screen(let key, let message): screens.update(for: message, of: key, model: &model)
    case .path(let message): path.update(for: message, model: &model)
    case .open: stored.start(model: &model)
    case .push: screens.push(with: .first(()), model: &model)
    case .add(let key): rows.start(key, model: &model)
    }
  }
  static func view(for model: Model) -> [String] {
    [counter.view(for: model), clock.view(for: model)] + rows.views(for: model)
      + screens.views(for: model).map(\.value) + path.view(for: model).map(\.view.value)
  }
  static func subscriptions(for model: Model) -> [Source] {
    clock.subscriptions(for: model) + screens.subscriptions(for: model) + path.subscriptions(for: model)
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .counter(let command): counter.policy(for: command)
    case .extra(let command): extra.policy(for: command)
    case .row(let key, let command): rows.policy(for: command, of: key)
    case .screen(let key, let command): screens.policy(for: command, of: key)
    case .path(let command): path.policy(for: command)
    }
  }
}

final class Window: Subscriber {
  let program = Page.makeProgram(
    isolation: MainActor.shared,
    performing: { command in
      switch command {
      case .counter: .counter(.loaded(7))
      case .extra: .extra(.loaded(8))
      case .row(let key, _): .row(key, .loaded(9))
      case .screen(let key, _): .screen(key, .first(.loaded(10)))
      case .path(.perform(.screen(let key, _))): .path(.screen(key, .first(.loaded(11))))
      case .path(.cancel): nil
      }
    }, listening: { _, _ in Subscription {} })
  var shown: [String] = []
  init() { program.subscribe(self) }
  func update(presenting view: [String]) { shown = view }
  func update(performing command: Page.Command) {}
}

@main
struct Client {
  static func main() throws {
    let window = Window()
    for message: Page.Message in [.open, .push, .add(1), .counter(.load), .extra(.load), .row(1, .load)] {
      window.program.dispatch(message)
    }
    window.program.dispatch(.screen(0, .first(.load)))
    let send: Sender<Counter.Message> = window.program.sender.wrapping { .counter($0) }
    send(.increment)
    window.program.dispatch(.path(.push(.second(()))))
    window.program.dispatch(.path(.push(.first(()))))
    window.program.dispatch(.path(.screen(1, .first(.load))))
    window.program.dispatch(.path(.close(0)))
    window.program.dispatch(.path(.push(.first(()))))
    window.program.dispatch(.path(.screen(2, .first(.load))))
    precondition(window.shown == ["Count: 7", "0 s", "Count: 9", "Count: 10", "Count: 11"], "\(window.shown)")
    precondition(window.program.model.stored?.count == 8)
    let tour = Tour.makeProgram(
      flags: [.second(()), .first(())], handler: .requests { _ in .screen(1, .first(.loaded(10))) },
      listening: { _, _ in Subscription {} })
    tour.dispatch(.screen(1, .first(.load)))
    precondition(tour.view.map(\.view.value) == ["0 s"])
    try TestProgram.run(Counter.self, model: Counter.Model(count: 1)) { test in
      try test.send(.increment) { $0.count = 2 }
    }
    print("done")
  }
}
