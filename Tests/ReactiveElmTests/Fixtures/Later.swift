import ReactiveElm

/// A module with delayed commands that collects their answers.
struct Later: Module {
  enum Message: Sendable, Equatable {
    case ask([Command])
    case came(String)
  }
  struct Model: Initable, Equatable { var came: [String] = [] }
  struct Command: Sendable, Equatable {
    var text: String
    var kind = Kind.free
    var delay = Duration.zero

    enum Kind: Equatable {
      case free
      case identified(Int)
      case replacing(Int)
      case cancels(Int)
    }
    static func free(_ text: String, _ milliseconds: Int) -> Command {
      Command(text: text, delay: .milliseconds(milliseconds))
    }
    static func identified(_ text: String, id: Int, _ milliseconds: Int) -> Command {
      Command(text: text, kind: .identified(id), delay: .milliseconds(milliseconds))
    }
    static func replacing(_ text: String, id: Int, _ milliseconds: Int) -> Command {
      Command(text: text, kind: .replacing(id), delay: .milliseconds(milliseconds))
    }
    static func cancel(id: Int, _ milliseconds: Int = 0) -> Command {
      Command(text: "cancel \(id)", kind: .cancels(id), delay: .milliseconds(milliseconds))
    }
  }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .ask(let commands): return commands
    case .came(let text): model.came.append(text)
    }
    return []
  }
  static func view(for model: Model) -> String { model.came.joined(separator: " ") }
  static func policy(for command: Command) -> CommandPolicy {
    switch command.kind {
    case .free: .free.after(command.delay)
    case .identified(let id): .identified(by: id).after(command.delay)
    case .replacing(let id): .identified(by: id, cancelInFlight: true).after(command.delay)
    case .cancels(let id): .cancels(id).after(command.delay)
    }
  }

  /// A program whose commands answer at once with their text.
  static func program(_ clock: ManualClock, isolation: isolated (any Actor)? = #isolation) -> Program<Later> {
    makeProgram(handler: .performing { .came($0.text) }.timed(by: clock))
  }
}
