public import ReactiveCore

/// Records the messages of a program, and shows earlier states of it.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// let recorder = counter.record()
/// counter.dispatch(.increment)
/// counter.dispatch(.increment)
/// recorder.jump(to: 1)
/// print(counter.view)  // Count: 1
/// counter.dispatch(.increment)
/// print(counter.view)  // Count: 1
/// recorder.resume()
/// print(counter.view)  // Count: 3
/// ```
///
/// A step is the state after a number of messages; step 0 precedes the first recorded one. ``jump(to:)`` shows an
/// earlier step in the program's model, view and their observers; no command is performed again. Messages dispatched
/// meanwhile update the hidden live model, with its commands and sources. ``resume()`` shows the live model again.
/// ``rewind(to:)`` and ``continueFromHere()`` make an earlier step live, as undo does.
///
/// These methods act at once. If they are called while the program handles messages, or in a delivery or a batch, they
/// wait for their turn, as a message does. Observers that they notify may dispatch and travel; that takes effect
/// afterwards.
///
/// The program retains its recorder, but not vice versa. Models must be values: an object in a model shows its current
/// state.
///
/// A recorded message costs about 25 ns, and 10 to 20 bytes plus its own size. Every 32nd costs a copy of the model,
/// which shares unchanged parts with the live model.
///
/// The idea comes from Elm's debugger.
@safe
public final class Recorder<M: Module> {
  /// Cleared at the program's end.
  private weak var program: Program<M>?
  @safe @exclusivity(unchecked) @usableFromInline private(set) var log: StepLog<M>
  /// Nil while it is shown.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var liveModel: OpenBehavior<M.Model>?
  /// Nil while the recording continues.
  private var lastModel = ReleaseGuard<M.Model>()
  private var isStopped = false
  /// In full chunks.
  @usableFromInline let limit: Int

  /// The step shown; nil for the live model.
  public private(set) var position: Int?

  private let file: StaticString
  private let line: UInt

  init(_ program: Program<M>, model: M.Model, limit: Int?, _ file: StaticString, _ line: UInt) {
    (self.file, self.line) = (file, line)
    self.program = program
    log = StepLog(model: model)
    self.limit = limit ?? Int.max
  }

  /// Without recursion: a message, like a model, may hold the next recorder of a long list.
  deinit {
    let messages = ReleaseGuard((log.chunks, log.entries))
    (log.chunks, log.entries) = ([], [])
    withExtendedLifetime(messages) {}
  }

  @inlinable
  func add(_ message: M.Message, _ commands: [M.Command], leadingTo model: M.Model) {
    log.add(message, .performed(commands), leadingTo: model)
  }

  /// Drops messages beyond the limit. Runs when no message is being handled: their release may use the program.
  @inlinable
  func forget() { if log.chunkCount > limit { forgetNow() } }

  @usableFromInline
  func forgetNow() {
    let forgotten = log.keep(limit)
    withExtendedLifetime(forgotten) {}
  }

  // History

  /// The messages and their commands.
  public var steps: RecordedSteps<M> { RecordedSteps(log: log) }

  /// The recording so far, as a value. Taking it copies nothing.
  public var recording: Recording<M> {
    let model = lastModel.content ?? liveModel?.peek() ?? program?.liveModel.peek() ?? log.model(after: log.end)
    return Recording(log: log, model: model, fit: .fine)
  }

  /// The oldest kept step: 0, unless older ones were forgotten.
  public var firstStep: Int { log.start }

  /// The newest step. Undo is `rewind(to: recorder.lastStep - 1)`.
  public var lastStep: Int { log.end }

  // Time travel

  /// Shows the program after `step` messages; 0 is before the first.
  ///
  /// Runs at most 31 updates. Does nothing after the program's end. A step that is not kept stops the program with a
  /// message.
  public func jump(to step: Int) {
    travel { me, program in
      let model = me.model(after: step)
      if me.liveModel == nil {
        me.liveModel = OpenBehavior(
          program.liveModel.peek(), Equality(.never()), name: "\(program.name)'s live model", file: "", line: 0)
      }
      me.position = step
      program.show(model)
    }
  }

  /// Shows the live model again, unless it is already shown.
  public func resume() { travel { me, program in me.showLiveModel(of: program) } }

  /// Restores the program to its state after `step` messages, and forgets later ones: undo.
  ///
  /// The sources are evaluated; no command is performed or cancelled. Otherwise as ``jump(to:)``.
  public func rewind(to step: Int) {
    travel { me, program in
      let model = me.model(after: step)
      me.forget(after: step, model)
      me.begin(program, with: model)
    }
  }

  /// Makes the shown model live, and forgets later messages. Does nothing if it is live.
  ///
  /// The shown step may already be forgotten. See ``rewind(to:)``.
  public func continueFromHere() {
    travel { me, program in
      guard let position = me.position else { return }
      let model = program.liveModel.peek()
      me.forget(after: position, model)
      me.begin(program, with: model)
    }
  }

  /// Replaces the program's history and model by those of `recording`.
  ///
  /// The sources are evaluated; no command is performed or cancelled. See ``Recording/imported(fromJSON:by:)``.
  ///
  /// - Throws: An error if the recording is unfit by ``Recording/fit``; a risky one loads if `allowsRisk` is true.
  public func load(_ recording: Recording<M>, allowingRisk allowsRisk: Bool = false) throws(RecordingImportError) {
    switch recording.fit {
    case .fine: break
    case .risky where allowsRisk: break
    case let fit: throw RecordingImportError(reason: .unfit(fit), moduleName: "\(M.self)")
    }
    travel { me, program in
      me.replaceLog(with: recording.log)
      me.forget()
      me.begin(program, with: recording.model)
    }
  }

  /// Ends the recording, and shows the live model. The recording stays readable.
  ///
  /// Later travel stops the program with a message. ``Program/record(keeping:file:line:)`` begins another recording.
  /// In a batch or delivery, the end waits for that one: until then, travel is ignored and `record` returns this one.
  public func stop() {
    if isStopped { return }
    travel { me, program in
      me.showLiveModel(of: program)
      me.lastModel.content = program.liveModel.peek()
      me.isStopped = true
      me.program = nil
      program.recorder = nil
    }
  }

  func end(with model: M.Model) {
    lastModel.content = liveModel?.peek() ?? model
    program = nil
  }

  private func travel(_ action: @escaping (Recorder, Program<M>) -> Void) {
    if isStopped {
      ReactiveCore.stop(
        """
        \(file):\(line): this recorder of \(M.self) has been stopped, and cannot travel any more. Call record() for \
        another one, or stop it later.
        """)
    }
    program?.performBetweenGenerations { [self] program in
      if !isStopped { action(self, program) }
    }
  }

  /// The model after `step` messages; 0 is before the first. The program does not show it.
  ///
  /// Runs at most 31 updates. A step that is not kept stops the program with a message.
  public func model(after step: Int) -> M.Model {
    let log = log
    if step < log.start || step > log.end {
      ReactiveCore.stop(
        """
        \(file):\(line): there is no step \(step) in the recorder of \(M.self): it keeps steps \(log.start) to \
        \(log.end). Ask for one of these, or keep more steps with record(keeping:).
        """)
    }
    // The first run already counted lost messages.
    let lost = LostMessages.ofThread
    let count = lost.count
    defer { lost.count = count }
    return log.model(after: step)
  }

  private func showLiveModel(of program: Program<M>) {
    guard let live = liveModel else { return }
    liveModel = nil
    position = nil
    program.show(live.peek())
  }

  private func forget(after step: Int, _ model: M.Model) {
    if step < log.start { return replaceLog(with: StepLog(start: step, model: model)) }
    // In place: a copy would cost as much as the recording is long.
    let forgotten = log.truncate(after: step)
    withExtendedLifetime(forgotten) {}
  }

  /// Releases the old log last.
  private func replaceLog(with new: StepLog<M>) {
    var old = new
    swap(&old, &log)
  }

  private func begin(_ program: Program<M>, with model: M.Model) {
    let former = liveModel
    liveModel = nil
    position = nil
    program.show(model)
    program.operations.evaluateSources(for: model)
    withExtendedLifetime(former) {}
  }
}

extension Recorder {
  /// Unavailable: a step is chosen by its number.
  @available(
    *, unavailable, message: "write rewind(to: recorder.lastStep - 1), or with redo, jump(to:) with an earlier step"
  )
  public func undo() { ReactiveCore.stop("unavailable") }

  /// Unavailable: a step is chosen by its number.
  @available(*, unavailable, message: "undo by jump(to:) with an earlier step, and redo by jump(to:) with a later one")
  public func redo() { ReactiveCore.stop("unavailable") }
}
