internal import ReactiveCore

/// A child module that is there at times: its model is an optional part of its parent's.
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
/// The parent opens it with ``start(with:model:)`` or by setting the model, and closes it by setting nil. A message to
/// a child that is not there is dropped, and counted in ``Program/droppedMessageCount``: late answers are nothing
/// unusual. An answer that arrives when the child is open again is handled by the new one; cancel what the old one has
/// running by its ``scope`` where that matters. For the rest see ``Embedding``.
///
/// `place` may be a computed property, such as one for a case of an enum: nil if the enum is in another case. Then the
/// child's model is copied for each message.
public struct OptionalEmbedding<Parent: Module, Child: Module>: Sendable {
  @usableFromInline let wrapping: Wrapping<Parent, Child, Child.Model?, Void>

  /// A child whose model lies at `place` when it is there.
  ///
  /// `command` may be left out when the child's `Command` is an empty type, such as `Never`, and `source` when its
  /// `Source` is ``Uninhabited``, which `Never` is. What is missing stops the process. A command or source that is the
  /// parent's own is wrapped by `{ $0 }`.
  public init(
    at place: any WritableKeyPath<Parent.Model, Child.Model?> & Sendable,
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
    at place: WritableKeyPath<Parent.Model, Child.Model?>,
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(onMainActor: place), message, command, source)
  }

  /// Puts a new child in its place, and returns its first commands.
  ///
  /// What an earlier child has running is not cancelled; see ``scope``.
  public func start(with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command] {
    let (child, commands) = Child.start(with: flags)
    wrapping.place.expectAccess()
    model[keyPath: wrapping.place.keyPath] = child
    return wrapping.commands(commands)
  }

  /// Has the child handle `message`; drops it if there is none.
  @inlinable
  public func update(for message: Child.Message, model: inout Parent.Model) -> [Parent.Command] {
    wrapping.place.expectAccess()
    // Otherwise an access that finds no child would write it back all the same, by a setter that may do anything.
    guard wrapping.place.isStored || isPresent(in: model),
      let commands = Self.update(for: message, model: &model[keyPath: wrapping.place.keyPath])
    else {
      dropMessage()
      return []
    }
    return wrapping.commands(commands)
  }

  /// In one access, since each costs a walk along the key path.
  @inlinable @inline(__always)
  static func update(for message: Child.Message, model: inout Child.Model?) -> [Child.Command]? {
    if case .none = model { return nil }
    return Child.update(for: message, model: &model!)
  }

  @usableFromInline @inline(never)
  func isPresent(in model: Parent.Model) -> Bool {
    if case .none = model[keyPath: wrapping.place.keyPath] { false } else { true }
  }

  /// The child's view; nil if there is none.
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

  /// How a command of the child's is run: as the child says, under ids of its own.
  public func policy(for command: Child.Command) -> CommandPolicy {
    Child.policy(for: command).scoped(by: wrapping.scope)
  }

  /// An id that all commands of the child's run under, those of its own children included.
  ///
  /// A command of the parent's with the policy `.cancels(editor.scope)` cancels them all.
  public var scope: AnyHashable { wrapping.scope.identity }

  /// The id in the parent of what the child calls `id`.
  ///
  /// Where the child says `.cancel(id)`, and the parent wraps it with `map`, the parent's command is
  /// `.cancel(editor.identity(of: id))`: a test of the parent expects that. See ``Cancellable``.
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

extension OptionalEmbedding where Child.Flags == Void {
  /// Puts a new child in its place, and returns its first commands.
  ///
  /// What an earlier child has running is not cancelled; see ``scope``.
  public func start(model: inout Parent.Model) -> [Parent.Command] { start(with: (), model: &model) }
}
