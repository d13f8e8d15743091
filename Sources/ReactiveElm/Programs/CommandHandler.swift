internal import ReactiveCore

/// How a program performs its commands, where that is more than a function from a command to its answer.
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
/// It is given to ``Module/makeProgram(flags:isolation:handler:listening:)``. Each program that is made with it
/// calls it once for each command, after the subscribers were notified of the command. An error that it throws is
/// handled by ``Module/message(for:performing:)``. Cost: a call of its function, and a task for each command where it
/// is asynchronous.
public struct CommandHandler<M: Module> {
  /// Performs a command, which runs under the id, in the program's isolation; nil if the subscribers perform it.
  @usableFromInline let perform: ((M.Command, AnyHashable?, Operations<M>) throws -> Void)?
  /// Makes what lets the commands of a program wait; nil for the system's clock.
  let makeTimer: ((IsolationReference) -> CommandTimer<M>)?

  @usableFromInline
  init(
    _ perform: ((M.Command, AnyHashable?, Operations<M>) throws -> Void)?,
    makeTimer: ((IsolationReference) -> CommandTimer<M>)? = nil
  ) {
    self.perform = perform
    self.makeTimer = makeTimer
  }

  /// The subscribers perform the commands, or observers of ``Program/commands``.
  ///
  /// A command that is to be performed before there was a first subscriber stops the process, except for one that
  /// cancels others. This is also the handler of a module without commands, if its program listens to sources.
  @inlinable
  public static var subscribers: CommandHandler { CommandHandler(nil) }

  /// `handler` performs each command in the program's isolation, and answers with a message or nil.
  ///
  /// The same as the closure that is given to `makeProgram(performing:)`, for ``timed(by:)``.
  @inlinable
  public static func performing(_ handler: @escaping (M.Command) throws -> M.Message?) -> CommandHandler {
    CommandHandler { command, _, operations in
      if let answer = try handler(command) { operations.program?.dispatch(answer) }
    }
  }

  /// `handler` performs each command in a task of its own, and answers with a message or nil.
  ///
  /// The same as the asynchronous closure that is given to `makeProgram(performing:)`, for ``timed(by:)``.
  @inlinable
  public static func performing(
    _ handler: @escaping @Sendable (M.Command) async throws -> M.Message?
  ) -> CommandHandler where M.Message: Sendable, M.Command: Sendable {
    .sending { command, send in
      if let answer = try await handler(command) { send(answer) }
    }
  }

  /// `handler` performs each command in a task of its own, and sends any number of answers.
  ///
  /// The answers arrive in the program's isolation in their order, until `handler` returns; what its ``Sender`` sends
  /// later is dropped. The task is cancelled when the command is (see ``CommandPolicy``), and when the program ends.
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
  /// Commands that cancel are not given to it: see ``Cancellable``.
  public static func requests<Request>(_ handler: @escaping (Request) throws -> M.Message?) -> CommandHandler
  where M.Command == Cancellable<Request> {
    CommandHandler { command, _, operations in
      if case .perform(let request) = command, let answer = try handler(request) {
        operations.program?.dispatch(answer)
      }
    }
  }

  /// `handler` performs each request in a task of its own, and sends any number of answers.
  ///
  /// Commands that cancel are not given to it: see ``Cancellable``. The rest is as in ``sending(_:)``.
  public static func requestsSending<Request: Sendable>(
    _ handler: @escaping @Sendable (Request, Sender<M.Message>) async throws -> Void
  ) -> CommandHandler where M.Command == Cancellable<Request>, M.Message: Sendable {
    CommandHandler { command, id, operations in
      guard case .perform(let request) = command else { return }
      operations.launch(command, id) { send in try await handler(request, send) }
    }
  }

  /// The same, with `clock` as the one by which commands wait; see ``CommandPolicy/after(_:)``.
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
  /// Without it, that is a `ContinuousClock`. What a `ManualClock` is advanced past in the program's isolation has
  /// happened when `advance` returns, with all that follows. Outside of any actor a command that is due is performed in
  /// ``Program/settle(isolation:)`` and `run(until:)`, as answers arrive there. It keeps the clock.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public func timed(by clock: any Clock<Duration>) -> CommandHandler {
    CommandHandler(perform, makeTimer: { .live(clock, $0) })
  }
}
