internal import ReactiveCore

/// A child module that is always there, as a part of its parent.
///
/// ```swift
/// struct Pair: Module {
///   enum Message { case left(Counter.Message), right(Counter.Message) }
///   struct Model: Initable { var left = Counter.Model(), right = Counter.Model() }
///   typealias Command = Never
///
///   static let left = Embedding<Pair, Counter>(at: \.left, message: Message.left)
///   static let right = Embedding<Pair, Counter>(at: \.right, message: Message.right)
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .left(let message): left.update(for: message, model: &model)
///     case .right(let message): right.update(for: message, model: &model)
///     }
///   }
///   static func view(for model: Model) -> [String] { [left.view(for: model), right.view(for: model)] }
/// }
///
/// let pair = Pair.makeProgram()
/// pair.dispatch(.right(.increment))
/// print(pair.view)  // ["Count: 0", "Count: 1"]
/// ```
///
/// It says where the child's model lies in the parent's, and how the child's messages, commands and sources are wrapped in
/// the parent's. Then it has the functions of the child, in terms of the parent: each function of the parent forwards to
/// its namesake. For a child that is not always there see ``OptionalEmbedding``, for any number of them
/// ``KeyedEmbedding``.
///
/// What performs the child's commands serves the parent's as well: an answer is wrapped with `map(Message.left)`, a sender
/// with ``Sender/wrapping(_:)``, and for a source the dispatcher with ``Dispatcher/wrapping(_:)``.
///
/// A child is changed where it lies, if it lies in a stored property: nothing is copied. The ids of its
/// ``CommandPolicy`` are its own: the same id in another child is a different id. An embedding is a value, made in a
/// static constant or a computed property. Cost: about 50 ns per level for a message and its view, 15 ns more in a
/// computed property. The idea is from Elm's nested modules and from the scopes of The Composable Architecture.
public struct Embedding<Parent: Module, Child: Module>: Sendable {
  @usableFromInline let wrapping: Wrapping<Parent, Child, Child.Model, Void>

  /// A child whose model lies at `place`.
  ///
  /// `command` may be left out when the child's `Command` is an empty type, such as `Never`, and `source` when its
  /// `Source` is ``Uninhabited``, which `Never` is. What is missing stops the process. A command or source that is the
  /// parent's own is wrapped by `{ $0 }`.
  public init(
    at place: any WritableKeyPath<Parent.Model, Child.Model> & Sendable,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(place), message, command, source)
  }

  /// The same, for modules of the main actor, whose key paths belong to it.
  ///
  /// The compiler chooses it where all code belongs to the main actor by default. A computed property may be used there
  /// alone, or the process stops.
  @MainActor
  public init(
    at place: WritableKeyPath<Parent.Model, Child.Model>,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(onMainActor: place), message, command, source)
  }

  /// How the child begins: its model, and its first commands. For the parent's ``Module/start(with:)``.
  public func start(with flags: Child.Flags) -> (model: Child.Model, commands: [Parent.Command]) {
    let (model, commands) = Child.start(with: flags)
    return (model, wrapping.commands(commands))
  }

  /// Lets the child begin anew, and returns its first commands.
  ///
  /// What the old child has running is not cancelled; see ``scope``.
  public func start(with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command] {
    let (child, commands) = Child.start(with: flags)
    wrapping.place.expectAccess()
    model[keyPath: wrapping.place.keyPath] = child
    return wrapping.commands(commands)
  }

  /// Has the child handle `message`.
  @inlinable
  public func update(for message: Child.Message, model: inout Parent.Model) -> [Parent.Command] {
    wrapping.place.expectAccess()
    let commands = Child.update(for: message, model: &model[keyPath: wrapping.place.keyPath])
    return wrapping.commands(commands)
  }

  /// The child's view.
  @inlinable
  public func view(for model: Parent.Model) -> Child.View {
    wrapping.place.expectAccess()
    return Child.view(for: model[keyPath: wrapping.place.keyPath])
  }

  /// The child's sources.
  public func subscriptions(for model: Parent.Model) -> [Parent.Source] {
    wrapping.place.expectAccess()
    return wrapping.sources(Child.subscriptions(for: model[keyPath: wrapping.place.keyPath]), of: ())
  }

  /// How a command of the child's is run: as the child says, under ids of its own.
  public func policy(for command: Child.Command) -> CommandPolicy {
    Child.policy(for: command).scoped(by: wrapping.scope)
  }

  /// An id that all commands of the child's run under, those of its own children included.
  ///
  /// A command of the parent's with the policy `.cancels(search.scope)` cancels them all.
  public var scope: AnyHashable { wrapping.scope.identity }

  /// The id in the parent of what the child calls `id`.
  ///
  /// Where the child says `.cancel(id)`, and the parent wraps it with `map`, the parent's command is
  /// `.cancel(search.identity(of: id))`: a test of the parent expects that. See ``Cancellable``.
  public func identity(of id: some Hashable) -> AnyHashable { wrapping.scope.identity(of: AnyHashable(id)) }

  /// The message that says that performing a command of the child's threw `error`.
  public func message(for error: any Error, performing command: Child.Command) -> Parent.Message? {
    Child.message(for: error, performing: command).map { wrapping.message((), $0) }
  }

  /// The message that says that a source of the child's could not be started, or failed later.
  public func message(for error: any Error, listeningTo source: Child.Source) -> Parent.Message? {
    Child.message(for: error, listeningTo: source).map { wrapping.message((), $0) }
  }
}

extension Embedding where Child.Flags == Void {
  /// How the child begins: its model, and its first commands. For the parent's ``Module/start(with:)``.
  public func start() -> (model: Child.Model, commands: [Parent.Command]) { start(with: ()) }

  /// Lets the child begin anew, and returns its first commands.
  ///
  /// What the old child has running is not cancelled; see ``scope``.
  public func start(model: inout Parent.Model) -> [Parent.Command] { start(with: (), model: &model) }
}
