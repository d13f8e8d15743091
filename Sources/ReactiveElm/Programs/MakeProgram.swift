public import ReactiveCore

// How a program is made of a module: by the way in which its commands are performed. Without flags, each has a twin that
// needs none.

extension Module {
  /// Makes a program whose commands are performed by its subscribers, or by observers of ``Program/commands``.
  ///
  /// A command that comes before there was a first one stops the process, but for one that cancels others.
  ///
  /// It begins at once: its first commands are performed, and its first sources started, before this returns.
  /// `listener` starts a source and returns what stops it; what it throws, and what a task of the dispatcher throws
  /// later, the module is told of in ``message(for:listeningTo:)``. The program belongs to `isolation`, the caller's:
  /// answers, and messages from elsewhere, come back to it. Outside of any actor, see ``Program/settle(isolation:)``.
  /// That is also where the compiler puts the initial value of a property, in whatever class or actor: there, say
  /// `isolation: self` (in a `lazy var` of an actor) or `isolation: MainActor.shared`.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    Program(start(with: flags), home: IsolationReference(isolation), performing: nil, listening: listener)
  }

  /// Makes a program whose commands are performed by `handler`, in the program's isolation.
  ///
  /// `handler` runs after the subscribers were told of the command, and answers with a message or nil. What it throws, the
  /// module is told of in ``message(for:performing:)``. The rest is as in ``makeProgram(flags:isolation:listening:)``.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping (Command) throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    let perform: CommandHandler<Self> = { command, _, operations in
      if let answer = try handler(command) { operations.program?.dispatch(answer) }
    }
    return Program(start(with: flags), home: IsolationReference(isolation), performing: perform, listening: listener)
  }
}

extension Module where Message: Sendable, Command: Sendable {
  /// Makes a program whose commands are performed by `handler`, each in a task of its own.
  ///
  /// `handler` answers with a message or nil, which comes back to the program's isolation. Its task is cancelled when the
  /// command is (see ``CommandPolicy``) and when the program ends; what it has to say is dropped then. What it throws,
  /// the module is told of in ``message(for:performing:)``. The rest is as in
  /// ``makeProgram(flags:isolation:listening:)``.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping @Sendable (Command) async throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(
      flags: flags, isolation: isolation,
      performing: { command, send in
        if let answer = try await handler(command) { send(answer) }
      }, listening: listener)
  }

  /// Makes a program whose commands are performed by `handler`, each in a task of its own, with any number of answers.
  ///
  /// `handler` is given a ``Sender`` for its answers, which come back to the program's isolation in their order; what it
  /// still sends after it has returned is dropped. The rest is as with a handler that answers once.
  @inlinable
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping @Sendable (Command, Sender<Message>) async throws -> Void,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    let perform: CommandHandler<Self> = { command, id, operations in
      operations.launch(command, id) { send in try await handler(command, send) }
    }
    return Program(start(with: flags), home: IsolationReference(isolation), performing: perform, listening: listener)
  }
}

extension Module where Flags == Void {
  /// Makes a program whose commands are performed by its subscribers alone.
  ///
  /// See ``makeProgram(flags:isolation:listening:)``.
  @inlinable
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation, listening: listener)
  }

  /// Makes a program whose commands are performed by `handler`, in the program's isolation.
  ///
  /// See ``makeProgram(flags:isolation:listening:)``.
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
  /// See ``makeProgram(flags:isolation:listening:)``.
  @inlinable
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping @Sendable (Command) async throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation, performing: handler, listening: listener)
  }

  /// Makes a program whose commands are performed by `handler`, each in a task of its own, with any number of answers.
  ///
  /// See ``makeProgram(flags:isolation:listening:)``.
  @inlinable
  public static func makeProgram(
    isolation: isolated (any Actor)? = #isolation,
    performing handler: @escaping @Sendable (Command, Sender<Message>) async throws -> Void,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> {
    makeProgram(flags: (), isolation: isolation, performing: handler, listening: listener)
  }
}
