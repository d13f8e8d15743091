import ReactiveElm

/// A module whose messages specify their effects. It logs all actions in a journal.
struct Scripted: Module {
  struct Message: Sendable, Equatable, ExpressibleByStringLiteral {
    var name: String
    var commands: [String] = []
    /// The sources from now on; nil keeps them.
    var sources: [String]?
    /// The view from now on; nil shows all messages.
    var view: String?

    init(_ name: String, commands: [String] = [], sources: [String]? = nil, view: String? = nil) {
      self.name = name
      self.commands = commands
      self.sources = sources
      self.view = view
    }
    init(stringLiteral name: String) { self.init(name) }
  }
  struct Flags {
    var journal = Journal()
    var commands: [String] = []
    var sources: [String] = []
  }
  struct Model {
    let journal: Journal
    var messages = ""
    var sources: [String]
    var view: String?
  }
  typealias Command = String
  typealias View = String
  typealias Source = String

  static func start(with flags: Flags) -> (model: Model, commands: [String]) {
    (Model(journal: flags.journal, sources: flags.sources), flags.commands)
  }
  static func update(for message: Message, model: inout Model) -> [String] {
    model.journal.add("update \(message.name)")
    model.messages += message.name
    if let sources = message.sources { model.sources = sources }
    model.view = message.view
    return message.commands
  }
  static func view(for model: Model) -> String {
    model.journal.add("view")
    return model.view ?? model.messages
  }
  static func subscriptions(for model: Model) -> [String] { model.sources }
  static func message(for error: any Error, performing command: String) -> Message? {
    error is Unreported ? nil : Message("\(command):\(error) ")
  }
  static func message(for error: any Error, listeningTo source: String) -> Message? {
    error is Unreported ? nil : Message("\(source):\(error) ")
  }

  enum Failure: Error { case refused }
  /// An error without a message of the module.
  struct Unreported: Error {}
}
