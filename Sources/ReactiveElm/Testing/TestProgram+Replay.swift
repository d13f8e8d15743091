internal import ReactiveCore

extension TestProgram {
  /// Replays `recording`, and asserts that the program behaves as recorded.
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
  /// The model becomes the first model of the recording. Then its messages are dispatched, one at a time. The replay
  /// asserts:
  ///
  /// - the commands of each message; those of a recording read from a file, by their descriptions;
  /// - each model in the recording: after every 32nd message, and at the end.
  ///
  /// No command is performed or answered; the recording contains the answers. No time passes, so waiting commands keep
  /// waiting.
  ///
  /// The test continues from there, without required assertions for the replay's effects. Fails if the program is being
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
    let lastBefore = program.operations.lastNumber
    defer {
      countDrops()
      ledger.clear()
      excuseCommands(after: lastBefore)
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
  /// Asserts that a new program behaves as recorded.
  ///
  /// ```swift
  /// let counter = Counter.makeProgram()
  /// let recorder = counter.record()
  /// counter.dispatch(.increment)
  ///
  /// try TestProgram.replay(recorder.recording)
  /// ```
  ///
  /// For an existing test program, use ``replay(_:fileID:filePath:line:column:)``.
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
