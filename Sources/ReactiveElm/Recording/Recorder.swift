public import ReactiveCore

/// Records what happens to a program, and shows earlier states of it.
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
/// A step is what the program was after so many messages: step 0 is before the first one that was recorded. ``jump(to:)``
/// shows an earlier step: the program's model and view, with all that observe them, are what they were. No command is
/// performed again. What is dispatched meanwhile happens, out of sight: to the live model, with its commands and sources.
/// ``resume()`` shows the live model again; ``rewind(to:)`` and ``continueFromHere()`` make an earlier one live, which is
/// undo.
///
/// All of these act at once; called while the program handles messages, or in a delivery or a batch, they act in their
/// turn, as a message would. An observer that they notify may dispatch and travel as well, after it.
///
/// Each recorded message costs about 25 ns and 10 to 20 bytes beside itself, and every 32nd a copy of the model, which
/// shares with the live one what has not changed since. Models are values: what a model refers to is as it is now. The
/// program keeps its recorder; the recorder keeps no program. The idea is from Elm's debugger.
@safe
public final class Recorder<M: Module> {
  /// The program, which clears this at its end.
  private weak var program: Program<M>?
  @safe @exclusivity(unchecked) @usableFromInline private(set) var log: StepLog<M>
  /// The live model, while another is shown.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var liveModel: OpenBehavior<M.Model>?
  /// The model at the end of the recording; nil while it continues.
  private var lastModel: M.Model?
  private var isStopped = false
  /// How many full chunks are kept.
  @usableFromInline let limit: Int

  /// The step that is shown; nil while the live model is.
  public private(set) var position: Int?

  init(_ program: Program<M>, model: M.Model, limit: Int?) {
    self.program = program
    log = StepLog(model: model)
    self.limit = limit ?? Int.max
  }

  @inlinable
  func add(_ message: M.Message, _ commands: [M.Command], leadingTo model: M.Model) {
    log.add(message, .performed(commands), leadingTo: model)
  }

  /// Forgets the messages beyond the limit, when no message is being handled: their end may use the program.
  @inlinable
  func forget() { if log.chunkCount > limit { forgetNow() } }

  @usableFromInline
  func forgetNow() {
    let forgotten = log.keep(limit)
    withExtendedLifetime(forgotten) {}
  }

  // What has happened

  /// The messages, and the commands beside them.
  public var steps: RecordedSteps<M> { RecordedSteps(log: log) }

  /// What has been recorded up to now, as a value. Taking it copies nothing.
  public var recording: Recording<M> {
    let model = lastModel ?? liveModel?.peek() ?? program?.liveModel.peek() ?? log.model(after: log.end)
    return Recording(log: log, model: model, fit: .fine)
  }

  /// The oldest step that is kept: 0, unless older ones were forgotten.
  public var firstStep: Int { log.start }

  /// The newest step. Undo is `rewind(to: recorder.lastStep - 1)`.
  public var lastStep: Int { log.end }

  // Travelling

  /// Shows the program as it was after so many messages; 0 is before the first.
  ///
  /// Runs at most 31 updates. A step that is not kept stops with a message. Does nothing when the program has ended.
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

  /// Shows the live model again. Does nothing if it is shown already.
  public func resume() { travel { me, program in me.showLiveModel(of: program) } }

  /// Makes the program again what it was after so many messages, and forgets the later ones: undo.
  ///
  /// The sources are evaluated; no command is performed or cancelled. Otherwise as ``jump(to:)``.
  public func rewind(to step: Int) {
    travel { me, program in
      let model = me.model(after: step)
      me.forget(after: step, model)
      me.begin(program, with: model)
    }
  }

  /// Makes the model that is shown the live one, and forgets the later messages. Does nothing if it is live already.
  ///
  /// See ``rewind(to:)``. It may be a step that is not kept any more.
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
  /// The sources are evaluated; no command is performed or cancelled. What the recording does not fit, by
  /// ``Recording/fit``, throws; a risky one is loaded if `allowsRisk` says so. See ``Recording/imported(fromJSON:by:)``.
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

  /// Ends the recording, and shows the live model. What has been recorded can still be read.
  ///
  /// To travel with this recorder stops with a message from then on. ``Program/record(keeping:)`` begins another recording.
  public func stop() {
    if isStopped { return }
    travel { me, program in
      me.showLiveModel(of: program)
      me.lastModel = program.liveModel.peek()
      me.isStopped = true
      me.program = nil
      program.recorder = nil
    }
  }

  /// The program ends.
  func end(with model: M.Model) {
    lastModel = liveModel?.peek() ?? model
    program = nil
  }

  // In the program's turn

  private func travel(_ action: @escaping (Recorder, Program<M>) -> Void) {
    if isStopped {
      ReactiveCore.stop(
        """
        this recorder of \(M.self) has been stopped, and cannot travel any more. Call record() for another, or \
        stop it later.
        """)
    }
    program?.performBetweenGenerations { [self] program in
      if !isStopped { action(self, program) }
    }
  }

  /// The model as it was after so many messages; 0 is before the first. The program shows nothing of it.
  ///
  /// Runs at most 31 updates. A step that is not kept stops with a message.
  public func model(after step: Int) -> M.Model {
    let log = log
    if step < log.start || step > log.end {
      ReactiveCore.stop(
        """
        there is no step \(step) in the recorder of \(M.self): it keeps steps \(log.start) to \(log.end). See \
        record(keeping:) for how much is kept.
        """)
    }
    // What the updates lose has been counted when they ran first.
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

  /// `model` is what it was after `step`.
  private func forget(after step: Int, _ model: M.Model) {
    var log = log
    if step < log.start { log = StepLog(start: step, model: model) } else { log.truncate(after: step) }
    replaceLog(with: log)
  }

  /// What the old log kept alive is released last.
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
