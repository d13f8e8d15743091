internal import ReactiveCore

// A recorded session as a test.

extension TestProgram {
  /// Takes the program through `recording`, and asserts that what follows is what was recorded.
  ///
  /// ```swift
  /// let counter = Counter.makeProgram()
  /// let recorder = counter.record()
  /// counter.dispatch(.increment)
  ///
  /// let test = TestProgram<Counter>()
  /// try test.replay(recorder.recording)
  /// try test.send(.increment) { $0.count = 2 }
  /// ```
  ///
  /// The model becomes the first one of the recording; then its messages are dispatched, one at a time. Asserted are
  /// the commands of each message, and the model wherever the recording has it: after every 32nd message, and at the
  /// end. The commands of a recording that was read from a file are compared by their descriptions. No command is
  /// performed or answered: the answers are in the recording. No time passes: what waits, waits on. Afterwards the test continues from there, with nothing
  /// open: what was performed, what is listened to and what runs need no assertion. Fails if the program is being
  /// recorded.
  public func replay(
    _ recording: Recording<M>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    let occasion = "replaying the recording"
    if ledger.isInStep || !Context.isIdle {
      return try fail("\(occasion) is not possible inside a step, a batch or a delivery", at: place)
    }
    if program.recorder != nil {
      return try fail(
        """
        \(occasion) is not possible while the program is recorded: its own recorder would know nothing of it. Stop that one \
        before, or load the recording into it
        """, at: place)
    }
    try assertNothingOpen("before \(occasion)", at: place)
    lastStep = occasion
    ledger.isInStep = true
    defer {
      countDrops()
      ledger.clear()
      ledger.excused.formUnion(numberedCommands.map(\.number))
      ledger.isInStep = false
    }
    program.performBetweenGenerations { program in
      program.show(recording.firstModel)
      program.operations.evaluateSources(for: recording.firstModel)
    }
    let log = recording.log
    var lastGood = log.start
    for step in recording.steps {
      ledger.returned = []
      program.dispatch(step.message)
      let what = "\(step.number), \(text(of: step.message))"
      try assertCommands(of: step, "after message \(what)", at: place)
      let isLast = step.number == log.end
      guard isLast || (step.number - log.start) % StepLog<M>.chunkSize == 0 else { continue }
      let recorded = isLast ? recording.model : log.model(after: step.number)
      try assertSame(
        recorded, program.liveModel.peek(), "the model",
        "after message \(what), as it was recorded (after message \(lastGood) it was still the same)", at: place)
      lastGood = step.number
    }
  }

  private func assertCommands(of step: RecordedStep<M>, _ occasion: String, at place: TestPlace) throws {
    switch step.entry.commands {
    case .performed(let commands):
      if commands.isEmpty && ledger.returned.isEmpty { return }
      try assertSame(commands, ledger.returned, "what was performed", occasion, at: place)
    case .described(let texts):
      if texts.isEmpty && ledger.returned.isEmpty { return }
      let actual = ledger.returned.map { RecordedCommands.description(of: $0) }
      try assertSame(texts, actual, "what was performed", occasion, at: place)
    }
  }
}

extension TestProgram where M.Flags == Void {
  /// Asserts that what follows from the messages of `recording` is what was recorded.
  ///
  /// ```swift
  /// let counter = Counter.makeProgram()
  /// let recorder = counter.record()
  /// counter.dispatch(.increment)
  ///
  /// try TestProgram.replay(recorder.recording)
  /// ```
  ///
  /// See ``replay(_:fileID:filePath:line:column:)``, which does it in a test program that is there already.
  public static func replay(
    _ recording: Recording<M>, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil
  ) throws {
    let test = TestProgram(
      exhaustive: false, isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column,
      report: report)
    try test.replay(recording, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
