internal import ReactiveCore

/// The mechanism of every embedding. `Key` is `Void` for at most one child.
@usableFromInline
struct Wrapping<Parent: Module, Child: Module, Part, Key>: Sendable {
  @usableFromInline let place: Place<Parent.Model, Part>
  let message: @Sendable (Key, Child.Message) -> Parent.Message
  let command: (@Sendable (Key, Child.Command) -> Parent.Command)?
  @usableFromInline let source: (@Sendable (Key, Child.Source) -> Parent.Source)?

  init(
    _ place: Place<Parent.Model, Part>,
    _ message: @escaping @Sendable (Key, Child.Message) -> Parent.Message,
    _ command: (@Sendable (Key, Child.Command) -> Parent.Command)?,
    _ source: (@Sendable (Key, Child.Source) -> Parent.Source)?
  ) {
    self.place = place
    self.message = message
    self.command = command
    self.source = source
    // Types without values have size 0. So do some with one value; there, a missing wrapper is found when used.
    if command == nil && MemoryLayout<Child.Command>.size != 0 { refuse("commands", by: "command: Command.…") }
    if source == nil && MemoryLayout<Child.Source>.size != 0 && !(Child.Source.self is any Uninhabited.Type) {
      refuse("sources", by: "source: Source.…")
    }
  }

  func commands(_ own: [Child.Command], of key: Key, in scope: @autoclosure () -> CommandScope) -> [Parent.Command] {
    own.map { own in
      guard let command else { refuse("commands", by: "command: Command.…") }
      let whole = Parent.scoped(command(key, own), of: own, in: Child.self, by: scope())
      expectPolicy(of: own, in: Child.self, toBeKeptFor: whole, in: Parent.self)
      return whole
    }
  }

  @usableFromInline
  func sources(_ own: [Child.Source], of key: Key) -> [Parent.Source] {
    own.map { own in
      guard let source else { refuse("sources", by: "source: Source.…") }
      return source(key, own)
    }
  }

  @inline(never)
  private func refuse(_ what: String, by wrap: String) -> Never {
    stop(
      """
      \(Child.self) has \(what), and its embedding in \(Parent.self) does not say how they are wrapped. Add "\(wrap)" \
      to it.
      """)
  }
}

extension Wrapping where Key == Void {
  init(
    _ place: Place<Parent.Model, Part>,
    _ message: @escaping @Sendable (Child.Message) -> Parent.Message,
    _ command: (@Sendable (Child.Command) -> Parent.Command)?,
    _ source: (@Sendable (Child.Source) -> Parent.Source)?
  ) {
    self.init(place, ignoringKey(message), command.map { ignoringKey($0) }, source.map { ignoringKey($0) })
  }

  var scope: CommandScope { CommandScope(place.keyPath) }

  /// Inlines only this test, since commands are rare.
  @inlinable @inline(__always)
  func commands(_ own: [Child.Command]) -> [Parent.Command] { own.isEmpty ? [] : wrapped(own) }

  @usableFromInline @inline(never)
  func wrapped(_ own: [Child.Command]) -> [Parent.Command] { commands(own, of: (), in: scope) }
}

// A closure in place would capture the source's `Hashable` conformance, which need not be `Sendable`.
private func ignoringKey<Own, Whole>(
  _ wrap: @escaping @Sendable (Own) -> Whole
) -> @Sendable (Void, Own) -> Whole { { _, own in wrap(own) } }

/// Stops if a parent does not forward the policy of a child's command.
///
/// A parent with a `policy(for:)` must forward even `.free`: the child's scope depends on it.
func expectPolicy<Parent: Module, Child: Module>(
  of own: Child.Command, in child: Child.Type, toBeKeptFor whole: Parent.Command, in parent: Parent.Type
) {
  let policy = Parent.policy(for: whole)
  guard case .free = policy.kind else { return }
  let wanted = Child.policy(for: own)
  if case .free = wanted.kind, !policy.isStated, !wanted.isDelayed { return }
  stop(
    """
    \(parent) runs the command \(whole) of its child \(child) without asking it how: the child's policy is \(wanted), \
    and \(parent).policy(for:) answers \(policy). Forward it: let "static func policy(for command: Command) -> \
    CommandPolicy" return what policy(for:) of the embedding returns. If the command is not the child's, give it an \
    id of its own with .identified(by:).
    """)
}

/// Drops a message whose child is absent. Only this function drops messages; see ``Program/droppedMessageCount``.
@usableFromInline @inline(never)
func dropMessage() { LostMessages.ofThread.count += 1 }
