/// The functional core of a program: what can happen, what is known, what is shown, and pure functions between them.
///
/// ```swift
/// struct Counter: Module {
///   enum Message { case increment, decrement }
///   struct Model: Initable { var count = 0 }
///   enum Command {}
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .increment: model.count += 1
///     case .decrement: model.count -= 1
///     }
///     return []
///   }
///   static func view(for model: Model) -> String { "Count: \(model.count)" }
/// }
///
/// let counter = Counter.makeProgram()
/// counter.dispatch(.increment)
/// print(counter.view)  // Count: 1
/// ```
///
/// Nothing of a module does anything: messages say what happened, ``update(for:model:)`` says what follows for the model
/// and which commands are to be performed, ``subscriptions(for:)`` which sources of messages are to be listened to.
/// The ``Program`` does it. All functions run in the program's isolation, one at a time. From Elm (the seed, and
/// Czaplicki's language).
public protocol Module {
  /// What can happen.
  associatedtype Message
  /// All that is known.
  associatedtype Model
  /// What the module asks the world to do. `Never` or an empty enum if it asks nothing.
  associatedtype Command
  /// What is shown.
  associatedtype View
  /// What the program is given at its start; nothing, unless the module says otherwise.
  associatedtype Flags = Void
  /// What emits messages without being asked for them, such as a clock. Equal ones are the same source.
  associatedtype Source: Hashable = Never

  /// How the program begins: the model, and the commands that are performed first.
  ///
  /// Runs once, in `makeProgram`. A module without flags whose model is ``Initable`` need not write it.
  static func start(with flags: Flags) -> (model: Model, commands: [Command])

  /// What follows from a message: changes the model, and returns the commands to perform, in order.
  ///
  /// Runs once for each message, in the order in which they were dispatched, never inside another.
  static func update(for message: Message, model: inout Model) -> [Command]

  /// What is shown of a model. A pure function.
  ///
  /// Runs after messages were handled if the view is observed, and otherwise when the view is read.
  static func view(for model: Model) -> View

  /// The sources to listen to while the model is as it is; none, unless the module says otherwise. A pure function.
  ///
  /// Evaluated when the commands have been performed. The program first stops the sources that are no longer there,
  /// keeps those that it had, and starts the new ones, in this order. A source that is named twice counts once. A
  /// source that could not be started, or has ended, is started again when it has been absent in between.
  static func subscriptions(for model: Model) -> [Source]

  /// How a command is run beside others; `.free`, unless the module says otherwise. A pure function. See
  /// ``CommandPolicy``.
  ///
  /// A parent forwards it for the commands of its children, as in ``Embedding/policy(for:)``. A policy of a child's that
  /// its parent does not forward stops the process at the first command that it concerns.
  static func policy(for command: Command) -> CommandPolicy

  /// The message that says that performing `command` threw `error`; nil, unless the module says otherwise.
  ///
  /// Where it is nil, the program stops with a message that names the command and the error.
  static func message(for error: any Error, performing command: Command) -> Message?

  /// The message that says that `source` could not be started, or failed later; nil, unless the module says otherwise.
  ///
  /// Where it is nil, the program stops with a message that names the source and the error.
  static func message(for error: any Error, listeningTo source: Source) -> Message?

  /// Whether `new` is not worth showing after `old`.
  ///
  /// Chosen where the module is declared: `==` for an `Equatable` view, identity for an object, however it is
  /// held, false for any other.
  static func isDuplicate(_ old: View, _ new: View) -> Bool
}

// What a module need not say.

extension Module where Flags == Void, Model: Initable {
  /// Begins with `Model()` and without commands.
  @inlinable
  public static func start(with flags: Void) -> (model: Model, commands: [Command]) { (Model(), []) }
}

extension Module where Source == Never {
  /// No sources.
  @inlinable @inline(__always)
  public static func subscriptions(for model: Model) -> [Never] { [] }
}

extension Module {
  /// Every command runs by itself.
  @inlinable @inline(__always)
  public static func policy(for command: Command) -> CommandPolicy { .unstated }

  /// No message: an error stops the program.
  @inlinable
  public static func message(for error: any Error, performing command: Command) -> Message? { nil }

  /// No message: an error stops the program.
  @inlinable
  public static func message(for error: any Error, listeningTo source: Source) -> Message? { nil }

  /// The same object is not shown again; every other view is.
  @inlinable @inline(__always)
  public static func isDuplicate(_ old: View, _ new: View) -> Bool { isSameInstance(old, new) }
}

extension Module where View: Equatable {
  /// An equal view is not shown again.
  @inlinable @inline(__always)
  public static func isDuplicate(_ old: View, _ new: View) -> Bool { old == new }
}
