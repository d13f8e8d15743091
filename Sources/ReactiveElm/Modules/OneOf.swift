/// A module that is one of two child modules at a time.
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
/// Its types are ``Either`` of the two kinds' types. For more kinds, nest another `OneOf`. All functions forward to the
/// present kind, including policies and errors. A message for the other kind is dropped, and counted in
/// ``Program/droppedMessageCount``. The ids of a kind's ``CommandPolicy`` are its own.
///
/// Embed it with ``OptionalEmbedding`` to present one of several things, with ``KeyedEmbedding`` and a ``ModelStack``
/// for a stack of screens. The child is updated in place. Cost: a switch per function.
public enum OneOf<First: Module, Second: Module>: Module {
  /// A message for one kind.
  public typealias Message = Either<First.Message, Second.Message>
  /// The model of the present kind.
  public typealias Model = Either<First.Model, Second.Model>
  /// A command of one kind.
  public typealias Command = Either<First.Command, Second.Command>
  /// A view of one kind.
  public typealias View = Either<First.View, Second.View>
  /// The flags of the kind to start with.
  public typealias Flags = Either<First.Flags, Second.Flags>
  /// A source of one kind.
  public typealias Source = Either<First.Source, Second.Source>

  /// Starts the kind that `flags` belong to.
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

  /// Updates the kind that `message` belongs to; drops it if the other kind is present.
  public static func update(for message: Message, model: inout Model) -> [Command] {
    // Moved out and back, to avoid copies.
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

  /// The view of the present kind.
  public static func view(for model: Model) -> View {
    switch model {
    case .first(let child): .first(First.view(for: child))
    case .second(let child): .second(Second.view(for: child))
    }
  }

  /// The sources of the present kind.
  public static func subscriptions(for model: Model) -> [Source] {
    switch model {
    case .first(let child): First.subscriptions(for: child).map(Source.first)
    case .second(let child): Second.subscriptions(for: child).map(Source.second)
    }
  }

  /// The policy of the command's kind, under ids of its own.
  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .first(let command): policy(First.policy(for: command), ofKind: 1)
    case .second(let command): policy(Second.policy(for: command), ofKind: 2)
    }
  }

  private static func policy(_ own: CommandPolicy, ofKind kind: Int) -> CommandPolicy {
    if case .free = own.kind { return own }
    return own.scoped(by: scope(ofKind: kind))
  }

  private static func scope(ofKind kind: Int) -> CommandScope { CommandScope(\Model.self, key: AnyHashable(kind)) }

  /// The message for an error of a command, from the command's kind.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .first(let command): First.message(for: error, performing: command).map(Message.first)
    case .second(let command): Second.message(for: error, performing: command).map(Message.second)
    }
  }

  /// The message for an error of a source, from the source's kind.
  public static func message(for error: any Error, listeningTo source: Source) -> Message? {
    switch source {
    case .first(let source): First.message(for: error, listeningTo: source).map(Message.first)
    case .second(let source): Second.message(for: error, listeningTo: source).map(Message.second)
    }
  }

  /// Whether the views' kind finds a duplicate; views of different kinds are never duplicates.
  public static func isDuplicate(_ old: View, _ new: View) -> Bool {
    switch (old, new) {
    case (.first(let old), .first(let new)): First.isDuplicate(old, new)
    case (.second(let old), .second(let new)): Second.isDuplicate(old, new)
    default: false
    }
  }
}
