internal import ReactiveCore

/// Embeds a child module that may be absent: its model is an optional part of the parent's.
///
/// ```swift
/// struct Page: Module {
///   enum Message { case open, close, counter(Counter.Message) }
///   struct Model: Initable { var counter: Counter.Model? }
///   typealias Command = Never
///
///   static let counter = OptionalEmbedding<Page, Counter>(at: \.counter, message: Message.counter)
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .open: return counter.start(model: &model)
///     case .close: model.counter = nil
///     case .counter(let message): return counter.update(for: message, model: &model)
///     }
///     return []
///   }
///   static func view(for model: Model) -> String { counter.view(for: model) ?? "closed" }
/// }
///
/// let page = Page.makeProgram()
/// page.dispatch(.counter(.increment))
/// print(page.view, page.droppedMessageCount)  // closed 1
/// page.dispatch(.open)
/// page.dispatch(.counter(.increment))
/// print(page.view)  // Count: 1
/// ```
///
/// Open the child with ``start(with:model:)`` or by setting its model, and close it by setting nil. A message to an
/// absent child, such as a late answer, is dropped, and counted in ``Program/droppedMessageCount``. A new child
/// receives late answers to the old one, unless you first cancel the ``scope``. For the rest see ``Embedding``.
///
/// `place` may be a computed property, such as one that is the payload of an enum case and nil in other cases. Then
/// each message copies the child's model.
public struct OptionalEmbedding<Parent: Module, Child: Module>: Sendable {
  @usableFromInline let wrapping: Wrapping<Parent, Child, Child.Model?, Void>

  /// Embeds the child whose model is at `place` while it is present.
  ///
  /// The rules for `command` and `source` are those of ``Embedding``.
  public init(
    at place: any WritableKeyPath<Parent.Model, Child.Model?> & Sendable,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(place), message, command, source)
  }

  /// Embeds a child in a module of the main actor.
  ///
  /// Using a computed `place` off the main actor stops the process.
  @MainActor
  public init(
    at place: WritableKeyPath<Parent.Model, Child.Model?>,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(onMainActor: place), message, command, source)
  }

  /// Opens a new child, and returns its first commands.
  ///
  /// An earlier child's commands are not cancelled; see ``scope``.
  public func start(with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command] {
    let (child, commands) = Child.start(with: flags)
    wrapping.place.expectAccess()
    model[keyPath: wrapping.place.keyPath] = child
    return wrapping.commands(commands)
  }

  /// Updates the child with `message`; drops the message if there is no child.
  @inlinable
  public func update(for message: Child.Message, model: inout Parent.Model) -> [Parent.Command] {
    wrapping.place.expectAccess()
    // Otherwise an access that finds no child would still call the setter, which may have effects.
    guard wrapping.place.isStored || isPresent(in: model),
      let commands = Self.update(for: message, model: &model[keyPath: wrapping.place.keyPath])
    else {
      dropMessage()
      return []
    }
    return wrapping.commands(commands)
  }

  /// A single access, since each walks the key path.
  @inlinable @inline(__always)
  static func update(for message: Child.Message, model: inout Child.Model?) -> [Child.Command]? {
    if case .none = model { return nil }
    return Child.update(for: message, model: &model!)
  }

  @usableFromInline @inline(never)
  func isPresent(in model: Parent.Model) -> Bool {
    if case .none = model[keyPath: wrapping.place.keyPath] { false } else { true }
  }

  /// The child's view, if any.
  @inlinable
  public func view(for model: Parent.Model) -> Child.View? {
    wrapping.place.expectAccess()
    return model[keyPath: wrapping.place.keyPath].map(Child.view(for:))
  }

  /// The child's sources; none if there is no child.
  public func subscriptions(for model: Parent.Model) -> [Parent.Source] {
    wrapping.place.expectAccess()
    guard let child = model[keyPath: wrapping.place.keyPath] else { return [] }
    return wrapping.sources(Child.subscriptions(for: child), of: ())
  }

  /// The policy of the child's command, under ids of the child's own.
  public func policy(for command: Child.Command) -> CommandPolicy {
    Child.policy(for: command).scoped(by: wrapping.scope)
  }

  /// The id of all the child's commands, including its own children's.
  ///
  /// The parent cancels them by `.cancels(editor.scope)`.
  public var scope: AnyHashable { wrapping.scope.identity }

  /// The id in the parent for the child's `id`.
  ///
  /// If the parent wraps the child's `.cancel(id)` with `map`, its tests expect `.cancel(editor.identity(of: id))`. See
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

extension OptionalEmbedding where Child.Flags == Void {
  /// Opens a new child, and returns its first commands.
  ///
  /// See ``start(with:model:)``.
  public func start(model: inout Parent.Model) -> [Parent.Command] { start(with: (), model: &model) }
}
