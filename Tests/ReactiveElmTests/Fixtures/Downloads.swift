import ReactiveElm

/// A module for embedding, with flags, identified and cancelling commands, errors and a source.
struct Download: Module {
  enum Message: Sendable, Hashable {
    case begin
    case loaded(Int)
    case failed(String)
    case cancel
    case rename(String)
  }
  struct Model: Hashable {
    var name: String
    var parts: [Int] = []
    var isRunning = false
    var error: String?
  }
  enum Command: Sendable, Hashable {
    case load(String)
    case stop
    case log(String)
  }
  enum Source: Hashable { case clock(String) }

  static func start(with name: String) -> (model: Model, commands: [Command]) {
    (Model(name: name), [.log("start \(name)")])
  }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .begin:
      model.isRunning = true
      return [.load(model.name)]
    case .loaded(let part):
      model.parts.append(part)
      model.isRunning = false
    case .failed(let error):
      model.error = error
      model.isRunning = false
    case .cancel:
      model.isRunning = false
      return [.stop, .log("stop \(model.name)")]
    case .rename(let name): model.name = name
    }
    return []
  }
  static func view(for model: Model) -> String {
    "\(model.name) \(model.parts) \(model.isRunning ? "running" : model.error ?? "done")"
  }
  static func subscriptions(for model: Model) -> [Source] { model.isRunning ? [.clock(model.name)] : [] }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .load: .identified(by: "load", cancelInFlight: true)
    case .stop: .cancels("load")
    case .log: .free
    }
  }
  static func message(for error: any Error, performing command: Command) -> Message? { .failed("\(error)") }
  static func message(for error: any Error, listeningTo source: Source) -> Message? { .failed("no \(source)") }
}

/// A parent of one child, an optional child, and any number of children.
struct Downloads: Module {
  enum Message: Sendable, Hashable {
    case main(Download.Message)
    case extra(Download.Message)
    case row(Int, Download.Message)
    case openExtra(String)
    case closeExtra(cancelling: Bool)
    case addRow(Int, String)
    case removeRow(Int, cancelling: Bool)
    case cancelMain
  }
  struct Model: Hashable {
    var main: Download.Model
    var extra: Download.Model?
    var rows: [Int: Download.Model] = [:]
  }
  enum Command: Sendable, Hashable {
    case main(Download.Command)
    case extra(Download.Command)
    case row(Int, Download.Command)
    case cancelMain
    case cancelExtra
    case cancelRow(Int)
  }
  enum Source: Hashable {
    case main(Download.Source)
    case extra(Download.Source)
    case row(Int, Download.Source)
  }
  typealias View = [String]

  static let main = Embedding<Downloads, Download>(
    at: \.main, message: Message.main, command: Command.main, source: Source.main)
  // As a computed property, which must also work.
  static var extra: OptionalEmbedding<Downloads, Download> {
    .init(at: \.extra, message: Message.extra, command: Command.extra, source: Source.extra)
  }
  static let rows = KeyedEmbedding<Downloads, Download, [Int: Download.Model]>(
    at: \.rows, message: Message.row, command: Command.row, source: Source.row)

  static func start(with name: String) -> (model: Model, commands: [Command]) {
    let main = Self.main.start(with: name)
    return (Model(main: main.model), main.commands)
  }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .main(let message): return main.update(for: message, model: &model)
    case .extra(let message): return extra.update(for: message, model: &model)
    case .row(let key, let message): return rows.update(for: message, of: key, model: &model)
    case .openExtra(let name): return extra.start(with: name, model: &model)
    case .closeExtra(let cancelling):
      model.extra = nil
      return cancelling ? [.cancelExtra] : []
    case .addRow(let key, let name): return rows.start(key, with: name, model: &model)
    case .removeRow(let key, let cancelling):
      model.rows[key] = nil
      return cancelling ? [.cancelRow(key)] : []
    case .cancelMain: return [.cancelMain]
    }
  }
  static func view(for model: Model) -> [String] {
    var lines = [main.view(for: model)]
    if let extra = extra.view(for: model) { lines.append(extra) }
    return lines + rows.views(for: model) { key, view in "\(key): \(view)" }
  }
  static func subscriptions(for model: Model) -> [Source] {
    main.subscriptions(for: model) + extra.subscriptions(for: model) + rows.subscriptions(for: model)
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .main(let command): main.policy(for: command)
    case .extra(let command): extra.policy(for: command)
    case .row(let key, let command): rows.policy(for: command, of: key)
    case .cancelMain: .cancels(main.scope)
    case .cancelExtra: .cancels(extra.scope)
    case .cancelRow(let key): .cancels(rows.scope(of: key))
    }
  }
  static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .main(let command): main.message(for: error, performing: command)
    case .extra(let command): extra.message(for: error, performing: command)
    case .row(let key, let command): rows.message(for: error, performing: command, of: key)
    case .cancelMain, .cancelExtra, .cancelRow: nil
    }
  }
  static func message(for error: any Error, listeningTo source: Source) -> Message? {
    switch source {
    case .main(let source): main.message(for: error, listeningTo: source)
    case .extra(let source): extra.message(for: error, listeningTo: source)
    case .row(let key, let source): rows.message(for: error, listeningTo: source, of: key)
    }
  }
}

/// A parent of two parents, for nested embeddings.
struct Shelf: Module {
  enum Message: Sendable {
    case left(Downloads.Message)
    case right(Downloads.Message)
    case cancelLeft
  }
  struct Model: Initable {
    var left = Downloads.Model(main: Download.Model(name: "left"))
    var right = Downloads.Model(main: Download.Model(name: "right"))
  }
  enum Command: Sendable {
    case left(Downloads.Command)
    case right(Downloads.Command)
    case cancelLeft
  }
  enum Source: Hashable {
    case left(Downloads.Source)
    case right(Downloads.Source)
  }

  static let left = Embedding<Shelf, Downloads>(
    at: \.left, message: Message.left, command: Command.left, source: Source.left)
  static let right = Embedding<Shelf, Downloads>(
    at: \.right, message: Message.right, command: Command.right, source: Source.right)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .left(let message): left.update(for: message, model: &model)
    case .right(let message): right.update(for: message, model: &model)
    case .cancelLeft: [.cancelLeft]
    }
  }
  static func view(for model: Model) -> [[String]] { [left.view(for: model), right.view(for: model)] }
  static func subscriptions(for model: Model) -> [Source] {
    left.subscriptions(for: model) + right.subscriptions(for: model)
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .left(let command): left.policy(for: command)
    case .right(let command): right.policy(for: command)
    case .cancelLeft: .cancels(left.scope)
    }
  }
}

/// Blocks tasks until it is opened.
@MainActor
final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
