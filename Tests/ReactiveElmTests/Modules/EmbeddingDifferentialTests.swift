import ReactiveElm
import ReactiveTestSupport
import Testing

/// ``Downloads`` without embeddings: one table of all children, each accessed by a copy.
private struct FlatDownloads: Module {
  typealias Message = Downloads.Message
  typealias Command = Downloads.Command
  typealias Source = Downloads.Source
  enum Place: Hashable {
    case main, extra
    case row(Int)
  }
  struct Model {
    var children: [Place: Download.Model]
    var lost = 0
    var sorted: [(Place, Download.Model)] {
      func rank(_ place: Place) -> Int {
        switch place {
        case .main: -2
        case .extra: -1
        case .row(let key): key
        }
      }
      return children.sorted { rank($0.key) < rank($1.key) }.map { ($0, $1) }
    }
  }

  static func wrap(_ command: Download.Command, at place: Place) -> Command {
    switch place {
    case .main: .main(command)
    case .extra: .extra(command)
    case .row(let key): .row(key, command)
    }
  }
  static func start(with name: String) -> (model: Model, commands: [Command]) {
    (Model(children: [.main: Download.Model(name: name)]), [.main(.log("start \(name)"))])
  }
  static func pass(_ message: Download.Message, to place: Place, _ model: inout Model) -> [Command] {
    guard var child = model.children[place] else {
      model.lost += 1
      return []
    }
    let commands = Download.update(for: message, model: &child)
    model.children[place] = child
    return commands.map { wrap($0, at: place) }
  }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .main(let message): return pass(message, to: .main, &model)
    case .extra(let message): return pass(message, to: .extra, &model)
    case .row(let key, let message): return pass(message, to: .row(key), &model)
    case .openExtra(let name):
      model.children[.extra] = Download.Model(name: name)
      return [.extra(.log("start \(name)"))]
    case .closeExtra(let cancelling):
      model.children[.extra] = nil
      return cancelling ? [.cancelExtra] : []
    case .addRow(let key, let name):
      model.children[.row(key)] = Download.Model(name: name)
      return [.row(key, .log("start \(name)"))]
    case .removeRow(let key, let cancelling):
      model.children[.row(key)] = nil
      return cancelling ? [.cancelRow(key)] : []
    case .cancelMain: return [.cancelMain]
    }
  }
  static func view(for model: Model) -> [String] {
    model.sorted.map { place, child in
      if case .row(let key) = place { "\(key): \(Download.view(for: child))" } else { Download.view(for: child) }
    }
  }
  static func subscriptions(for model: Model) -> [Source] {
    model.sorted.flatMap { place, child -> [Source] in
      Download.subscriptions(for: child).map { source in
        switch place {
        case .main: .main(source)
        case .extra: .extra(source)
        case .row(let key): .row(key, source)
        }
      }
    }
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .main(.load): .identified(by: "load main", cancelInFlight: true)
    case .extra(.load): .identified(by: "load extra", cancelInFlight: true)
    case .row(let key, .load): .identified(by: "load \(key)", cancelInFlight: true)
    case .main(.stop), .cancelMain: .cancels("load main")
    case .extra(.stop), .cancelExtra: .cancels("load extra")
    case .row(let key, .stop), .cancelRow(let key): .cancels("load \(key)")
    case .main(.log), .extra(.log), .row(_, .log): .free
    }
  }
  static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .main: .main(.failed("\(error)"))
    case .extra: .extra(.failed("\(error)"))
    case .row(let key, _): .row(key, .failed("\(error)"))
    default: nil
    }
  }
}

@Suite("An embedded module")
struct EmbeddingDifferentialTests {
  private func randomMessage(_ generator: inout SeededGenerator) -> Downloads.Message {
    let name = ["a", "bb", "bad"].randomElement(using: &generator)!
    let child: Download.Message = [.begin, .begin, .loaded(7), .failed("f"), .cancel, .rename(name)]
      .randomElement(using: &generator)!
    let key = Int.random(in: 0..<4, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return .openExtra(name)
    case 1: return .closeExtra(cancelling: Bool.random(using: &generator))
    case 2, 3: return .addRow(key, name)
    case 4: return .removeRow(key, cancelling: Bool.random(using: &generator))
    case 5: return .cancelMain
    case 6: return .main(child)
    case 7, 8: return .extra(child)
    default: return .row(key, child)
    }
  }

  private final class Log { var lines: [String] = [] }
  private struct Failure: Error {}

  /// Loads of "a" are answered, those of "bad" fail.
  private func run<M: Module>(_ module: M.Type, _ log: Log) -> Program<M>
  where
    M.Message == Downloads.Message, M.Command == Downloads.Command, M.Source == Downloads.Source,
    M.Flags == String, M.View == [String]
  {
    func answer(_ command: Download.Command) throws -> Download.Message? {
      guard case .load(let name) = command, name != "bb" else { return nil }
      if name == "bad" { throw Failure() }
      return .loaded(name.count)
    }
    let program = M.makeProgram(flags: "a") { command -> Downloads.Message? in
      log.lines.append("\(command)")
      switch command {
      case .main(let command): return try answer(command).map(Downloads.Message.main)
      case .extra(let command): return try answer(command).map(Downloads.Message.extra)
      case .row(let key, let command): return try answer(command).map { .row(key, $0) }
      default: return nil
      }
    } listening: { source, _ in
      log.lines.append("start \(source)")
      return Subscription { log.lines.append("stop \(source)") }
    }
    program.viewBehavior.observe { log.lines.append("\($0)") }
    return program
  }

  @Test("is, step by step, the module written without embeddings", arguments: 0..<20)
  func pure(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (model, commands) = Downloads.start(with: "a")
    var (flat, flatCommands) = FlatDownloads.start(with: "a")
    #expect(commands == flatCommands)
    for _ in 0..<200 {
      let message = randomMessage(&generator)
      commands = Downloads.update(for: message, model: &model)
      flatCommands = FlatDownloads.update(for: message, model: &flat)
      guard commands == flatCommands, Downloads.view(for: model) == FlatDownloads.view(for: flat),
        Downloads.subscriptions(for: model) == FlatDownloads.subscriptions(for: flat)
      else {
        Issue.record("seed \(seed): another after \(message)")
        return
      }
    }
  }

  @Test("runs as the module written without embeddings does, in single messages and batches", arguments: 0..<20)
  func programs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed &+ 1000)
    let (log, flatLog) = (Log(), Log())
    let program = run(Downloads.self, log)
    let flat = run(FlatDownloads.self, flatLog)
    for _ in 0..<100 {
      let messages = (0..<Int.random(in: 1...4, using: &generator)).map { _ in randomMessage(&generator) }
      batch { for message in messages { program.dispatch(message) } }
      batch { for message in messages { flat.dispatch(message) } }
    }
    #expect(log.lines == flatLog.lines)
    #expect(log.lines.count > 150)
    #expect(program.droppedMessageCount == flat.model.lost)
    #expect(program.droppedMessageCount > 0)
  }
}
