import ReactiveElm

/// A module with commands of every policy that collects the answers.
struct Requests: Module {
  enum Message: Sendable {
    case ask([Command])
    case answered(String)
    case failed(String)
  }
  struct Model: Initable { var answers: [String] = [] }
  enum Command: Sendable {
    case free(String)
    case identified(String, id: Int)
    case replacing(String, id: Int)
    case cancel(id: Int)

    var text: String {
      switch self {
      case .free(let text), .identified(let text, _), .replacing(let text, _): text
      case .cancel: ""
      }
    }
  }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .ask(let commands): return commands
    case .answered(let answer): model.answers.append(answer)
    case .failed(let error): model.answers.append("failed: \(error)")
    }
    return []
  }
  static func view(for model: Model) -> [String] { model.answers }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .free: .free
    case .identified(_, let id): .identified(by: id)
    case .replacing(_, let id): .identified(by: id, cancelInFlight: true)
    case .cancel(let id): .cancels(id)
    }
  }
  static func message(for error: any Error, performing command: Command) -> Message? {
    error is Unreported ? nil : .failed("\(command.text) \(error)")
  }

  enum Failure: Error { case refused }
  /// An error without a message of the module.
  struct Unreported: Error {}
}
