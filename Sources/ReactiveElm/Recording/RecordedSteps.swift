/// The messages of a recording, in order.
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
/// A message's index is its number, and that of the step after it: 1 for the first, unless it was forgotten.
///
/// The collection is a value: later messages do not appear in it. Taking it copies nothing. While it is alive,
/// recording the next message copies the last few messages, and one message in 32 copies the list of those before.
public struct RecordedSteps<M: Module>: RandomAccessCollection {
  let log: StepLog<M>

  /// The number of the oldest kept message.
  public var startIndex: Int { log.start + 1 }

  /// The number of the next message.
  public var endIndex: Int { log.end + 1 }

  /// The message with this number.
  public subscript(step: Int) -> RecordedStep<M> {
    if step < startIndex || step >= endIndex {
      stop(
        """
        there is no message \(step) in this recording of \(M.self). \(log.keptMessages) Ask for a number in its indices.
        """)
    }
    return RecordedStep(number: step, entry: log[step])
  }
}

extension StepLog {
  var keptMessages: String {
    start == end ? "It has none after step \(start)." : "It has messages \(start + 1) to \(end)."
  }
}

/// A recorded message and its commands.
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
  /// The number, also of the step after it: 1 for the first recorded message.
  public let number: Int
  let entry: StepLog<M>.Entry

  /// The message.
  public var message: M.Message { entry.message }

  /// The message's case and nested cases, without other payload; otherwise the type name.
  public var messageName: String { caseName(of: entry.message) }

  /// The descriptions of the message's commands, in order.
  ///
  /// Sets and dictionaries are sorted in them, so they are the same in each process. A type with a `description` of its
  /// own is responsible for that.
  public var commandDescriptions: [String] { entry.commands.descriptions }
}

extension RecordedSteps: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
extension RecordedStep: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
