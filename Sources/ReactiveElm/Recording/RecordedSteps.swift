/// The messages that a program was recorded with, in their order.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// let recorder = counter.record()
/// counter.dispatch(.increment)
/// counter.dispatch(.decrement)
/// print(recorder.steps.map(\.messageName))  // ["increment", "decrement"]
/// print(recorder.steps[2].messageName)      // decrement
/// ```
///
/// A message's index is its number, which is also the step to which it led: the first has index 1, unless it has been
/// forgotten. A value: later messages do not appear in it. Taking it copies nothing; while it is kept, the next message
/// copies the last few, and one in 32 the list of those before.
public struct RecordedSteps<M: Module>: RandomAccessCollection {
  let log: StepLog<M>

  /// The number of the oldest message that is kept.
  public var startIndex: Int { log.start + 1 }

  /// The number that the next message will get.
  public var endIndex: Int { log.end + 1 }

  /// The message with this number, which led to the step with this number.
  public subscript(step: Int) -> RecordedStep<M> {
    if step < startIndex || step >= endIndex {
      stop("there is no message \(step) in this recording of \(M.self). \(log.keptMessages)")
    }
    return RecordedStep(number: step, entry: log[step])
  }
}

extension StepLog {
  var keptMessages: String {
    start == end ? "It has none after step \(start)." : "It has messages \(start + 1) to \(end)."
  }
}

/// A message that a program was recorded with, and what it asked for.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// let recorder = counter.record()
/// counter.dispatch(.increment)
/// for step in recorder.steps {
///   print(step.number, step.message, step.commandDescriptions)  // 1 increment []
/// }
/// ```
public struct RecordedStep<M: Module> {
  /// Its number: 1 for the first that was recorded. The program was at the step of this number after it.
  public let number: Int
  let entry: StepLog<M>.Entry

  /// The message.
  public var message: M.Message { entry.message }

  /// The message's case, and the cases inside, without what else it carries; another type's name.
  public var messageName: String { caseName(of: entry.message) }

  /// The descriptions of the commands that it led to, in their order.
  public var commandDescriptions: [String] { entry.commands.descriptions }
}

extension RecordedSteps: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
extension RecordedStep: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
