public import ReactiveCore

// How a program is made of a module: by the way in which its commands are performed. Without flags, each has a twin that
// needs none. Two of them take a closure for the commands, and no other can be meant by a trailing closure: what else
// there is to say of commands is a `CommandHandler`, which has a label of its own.

extension Module {
  /// Makes a program whose commands are performed by its subscribers, or by observers of ``Program/commands``.
  ///
  /// It begins at once: its first commands are performed before this returns. The program belongs to `isolation`, the
  /// caller's, where answers and messages from elsewhere arrive. Outside of any actor, see
  /// ``Program/settle(isolation:)``. That is also where the compiler puts the initial value of a property, in whatever
  /// class or actor: there, say `isolation: self` (in a `lazy var` of an actor) or `isolation: MainActor.shared`. See
  /// ``CommandHandler/subscribers``.
  @inlinable
  public static func makeProgram(flags: Flags, isolation: isolated (any Actor)? = #isolation) -> Program<Self> {
    makeProgram(flags: flags, isolation: isolation, handler: .subscribers)
  }

  /// Makes a program whose commands are performed by `handler`.
  ///
  /// It begins at once: its first commands are performed, and its first sources started, before this returns.
  /// `listener` starts a source and returns what stops it; an error that it throws, or that a task of the dispatcher
  /// throws later, becomes a message by ``message(for:listeningTo:)``. The rest is as in
  /// ``makeProgram(flags:isolation:)``.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation, handler: CommandHandler<Self>,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    Program(start(with: flags), home: IsolationReference(isolation), performing: handler, listening: listener)
  }

  /// Not possible: a `CommandHandler` has a label of its own.
  @available(*, unavailable, renamed: "makeProgram(flags:isolation:handler:listening:)")
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation, performing handler: CommandHandler<Self>,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> { stop("unavailable") }

  /// Makes a program whose commands are performed by `handler`, in the program's isolation.
  ///
  /// `handler` runs after the subscribers were notified of the command, and answers with a message or nil. An error
  /// that it throws becomes a message by ``message(for:performing:)``. `listener` starts a source and returns what
  /// stops it; an error that it throws, or that a task of the dispatcher throws later, becomes a message by
  /// ``message(for:listeningTo:)``. The rest is as in ``makeProgram(flags:isolation:)``.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping (Command) throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: flags, isolation: isolation, handler: .performing(handler), listening: listener)
  }
}

extension Module where Message: Sendable, Command: Sendable {
  /// Makes a program whose commands are performed by `handler`, each in a task of its own.
  ///
  /// `handler` answers with a message or nil, which arrives in the program's isolation. Its task is cancelled when the
  /// command is (see ``CommandPolicy``) and when the program ends; its answer is dropped then. An error that it throws
  /// becomes a message by ``message(for:performing:)``. For several answers see ``CommandHandler/sending(_:)``. The
  /// rest is as with a handler that is not asynchronous.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping @Sendable (Command) async throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: flags, isolation: isolation, handler: .performing(handler), listening: listener)
  }
}

extension Module where Flags == Void {
  /// Makes a program whose commands are performed by its subscribers, or by observers of ``Program/commands``.
  ///
  /// See ``makeProgram(flags:isolation:)``.
  @inlinable
  public static func makeProgram(isolation: isolated (any Actor)? = #isolation) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation)
  }

  /// Makes a program whose commands are performed by `handler`.
  ///
  /// See ``makeProgram(flags:isolation:handler:listening:)``.
  @inlinable
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation, handler: CommandHandler<Self>,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation, handler: handler, listening: listener)
  }

  /// Not possible: a `CommandHandler` has a label of its own.
  @available(*, unavailable, renamed: "makeProgram(isolation:handler:listening:)")
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation, performing handler: CommandHandler<Self>,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> { stop("unavailable") }

  /// Makes a program whose commands are performed by `handler`, in the program's isolation.
  ///
  /// See ``makeProgram(flags:isolation:performing:listening:)``.
  @inlinable
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation, performing handler: @escaping (Command) throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation, performing: handler, listening: listener)
  }
}

extension Module where Flags == Void, Message: Sendable, Command: Sendable {
  /// Makes a program whose commands are performed by `handler`, each in a task of its own.
  ///
  /// See ``makeProgram(flags:isolation:performing:listening:)``.
  @inlinable
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping @Sendable (Command) async throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation, performing: handler, listening: listener)
  }
}
