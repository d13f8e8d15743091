internal import ReactiveCore

/// Embeds a child module that is always present in its parent.
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
/// An embedding locates the child's model in the parent's, and wraps the child's messages, commands and sources. The
/// parent's functions call the embedding's functions of the same name. For a child that may be absent see
/// ``OptionalEmbedding``, for any number of children ``KeyedEmbedding``.
///
/// To reuse the child's handlers, wrap an answer with `map(Message.left)`, a sender with ``Sender/wrapping(_:)``, and a
/// source's dispatcher with ``Dispatcher/wrapping(_:)``.
///
/// A child in a stored property is updated in place. The ids of its ``CommandPolicy`` are its own.
///
/// An embedding is a static constant or a computed property. Cost: about 50 ns per level for a message and its view, 15
/// ns more in a computed property. From Elm's nested modules and the scopes of The Composable Architecture.
public struct Embedding<Parent: Module, Child: Module>: Sendable {
  @usableFromInline let wrapping: Wrapping<Parent, Child, Child.Model, Void>

  /// Embeds the child whose model is at `place`.
  ///
  /// You may omit `command` for an empty `Child.Command`, such as `Never`, and `source` for an ``Uninhabited``
  /// `Child.Source`. Other omissions stop the process. If the parent has the same type, pass `{ $0 }`.
  public init(
    at place: any WritableKeyPath<Parent.Model, Child.Model> & Sendable,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(place), message, command, source)
  }

  /// Embeds a child in a module of the main actor.
  ///
  /// The compiler prefers this initializer where code belongs to the main actor by default. Using a computed `place`
  /// off the main actor stops the process.
  @MainActor
  public init(
    at place: WritableKeyPath<Parent.Model, Child.Model>,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(onMainActor: place), message, command, source)
  }

  /// The child's first model and commands, for the parent's ``Module/start(with:)``.
  public func start(with flags: Child.Flags) -> (model: Child.Model, commands: [Parent.Command]) {
    let (model, commands) = Child.start(with: flags)
    return (model, wrapping.commands(commands))
  }

  /// Restarts the child, and returns its first commands.
  ///
  /// The old child's commands are not cancelled; see ``scope``.
  public func start(with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command] {
    let (child, commands) = Child.start(with: flags)
    wrapping.place.expectAccess()
    model[keyPath: wrapping.place.keyPath] = child
    return wrapping.commands(commands)
  }

  /// Updates the child with `message`.
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

  /// The policy of the child's command, under ids of the child's own.
  public func policy(for command: Child.Command) -> CommandPolicy {
    Child.policy(for: command).scoped(by: wrapping.scope)
  }

  /// The id of all the child's commands, including its own children's.
  ///
  /// The parent cancels them by `.cancels(search.scope)`.
  public var scope: AnyHashable { wrapping.scope.identity }

  /// The id in the parent for the child's `id`.
  ///
  /// If the parent wraps the child's `.cancel(id)` with `map`, its tests expect `.cancel(search.identity(of: id))`. See
  /// ``CancellableCommand``.
  public func identity(of id: some Hashable) -> AnyHashable { wrapping.scope.identity(of: AnyHashable(id)) }

  /// The message for an `error` of the child's command.
  public func message(for error: any Error, performing command: Child.Command) -> Parent.Message? {
    Child.message(for: error, performing: command).map { wrapping.message((), $0) }
  }

  /// The message for an `error` of the child's source.
  public func message(for error: any Error, listeningTo source: Child.Source) -> Parent.Message? {
    Child.message(for: error, listeningTo: source).map { wrapping.message((), $0) }
  }
}

extension Embedding where Child.Flags == Void {
  /// The child's first model and commands, for the parent's ``Module/start(with:)``.
  public func start() -> (model: Child.Model, commands: [Parent.Command]) { start(with: ()) }

  /// Restarts the child, and returns its first commands.
  ///
  /// See ``start(with:model:)``.
  public func start(model: inout Parent.Model) -> [Parent.Command] { start(with: (), model: &model) }
}
