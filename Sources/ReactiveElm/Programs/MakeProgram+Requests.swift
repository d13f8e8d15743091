public import ReactiveCore

// Programs of modules whose commands are requests, or cancel some: the handler is given the requests.

extension Module {
  /// Makes a program whose requests are performed by `handler`, in the program's isolation.
  ///
  /// What cancels is not given to it. The rest is as in ``makeProgram(flags:isolation:performing:listening:)``.
  public static func makeProgram<Request>(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    requests handler: @escaping (Request) throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> where Command == Cancellable<Request> {
    makeProgram(
      flags: flags, isolation: isolation,
      performing: { command in
        if case .perform(let request) = command { try handler(request) } else { nil }
      }, listening: listener)
  }

  /// Makes a program whose requests are performed by `handler`, each in a task of its own, with any number of answers.
  ///
  /// What cancels is not given to it. The rest is as in ``makeProgram(flags:isolation:performing:listening:)``.
  public static func makeProgram<Request: Sendable>(
    flags: Flags, isolation: isolated (any Actor)? = #isolation,
    requests handler: @escaping @Sendable (Request, Sender<Message>) async throws -> Void,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> where Command == Cancellable<Request>, Message: Sendable {
    let perform: CommandHandler<Self> = { command, id, operations in
      guard case .perform(let request) = command else { return }
      operations.launch(command, id) { send in try await handler(request, send) }
    }
    return Program(start(with: flags), home: IsolationReference(isolation), performing: perform, listening: listener)
  }
}

extension Module where Flags == Void {
  /// Makes a program whose requests are performed by `handler`, in the program's isolation.
  ///
  /// See ``makeProgram(flags:isolation:requests:listening:)``.
  public static func makeProgram<Request>(
    isolation: isolated (any Actor)? = #isolation, requests handler: @escaping (Request) throws -> Message?,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> where Command == Cancellable<Request> {
    makeProgram(flags: (), isolation: isolation, requests: handler, listening: listener)
  }

  /// Makes a program whose requests are performed by `handler`, each in a task of its own, with any number of answers.
  ///
  /// See ``makeProgram(flags:isolation:requests:listening:)``.
  public static func makeProgram<Request: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    requests handler: @escaping @Sendable (Request, Sender<Message>) async throws -> Void,
    listening listener: ((Source, Dispatcher<Message>) throws -> Subscription)? = nil
  ) -> Program<Self> where Command == Cancellable<Request>, Message: Sendable {
    makeProgram(flags: (), isolation: isolation, requests: handler, listening: listener)
  }
}
