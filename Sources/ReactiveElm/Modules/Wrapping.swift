internal import ReactiveCore

/// How what a child says becomes what its parent says.
@usableFromInline
struct Wrapping<Parent: Module, Child: Module>: Sendable {
  @usableFromInline let message: @Sendable (Child.Message) -> Parent.Message
  @usableFromInline let command: (@Sendable (Child.Command) -> Parent.Command)?
  @usableFromInline let source: (@Sendable (Child.Source) -> Parent.Source)?

  init(
    message: @escaping @Sendable (Child.Message) -> Parent.Message,
    command: (@Sendable (Child.Command) -> Parent.Command)?,
    source: (@Sendable (Child.Source) -> Parent.Source)?
  ) {
    self.message = message
    self.command = command
    self.source = source
    if command == nil { expectNoCommands(of: Child.self, in: Parent.self) }
  }

  /// Not a line more than this test when there are none: they are rare.
  @inlinable @inline(__always)
  func commands(_ own: [Child.Command]) -> [Parent.Command] { own.isEmpty ? [] : wrapped(own) }

  @usableFromInline @inline(never)
  func wrapped(_ own: [Child.Command]) -> [Parent.Command] {
    guard let command else { refuseCommands(of: Child.self, in: Parent.self) }
    return own.map(command)
  }

  func sources(_ own: [Child.Source]) -> [Parent.Source] {
    guard let source else { return [] }
    return own.map(source)
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

/// A message whose child is gone: the one place where messages are dropped. See ``Program/droppedMessageCount``.
@usableFromInline @inline(never)
func dropMessage() { Context.ready.lostMessages += 1 }
