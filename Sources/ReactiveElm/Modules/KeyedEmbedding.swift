internal import ReactiveCore

/// Embeds any number of children of one module, each with a key.
///
/// ```swift
/// struct List: Module {
///   enum Message { case add(Int), remove(Int), row(Int, Counter.Message) }
///   struct Model: Initable { var rows: [Int: Counter.Model] = [:] }
///   typealias Command = Never
///
///   static let rows = KeyedEmbedding<List, Counter, [Int: Counter.Model]>(at: \.rows, message: Message.row)
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .add(let key): return rows.start(key, model: &model)
///     case .remove(let key): model.rows[key] = nil
///     case .row(let key, let message): return rows.update(for: message, of: key, model: &model)
///     }
///     return []
///   }
///   static func view(for model: Model) -> [String] { rows.views(for: model) { key, view in "\(key): \(view)" } }
/// }
///
/// let list = List.makeProgram()
/// list.dispatch(.add(7))
/// list.dispatch(.add(3))
/// list.dispatch(.row(7, .increment))
/// print(list.view)  // ["3: Count: 0", "7: Count: 1"]
/// ```
///
/// The parent's model contains the children's, as a dictionary, an array of identifiable models, or another
/// ``KeyedCollection``. The order of the collection is that of views and sources. Add a child with
/// ``start(_:with:model:)`` or in the collection, and remove it there.
///
/// A message to an absent child, such as a late answer, is dropped, and counted in ``Program/droppedMessageCount``. A
/// new child with the same key receives late answers to the old one, unless you first cancel the ``scope(of:)``. For
/// the rest see ``Embedding``.
public struct KeyedEmbedding<Parent: Module, Child: Module, Models: KeyedCollection>: Sendable
where Models.Value == Child.Model {
  /// The key of a child.
  public typealias Key = Models.Key

  @usableFromInline let wrapping: Wrapping<Parent, Child, Models, Key>

  /// Embeds the children whose models are in the collection at `place`.
  ///
  /// The rules for `command` and `source` are those of ``Embedding``.
  public init(
    at place: any WritableKeyPath<Parent.Model, Models> & Sendable,
    message: @escaping @Sendable (Key, Child.Message) -> Parent.Message,
    command: (@Sendable (Key, Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Key, Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(place), message, command, source)
  }

  /// Embeds children in a module of the main actor.
  ///
  /// Using a computed `place` off the main actor stops the process.
  @MainActor
  public init(
    at place: WritableKeyPath<Parent.Model, Models>,
    message: @escaping @Sendable (Key, Child.Message) -> Parent.Message,
    command: (@Sendable (Key, Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Key, Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(onMainActor: place), message, command, source)
  }

  /// Adds a child with `key`, and returns its first commands.
  ///
  /// An earlier child's commands are not cancelled; see ``scope(of:)``.
  public func start(_ key: Key, with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command] {
    let (child, commands) = Child.start(with: flags)
    wrapping.place.expectAccess()
    model[keyPath: wrapping.place.keyPath].setKeyedValue(child, forKey: key)
    return wrap(commands, of: key)
  }

  /// Updates the child with `key`; drops the message if there is none.
  @inlinable
  public func update(for message: Child.Message, of key: Key, model: inout Parent.Model) -> [Parent.Command] {
    wrapping.place.expectAccess()
    let commands = model[keyPath: wrapping.place.keyPath].updateKeyedValue(forKey: key) {
      Child.update(for: message, model: &$0)
    }
    guard let commands else {
      dropMessage()
      return []
    }
    return commands.isEmpty ? [] : wrap(commands, of: key)
  }

  @usableFromInline @inline(never)
  func wrap(_ commands: [Child.Command], of key: Key) -> [Parent.Command] {
    wrapping.commands(commands, of: key, in: ownScope(of: key))
  }

  /// The children's views, in order.
  @inlinable
  public func views(for model: Parent.Model) -> [Child.View] { views(for: model) { _, view in view } }

  /// The results of `transform` for each key and view, in order.
  ///
  /// A view's messages are the child's; `transform` can wrap them with the key.
  @inlinable
  public func views<Item>(for model: Parent.Model, _ transform: (Key, Child.View) -> Item) -> [Item] {
    wrapping.place.expectAccess()
    var items: [Item] = []
    model[keyPath: wrapping.place.keyPath].forEachKeyed { key, child in
      items.append(transform(key, Child.view(for: child)))
    }
    return items
  }

  /// The children's sources, in order.
  public func subscriptions(for model: Parent.Model) -> [Parent.Source] {
    if Child.Source.self == Never.self { return [] }
    wrapping.place.expectAccess()
    var all: [Parent.Source] = []
    model[keyPath: wrapping.place.keyPath].forEachKeyed { key, child in
      all += wrapping.sources(Child.subscriptions(for: child), of: key)
    }
    return all
  }

  private func ownScope(of key: Key) -> CommandScope { CommandScope(wrapping.place.keyPath, key: AnyHashable(key)) }

  /// The policy of a command of the child with `key`, under ids of the child's own.
  public func policy(for command: Child.Command, of key: Key) -> CommandPolicy {
    Child.policy(for: command).scoped(by: ownScope(of: key))
  }

  /// The id of all commands of the child with `key`, including its own children's.
  ///
  /// The parent cancels them by `.cancels(rows.scope(of: key))`.
  public func scope(of key: Key) -> AnyHashable { ownScope(of: key).identity }

  /// The id in the parent for the `id` of the child with `key`.
  ///
  /// If the parent wraps the child's `.cancel(id)` with `map`, its tests expect
  /// `.cancel(rows.identity(of: id, in: key))`. See ``CancellableCommand``.
  public func identity(of id: some Hashable, in key: Key) -> AnyHashable {
    ownScope(of: key).identity(of: AnyHashable(id))
  }

  /// The message for an `error` of a command of the child with `key`.
  public func message(for error: any Error, performing command: Child.Command, of key: Key) -> Parent.Message? {
    Child.message(for: error, performing: command).map { wrapping.message(key, $0) }
  }

  /// The message for an `error` of a source of the child with `key`.
  public func message(for error: any Error, listeningTo source: Child.Source, of key: Key) -> Parent.Message? {
    Child.message(for: error, listeningTo: source).map { wrapping.message(key, $0) }
  }
}

extension KeyedEmbedding where Child.Flags == Void {
  /// Adds a child with `key`, and returns its first commands.
  ///
  /// See ``start(_:with:model:)``.
  public func start(_ key: Key, model: inout Parent.Model) -> [Parent.Command] { start(key, with: (), model: &model) }
}
