internal import ReactiveCore

/// Performs commands, where a function from a command to its answer is not enough.
///
/// ```swift
/// struct Download: Module {
///   enum Message: Sendable { case start, progress(Int) }
///   struct Model: Initable { var percent = 0 }
///   enum Command: Sendable { case fetch }
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .start: return [.fetch]
///     case .progress(let percent): model.percent = percent
///     }
///     return []
///   }
///   static func view(for model: Model) -> String { "\(model.percent) %" }
/// }
///
/// let download = Download.makeProgram(handler: .sending { command, send in
///   for percent in [50, 100] { send(.progress(percent)) }
/// })
/// download.dispatch(.start)
/// await download.settle()
/// print(download.view)  // 100 %
/// ```
///
/// Pass it to ``Module/makeProgram(flags:isolation:handler:listening:)``. Each program made with it calls it once for
/// each command, after notifying subscribers. ``Module/message(for:performing:)`` handles its errors. Cost: a call for
/// each command; a task if asynchronous.
public struct CommandHandler<M: Module> {
  /// Performs a command under the id, in the program's isolation; nil if subscribers perform commands.
  @usableFromInline let perform: ((M.Command, AnyHashable?, Operations<M>) throws -> Void)?
  /// Makes a program's timer for delayed commands; nil for the system's clock.
  let makeTimer: ((IsolationReference) -> CommandTimer<M>)?

  @usableFromInline
  init(
    _ perform: ((M.Command, AnyHashable?, Operations<M>) throws -> Void)?,
    makeTimer: ((IsolationReference) -> CommandTimer<M>)? = nil
  ) {
    self.perform = perform
    self.makeTimer = makeTimer
  }

  /// Subscribers, or observers of ``Program/commands``, perform the commands.
  ///
  /// A command before the first subscriber stops the process, unless it cancels others. This handler also serves
  /// modules with sources but no commands.
  @inlinable
  public static var subscribers: CommandHandler { CommandHandler(nil) }

  /// `handler` performs each command in the program's isolation, and answers with a message or nil.
  ///
  /// The same as the closure of `makeProgram(performing:)`, as a value on which ``timed(by:)`` can be called.
  @inlinable
  public static func performing(_ handler: @escaping (M.Command) throws -> M.Message?) -> CommandHandler {
    CommandHandler { command, _, operations in
      if let answer = try handler(command) { operations.program?.dispatch(answer) }
    }
  }

  /// `handler` performs each command in its own task, and answers with a message or nil.
  ///
  /// The same as the asynchronous closure of `makeProgram(performing:)`, as a value on which ``timed(by:)`` can be
  /// called.
  @inlinable
  public static func performing(
    _ handler: @escaping @Sendable (M.Command) async throws -> M.Message?
  ) -> CommandHandler where M.Message: Sendable, M.Command: Sendable {
    .sending { command, send in
      if let answer = try await handler(command) { send(answer) }
    }
  }

  /// `handler` performs each command in its own task, and sends any number of answers.
  ///
  /// Answers arrive in the program's isolation, in order, until `handler` returns. Later messages of its ``Sender`` are
  /// dropped. The task is cancelled with the command (see ``CommandPolicy``), and when the program ends.
  @inlinable
  public static func sending(
    _ handler: @escaping @Sendable (M.Command, Sender<M.Message>) async throws -> Void
  ) -> CommandHandler where M.Message: Sendable, M.Command: Sendable {
    CommandHandler { command, id, operations in
      operations.launch(command, id) { send in try await handler(command, send) }
    }
  }

  /// `handler` performs each request in the program's isolation, and answers with a message or nil.
  ///
  /// It receives no commands that cancel; see ``CancellableCommand``.
  public static func requests<Request>(_ handler: @escaping (Request) throws -> M.Message?) -> CommandHandler
  where M.Command == CancellableCommand<Request> {
    CommandHandler { command, _, operations in
      if case .perform(let request) = command, let answer = try handler(request) {
        operations.program?.dispatch(answer)
      }
    }
  }

  /// `handler` performs each request in its own task, and sends any number of answers.
  ///
  /// It receives no commands that cancel; see ``CancellableCommand``. Otherwise like ``sending(_:)``.
  public static func requestsSending<Request: Sendable>(
    _ handler: @escaping @Sendable (Request, Sender<M.Message>) async throws -> Void
  ) -> CommandHandler where M.Command == CancellableCommand<Request>, M.Message: Sendable {
    CommandHandler { command, id, operations in
      guard case .perform(let request) = command else { return }
      operations.launch(command, id) { send in try await handler(request, send) }
    }
  }

  /// `handler` performs the part of each command that `request` returns, in its own task. Commands without one end.
  ///
  /// For commands that are not `Sendable`, since they contain a ``CancellableCommand`` of a child: those of a
  /// ``StackOf`` or a ``OneOf`` of such children. Those that cancel are not asked for a request. Where all code belongs
  /// to the main actor by default, the child is `nonisolated`, since the task makes messages of the stack.
  ///
  /// ```swift
  /// nonisolated struct Lookup: Module {
  ///   enum Request: Sendable { case find(String) }
  ///   enum Message: Sendable { case typed(String), found(String) }
  ///   struct Model: Initable { var result = "" }
  ///   typealias Command = CancellableCommand<Request>
  ///
  ///   static func update(for message: Message, model: inout Model) -> [Command] {
  ///     switch message {
  ///     case .typed(let text): return [.perform(.find(text))]
  ///     case .found(let result): model.result = result
  ///     }
  ///     return []
  ///   }
  ///   static func view(for model: Model) -> String { model.result }
  ///   static func policy(for command: Command) -> CommandPolicy {
  ///     switch command {
  ///     case .perform: .identified(by: "lookup", cancelInFlight: true)
  ///     case .cancel(let id): .cancels(id)
  ///     }
  ///   }
  /// }
  ///
  /// let path = StackOf<Lookup>.makeProgram(
  ///   flags: [()],
  ///   handler: .sending(of: { command in
  ///     if case .perform(.screen(let key, .perform(let request))) = command { (key, request) } else { nil }
  ///   }, performing: { request, send in
  ///     switch request {
  ///     case (let key, .find(let text)): send(.screen(key, .found("\(text) is a bird")))
  ///     }
  ///   }))
  /// path.dispatch(.screen(0, .typed("swift")))
  /// await path.settle()
  /// print(path.view[0].view)  // swift is a bird
  /// ```
  ///
  /// `request` runs in the program's isolation. Otherwise like ``sending(_:)``.
  public static func sending<Request: Sendable>(
    of request: @escaping (M.Command) -> Request?,
    performing handler: @escaping @Sendable (Request, Sender<M.Message>) async throws -> Void
  ) -> CommandHandler where M.Message: Sendable {
    CommandHandler { command, id, operations in
      guard let request = request(command) else { return }
      operations.launch(command, id) { send in try await handler(request, send) }
    }
  }

  /// Returns this handler with `clock` for delayed commands; see ``CommandPolicy/after(_:)``.
  ///
  /// ```swift
  /// struct Notice: Module {
  ///   enum Message: Sendable { case show(String), hide }
  ///   struct Model: Initable { var text = "" }
  ///   enum Command: Sendable { case hide }
  ///
  ///   static func update(for message: Message, model: inout Model) -> [Command] {
  ///     switch message {
  ///     case .show(let text):
  ///       model.text = text
  ///       return [.hide]
  ///     case .hide: model.text = ""
  ///     }
  ///     return []
  ///   }
  ///   static func view(for model: Model) -> String { model.text }
  ///   static func policy(for command: Command) -> CommandPolicy {
  ///     .identified(by: "hide", cancelInFlight: true).after(.seconds(5))
  ///   }
  /// }
  ///
  /// let clock = ManualClock()
  /// let notice = Notice.makeProgram(handler: .performing { _ in .hide }.timed(by: clock))
  /// notice.dispatch(.show("Saved"))
  /// print(notice.view)          // Saved
  /// clock.advance(by: .seconds(5))
  /// print(notice.view.isEmpty)  // true
  /// ```
  ///
  /// The default is a `ContinuousClock`. In the program's isolation, `advance` of a `ManualClock` returns after the due
  /// commands have been performed, with everything that they cause. Outside of any actor, due commands run in
  /// ``Program/settle(isolation:)`` and `run(until:)`, like answers. The handler retains `clock`.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public func timed(by clock: any Clock<Duration>) -> CommandHandler {
    CommandHandler(perform, makeTimer: { .live(clock, $0) })
  }
}
