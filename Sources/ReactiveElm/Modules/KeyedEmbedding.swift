internal import ReactiveCore

/// Child modules of a kind, any number of them: their models are a collection in their parent's, each with a key.
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
/// The collection is a dictionary, an array of identifiable models, or another ``KeyedCollection``; its order is that
/// of the views and sources. The parent adds a child with ``start(_:with:model:)`` or in the collection, and removes it
/// there. A message to a child that is not there is dropped, and counted in ``Program/droppedMessageCount``: late
/// answers are nothing unusual. An answer that arrives when another child has the key is handled by that child; cancel
/// what the old child has running by its ``scope(of:)`` where that matters. For the rest see ``Embedding``.
public struct KeyedEmbedding<Parent: Module, Child: Module, Models: KeyedCollection>: Sendable
where Models.Value == Child.Model {
  /// What a child is found by.
  public typealias Key = Models.Key

  @usableFromInline let wrapping: Wrapping<Parent, Child, Models, Key>

  /// Children whose models lie in the collection at `place`.
  ///
  /// `command` may be left out when the child's `Command` is an empty type, such as `Never`, and `source` when its
  /// `Source` is ``Uninhabited``, which `Never` is. What is missing stops the process.
  public init(
    at place: any WritableKeyPath<Parent.Model, Models> & Sendable,
    message: @escaping @Sendable (Key, Child.Message) -> Parent.Message,
    command: (@Sendable (Key, Child.Command) -> Parent.Command)? = nil,
    source: (@Sendable (Key, Child.Source) -> Parent.Source)? = nil
  ) {
    wrapping = Wrapping(Place(place), message, command, source)
  }

  /// The same, for modules of the main actor, whose key paths belong to it.
  ///
  /// The compiler chooses it where all code belongs to the main actor by default. A computed property may be used there
  /// alone, or the process stops.
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
  /// What an earlier child with the key has running is not cancelled; see ``scope(of:)``.
  public func start(_ key: Key, with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command] {
    let (child, commands) = Child.start(with: flags)
    wrapping.place.expectAccess()
    model[keyPath: wrapping.place.keyPath].setKeyedValue(child, forKey: key)
    return wrap(commands, of: key)
  }

  /// Has the child with `key` handle `message`; drops it if there is none.
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

  /// What `transform` makes of the children's keys and views, in order.
  ///
  /// A view's messages are the child's; `transform` can wrap them for the child with this key.
  @inlinable
  public func views<Item>(for model: Parent.Model, _ transform: (Key, Child.View) -> Item) -> [Item] {
    wrapping.place.expectAccess()
    var items: [Item] = []
    model[keyPath: wrapping.place.keyPath].forEachKeyed { key, child in
      items.append(transform(key, Child.view(for: child)))
    }
    return items
  }

  /// The children's sources, in the order of the children.
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

  /// How a command of the child with `key` is run: as the child says, under ids of its own.
  public func policy(for command: Child.Command, of key: Key) -> CommandPolicy {
    Child.policy(for: command).scoped(by: ownScope(of: key))
  }

  /// An id that all commands of the child with `key` run under, those of its own children included.
  ///
  /// A command of the parent's with the policy `.cancels(rows.scope(of: key))` cancels them all.
  public func scope(of key: Key) -> AnyHashable { ownScope(of: key).identity }

  /// The id in the parent of what the child with `key` calls `id`.
  ///
  /// Where the child says `.cancel(id)`, and the parent wraps it with `map`, the parent's command is
  /// `.cancel(rows.identity(of: id, in: key))`: a test of the parent expects that. See ``Cancellable``.
  public func identity(of id: some Hashable, in key: Key) -> AnyHashable {
    ownScope(of: key).identity(of: AnyHashable(id))
  }

  /// The message that says that performing a command of the child with `key` threw `error`.
  public func message(for error: any Error, performing command: Child.Command, of key: Key) -> Parent.Message? {
    Child.message(for: error, performing: command).map { wrapping.message(key, $0) }
  }

  /// The message that says that a source of the child with `key` could not be started, or failed later.
  public func message(for error: any Error, listeningTo source: Child.Source, of key: Key) -> Parent.Message? {
    Child.message(for: error, listeningTo: source).map { wrapping.message(key, $0) }
  }
}

extension KeyedEmbedding where Child.Flags == Void {
  /// Adds a child with `key`, and returns its first commands.
  ///
  /// What an earlier child with the key has running is not cancelled; see ``scope(of:)``.
  public func start(_ key: Key, model: inout Parent.Model) -> [Parent.Command] { start(key, with: (), model: &model) }
}
