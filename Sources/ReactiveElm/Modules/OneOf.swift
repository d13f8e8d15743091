/// A child that is one of two kinds at a time: an enum of modules, which is a module itself.
///
/// ```swift
/// struct Letter: Module {
///   enum Message { case reread }
///   struct Model { var text: String, readings = 1 }
///   typealias Command = Never
///   static func start(with text: String) -> (model: Model, commands: [Command]) { (Model(text: text), []) }
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     model.readings += 1
///     return []
///   }
///   static func view(for model: Model) -> String { "\(model.text), read \(model.readings) times" }
/// }
///
/// let screen = OneOf<Counter, Letter>.makeProgram(flags: .second("Dear all"))
/// screen.dispatch(.second(.reread))
/// screen.dispatch(.first(.increment))
/// print(screen.view.value, screen.droppedMessageCount)  // Dear all, read 2 times 1
/// ```
///
/// Its model, messages, commands, views, flags and sources are enums with two cases, those of the first kind and those of
/// the second. For more kinds, one of the two is a `OneOf` again. Everything is forwarded to the kind that is there:
/// policies and errors, too. A message for the other kind is dropped, and counted in ``Program/droppedMessageCount``. The
/// ids of a kind's ``CommandPolicy`` are its own.
///
/// Embed it like any module: with ``OptionalEmbedding`` where one of several things is presented, with ``KeyedEmbedding``
/// and a ``ModelStack`` for a stack of screens. A child is changed where it lies. Cost: a switch per function.
public enum OneOf<First: Module, Second: Module>: Module {
  /// What can happen to one of them.
  public enum Message {
    /// To the first kind.
    case first(First.Message)
    /// To the second kind.
    case second(Second.Message)
  }
  /// Which of them is there, and its model.
  public enum Model {
    /// The first kind is there.
    case first(First.Model)
    /// The second kind is there.
    case second(Second.Model)
  }
  /// What one of them asks for.
  public enum Command {
    /// By the first kind.
    case first(First.Command)
    /// By the second kind.
    case second(Second.Command)
  }
  /// What one of them shows.
  public enum View {
    /// Of the first kind.
    case first(First.View)
    /// Of the second kind.
    case second(Second.View)
  }
  /// Which of them begins, and with what.
  public enum Flags {
    /// The first kind begins.
    case first(First.Flags)
    /// The second kind begins.
    case second(Second.Flags)
  }
  /// What one of them listens to.
  public enum Source: Hashable {
    /// By the first kind.
    case first(First.Source)
    /// By the second kind.
    case second(Second.Source)
  }

  /// Begins with the kind that `flags` are for.
  public static func start(with flags: Flags) -> (model: Model, commands: [Command]) {
    switch flags {
    case .first(let flags):
      let (model, commands) = First.start(with: flags)
      return (.first(model), commands.map(Command.first))
    case .second(let flags):
      let (model, commands) = Second.start(with: flags)
      return (.second(model), commands.map(Command.second))
    }
  }

  /// Has the kind that `message` is for handle it; drops it if the other one is there.
  public static func update(for message: Message, model: inout Model) -> [Command] {
    // Moved out and back, so that nothing of it is copied.
    switch (message, consume model) {
    case (.first(let message), .first(var child)):
      let commands = First.update(for: message, model: &child)
      model = .first(child)
      return commands.map(Command.first)
    case (.second(let message), .second(var child)):
      let commands = Second.update(for: message, model: &child)
      model = .second(child)
      return commands.map(Command.second)
    case (_, let other):
      model = other
      dropMessage()
      return []
    }
  }

  /// The view of the kind that is there.
  public static func view(for model: Model) -> View {
    switch model {
    case .first(let child): .first(First.view(for: child))
    case .second(let child): .second(Second.view(for: child))
    }
  }

  /// The sources of the kind that is there.
  public static func subscriptions(for model: Model) -> [Source] {
    switch model {
    case .first(let child): First.subscriptions(for: child).map(Source.first)
    case .second(let child): Second.subscriptions(for: child).map(Source.second)
    }
  }

  /// As the command's kind says, under ids of its own.
  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .first(let command): policy(First.policy(for: command), ofKind: 1)
    case .second(let command): policy(Second.policy(for: command), ofKind: 2)
    }
  }

  private static func policy(_ own: CommandPolicy, ofKind kind: Int) -> CommandPolicy {
    own == .free ? own : own.scoped(by: scope(ofKind: kind))
  }

  private static func scope(ofKind kind: Int) -> Scope { Scope(\Model.self, key: AnyHashable(kind)) }

  /// As the command's kind says.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .first(let command): First.message(for: error, performing: command).map(Message.first)
    case .second(let command): Second.message(for: error, performing: command).map(Message.second)
    }
  }

  /// As the source's kind says.
  public static func message(for error: any Error, listeningTo source: Source) -> Message? {
    switch source {
    case .first(let source): First.message(for: error, listeningTo: source).map(Message.first)
    case .second(let source): Second.message(for: error, listeningTo: source).map(Message.second)
    }
  }

  /// As the kind says that both are of. Two kinds are never duplicates.
  public static func isDuplicate(_ old: View, _ new: View) -> Bool {
    switch (old, new) {
    case (.first(let old), .first(let new)): First.isDuplicate(old, new)
    case (.second(let old), .second(let new)): Second.isDuplicate(old, new)
    default: false
    }
  }
}

extension OneOf.View where First.View == Second.View {
  /// The view, where all kinds have views of the same type.
  public var value: First.View {
    switch self {
    case .first(let view), .second(let view): view
    }
  }
}

extension OneOf.Source: Uninhabited where First.Source: Uninhabited, Second.Source: Uninhabited {}

// What both kinds are, it is as well.

extension OneOf.Message: Sendable where First.Message: Sendable, Second.Message: Sendable {}
extension OneOf.Model: Sendable where First.Model: Sendable, Second.Model: Sendable {}
extension OneOf.Command: Sendable where First.Command: Sendable, Second.Command: Sendable {}
extension OneOf.View: Sendable where First.View: Sendable, Second.View: Sendable {}
extension OneOf.Flags: Sendable where First.Flags: Sendable, Second.Flags: Sendable {}
extension OneOf.Source: Sendable where First.Source: Sendable, Second.Source: Sendable {}
extension OneOf.Message: Equatable where First.Message: Equatable, Second.Message: Equatable {}
extension OneOf.Model: Equatable where First.Model: Equatable, Second.Model: Equatable {}
extension OneOf.Command: Equatable where First.Command: Equatable, Second.Command: Equatable {}
extension OneOf.View: Equatable where First.View: Equatable, Second.View: Equatable {}
extension OneOf.Message: Codable where First.Message: Codable, Second.Message: Codable {}
extension OneOf.Model: Codable where First.Model: Codable, Second.Model: Codable {}
extension OneOf.Command: Codable where First.Command: Codable, Second.Command: Codable {}
