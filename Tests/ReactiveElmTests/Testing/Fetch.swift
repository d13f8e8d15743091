import ReactiveElm

/// A module with initial commands and sources, whose commands all run concurrently.
struct Fetch: Module {
  enum Message {
    case start(String)
    case received(Int)
    case done
    case failed(String)
    case note, stop
  }
  struct Model {
    var name = ""
    var bytes = 0
    var isListening = true
  }
  enum Command {
    case load(String)
    case save(Int)
    case log
  }
  enum Source: Hashable {
    case clock
    case file(String)
  }
  struct Full: Error, CustomStringConvertible {
    var description: String { "disk full" }
  }

  static func start(with flags: String) -> (model: Model, commands: [Command]) {
    (Model(name: flags), flags.isEmpty ? [] : [.load(flags)])
  }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .start(let name):
      model.name = name
      return [.load(name), .log]
    case .received(let count): model.bytes += count
    case .done: return [.save(model.bytes)]
    case .failed(let reason): model.name = reason
    case .note: break
    case .stop: model.isListening = false
    }
    return []
  }
  static func view(for model: Model) -> [String] { [model.name, "\(model.bytes) bytes"] }
  static func message(for error: any Error, performing command: Command) -> Message? {
    error is Full ? .failed("\(error)") : nil
  }
  static func message(for error: any Error, listeningTo source: Source) -> Message? {
    error is Full ? .note : nil
  }
  static func subscriptions(for model: Model) -> [Source] {
    (model.name.isEmpty ? [] : [.file(model.name)]) + (model.isListening ? [.clock] : [])
  }
}
