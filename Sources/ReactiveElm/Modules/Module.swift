/// The functional core of a program: messages, a model, a view, and pure functions between them.
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
/// A module itself performs nothing. ``update(for:model:)`` changes the model and returns commands, and
/// ``subscriptions(for:)`` returns sources of messages. A ``Program`` does the work. All functions run in its
/// isolation, one at a time. From the Swift library Elm, and Czaplicki's language.
public protocol Module {
  /// A message: something that happened.
  associatedtype Message
  /// The state.
  associatedtype Model
  /// Work for the outside world. `Never` or an empty enum if there is none.
  associatedtype Command
  /// The value that is shown.
  associatedtype View
  /// The arguments of the program's start; none by default.
  associatedtype Flags = Void
  /// An origin of messages, such as a clock. Equal values are the same source.
  associatedtype Source: Hashable = Never

  /// Returns the first model, and the commands to perform first.
  ///
  /// Runs once, in `makeProgram`. Optional without flags if the model is ``Initable``.
  static func start(with flags: Flags) -> (model: Model, commands: [Command])

  /// Applies a message to the model, and returns the commands to perform, in order.
  ///
  /// Runs once for each message, in dispatch order, and never nests.
  static func update(for message: Message, model: inout Model) -> [Command]

  /// The view of a model. A pure function.
  ///
  /// Runs after messages if the view is observed, otherwise when the view is read.
  static func view(for model: Model) -> View

  /// The sources to listen to while `model` is current; none by default. A pure function.
  ///
  /// Runs after the commands are performed. The program stops the sources that are no longer returned, keeps the
  /// others, then starts new ones. Duplicates count once. A failed or ended source restarts only after it was absent.
  static func subscriptions(for model: Model) -> [Source]

  /// How a command runs beside others; `.free` by default. A pure function. See ``CommandPolicy``.
  ///
  /// A parent forwards it for its children's commands, as in ``Embedding/policy(for:)``. Otherwise the first such
  /// command stops the process.
  static func policy(for command: Command) -> CommandPolicy

  /// The message for an `error` thrown by performing `command`; nil by default.
  ///
  /// With nil, the program stops and names the command and the error.
  static func message(for error: any Error, performing command: Command) -> Message?

  /// The message for a `source` that could not start, or failed later; nil by default.
  ///
  /// With nil, the program stops and names the source and the error.
  static func message(for error: any Error, listeningTo source: Source) -> Message?

  /// Whether `new` need not be shown after `old`.
  ///
  /// The default is chosen where the module is declared: `==` for an `Equatable` view, identity for an object of any
  /// static type, otherwise false.
  static func isDuplicate(_ old: View, _ new: View) -> Bool
}

// Defaults

extension Module where Flags == Void, Model: Initable {
  /// Returns `Model()` and no commands.
  @inlinable
  public static func start(with flags: Void) -> (model: Model, commands: [Command]) { (Model(), []) }
}

extension Module where Source == Never {
  /// No sources.
  @inlinable @inline(__always)
  public static func subscriptions(for model: Model) -> [Never] { [] }
}

extension Module {
  /// Every command is `.free`.
  @inlinable @inline(__always)
  public static func policy(for command: Command) -> CommandPolicy { .unstated }

  /// No message: an error stops the program.
  @inlinable
  public static func message(for error: any Error, performing command: Command) -> Message? { nil }

  /// No message: an error stops the program.
  @inlinable
  public static func message(for error: any Error, listeningTo source: Source) -> Message? { nil }

  /// Only the same object is a duplicate.
  @inlinable @inline(__always)
  public static func isDuplicate(_ old: View, _ new: View) -> Bool { isSameInstance(old, new) }
}

extension Module where View: Equatable {
  /// An equal view is a duplicate.
  @inlinable @inline(__always)
  public static func isDuplicate(_ old: View, _ new: View) -> Bool { old == new }
}
