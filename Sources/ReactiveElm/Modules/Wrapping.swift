public import ReactiveCore

/// What an embedding of one child is made of: the place of the child, and how what it says becomes what its parent says.
@usableFromInline
struct Wrapping<Parent: Module, Child: Module, Part>: Sendable {
  @usableFromInline let place: Place<Parent.Model, Part>
  @usableFromInline let message: @Sendable (Child.Message) -> Parent.Message
  @usableFromInline let command: (@Sendable (Child.Command) -> Parent.Command)?
  @usableFromInline let source: (@Sendable (Child.Source) -> Parent.Source)?

  init(
    _ place: Place<Parent.Model, Part>,
    _ message: @escaping @Sendable (Child.Message) -> Parent.Message,
    _ command: (@Sendable (Child.Command) -> Parent.Command)?,
    _ source: (@Sendable (Child.Source) -> Parent.Source)?
  ) {
    self.place = place
    self.message = message
    self.command = command
    self.source = source
    if command == nil { expectNoCommands(of: Child.self, in: Parent.self) }
  }

  var scope: Scope { Scope(place.keyPath) }

  /// Not a line more than this test when there are none: they are rare.
  @inlinable @inline(__always)
  func commands(_ own: [Child.Command]) -> [Parent.Command] { own.isEmpty ? [] : wrapped(own) }

  @usableFromInline @inline(never)
  func wrapped(_ own: [Child.Command]) -> [Parent.Command] {
    Parent.wrapped(own, of: Child.self, in: scope, by: command)
  }

  func sources(_ own: [Child.Source]) -> [Parent.Source] {
    guard let source else { return [] }
    return own.map(source)
  }
}

extension Module {
  /// The commands that this module makes of `own`, its child's, by `wrap`.
  static func wrapped<Child: Module>(
    _ own: [Child.Command], of child: Child.Type, in scope: @autoclosure () -> Scope,
    by wrap: ((Child.Command) -> Command)?
  ) -> [Command] {
    own.map { own in
      guard let wrap else { refuseCommands(of: child, in: Self.self) }
      let whole = scoped(wrap(own), of: own, in: child, by: scope())
      expectPolicy(of: own, in: child, toBeKeptFor: whole, in: Self.self)
      return whole
    }
  }
}

/// Stops where a child whose commands are not wrapped is seen to have some.
///
/// That is seen early of most types. The others take no place in memory, as an empty one, but have a value.
func expectNoCommands<Parent: Module, Child: Module>(of child: Child.Type, in parent: Parent.Type) {
  if MemoryLayout<Child.Command>.size != 0 { refuseCommands(of: child, in: parent) }
}

@inline(never)
func refuseCommands<Parent: Module, Child: Module>(of child: Child.Type, in parent: Parent.Type) -> Never {
  stop(
    """
    \(child) has commands, and its embedding in \(parent) does not say how they are wrapped: add \
    "command: Command.…" to it.
    """)
}

/// Stops where a parent runs a child's command without asking the child how.
///
/// A parent that says something about its commands has to say it of this one, too: its child's scope hangs on it.
func expectPolicy<Parent: Module, Child: Module>(
  of own: Child.Command, in child: Child.Type, toBeKeptFor whole: Parent.Command, in parent: Parent.Type
) {
  let policy = Parent.policy(for: whole)
  guard case .free = policy.kind else { return }
  let wanted = Child.policy(for: own)
  if case .free = wanted.kind, !policy.isStated { return }
  stop(
    """
    \(parent) runs the command \(whole) of its child \(child) without asking it how: the child's policy is \(wanted), and \
    \(parent).policy(for:) answers .free. Forward it: "static func policy(for command: Command) -> CommandPolicy" returns \
    what policy(for:) of the embedding returns. If the command is not to be the child's, give it an id of its own with \
    .identified(by:).
    """)
}

/// A message whose child is gone: the one place where messages are dropped. See ``Program/droppedMessageCount``.
@usableFromInline @inline(never)
func dropMessage() { Context.ready.lostMessages += 1 }
