public import ReactiveCore

// Only two functions take a closure for commands, so that a trailing closure is unambiguous. A `CommandHandler` has its
// own label.

extension Module {
  /// Makes a program whose commands are performed by subscribers, or observers of ``Program/commands``.
  ///
  /// Its first commands are performed before this returns, or after the running delivery or batch. The program belongs
  /// to `isolation`, by default the caller's, where answers and messages from elsewhere arrive. Outside of any actor,
  /// see ``Program/settle(isolation:)``.
  ///
  /// The compiler passes no actor in the initial value of a property, even inside an actor. There, pass
  /// `isolation: self` (in a `lazy var` of an actor) or `isolation: MainActor.shared`. See
  /// ``CommandHandler/subscribers``.
  @inlinable
  public static func makeProgram(flags: Flags, isolation: isolated (any Actor)? = #isolation) -> Program<Self> {
    makeProgram(flags: flags, isolation: isolation, handler: .subscribers)
  }

  /// Makes a program whose commands are performed by `handler`.
  ///
  /// The first commands are performed, then the first sources started. `listener` starts a source and returns the
  /// subscription that stops it. ``message(for:listeningTo:)`` handles errors of `listener`, and later ones of the
  /// dispatcher's tasks. Otherwise like ``makeProgram(flags:isolation:)``.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation, handler: CommandHandler<Self>,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    Program(start(with: flags), home: IsolationReference(isolation), performing: handler, listening: listener)
  }

  /// Unavailable: a `CommandHandler` has its own label.
  @available(*, unavailable, renamed: "makeProgram(flags:isolation:handler:listening:)")
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation, performing handler: CommandHandler<Self>,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> { stop("unavailable") }

  /// Makes a program whose commands are performed by `handler`, in the program's isolation.
  ///
  /// `handler` runs after subscribers are notified of the command, and answers with a message or nil.
  /// ``message(for:performing:)`` handles the errors that it throws. Otherwise like
  /// ``makeProgram(flags:isolation:handler:listening:)``.
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
  /// Makes a program whose commands `handler` performs, each in its own task.
  ///
  /// `handler` answers with a message or nil, which arrives in the program's isolation. When the command is cancelled
  /// (see ``CommandPolicy``) or the program ends, the task is cancelled and its answer dropped.
  /// ``message(for:performing:)`` handles the errors that it throws. For several answers see
  /// ``CommandHandler/sending(_:)``. Otherwise like the function with a synchronous handler.
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
  /// Makes a program whose commands are performed by subscribers, or observers of ``Program/commands``.
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

  /// Unavailable: a `CommandHandler` has its own label.
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
  /// Makes a program whose commands `handler` performs, each in its own task.
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
