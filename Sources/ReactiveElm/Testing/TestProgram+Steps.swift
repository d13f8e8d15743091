// What a test can let happen. Each step says how the model changes by it.

extension TestProgram {
  /// How a step changes the model.
  ///
  /// It is given the model from before the step and makes of it the one from after it; in a relaxed test it is given the
  /// one from after the step, and sets what the test is about: what it sets must be so already.
  public typealias Change = (inout M.Model) throws -> Void

  /// Dispatches `message`.
  ///
  /// `change` says how the model changes by it, with all that follows at once; without it, not at all.
  public func send(
    _ message: M.Message, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: Change? = nil
  ) throws { try apply(message, at: TestPlace(fileID, filePath, line, column), change) }

  /// Runs `action`, which is a step: it may use what is subscribed to the program, or dispatch to it by itself.
  ///
  /// `try test.step { screen.tapIncrement() } changing: { $0.count = 1 }`
  public func step(
    _ action: () throws -> Void, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, changing change: Change? = nil
  ) throws { try take("the step", at: TestPlace(fileID, filePath, line, column), change, action) }

  /// Answers a running command with `message`; of several equal ones, the one that runs longest.
  ///
  /// The command is done with it, unless `isLast` is false: then more answers may follow.
  public func answer(
    _ command: M.Command, with message: M.Message, isLast: Bool = true, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ change: Change? = nil
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    guard let number = try number(of: command, at: place) else { return }
    try take("answering \(text(of: command)) with \(text(of: message))", at: place, change) {
      program.operations.receive([.message(message, from: number)] + (isLast ? [.ended(number)] : []))
    }
  }

  /// Ends a running command, without an answer.
  public func complete(
    _ command: M.Command, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    guard let number = try number(of: command, at: place) else { return }
    try take("completing \(text(of: command))", at: place, nil) { program.operations.receive([.ended(number)]) }
  }

  /// Ends a running command with `error`, as if performing it had thrown that.
  public func fail(
    _ command: M.Command, with error: any Error, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: Change? = nil
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    guard let number = try number(of: command, at: place) else { return }
    guard M.message(for: error, performing: command) != nil else {
      return try fail(
        "\(name) has no message for the error \(text(of: error)) of \(text(of: command)): live, the program would stop",
        at: place)
    }
    try take("failing \(text(of: command)) with \(text(of: error))", at: place, change) {
      program.operations.receive([.failed(number, error)])
    }
  }

  /// Dispatches `message` as `source` would, which must be listened to.
  public func receive(
    _ message: M.Message, from source: M.Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: Change? = nil
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    guard let number = try number(of: source, at: place) else { return }
    try take("receiving \(text(of: message)) from \(text(of: source))", at: place, change) {
      program.operations.receive([.message(message, from: number)])
    }
  }

  /// Ends a source with `error`, as if listening to it had failed.
  public func fail(
    source: M.Source, with error: any Error, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: Change? = nil
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    guard let number = try number(of: source, at: place) else { return }
    guard M.message(for: error, listeningTo: source) != nil else {
      return try fail(
        "\(name) has no message for the error \(text(of: error)) of \(text(of: source)): live, the program would stop",
        at: place)
    }
    try take("failing \(text(of: source)) with \(text(of: error))", at: place, change) {
      program.operations.receive([.failed(number, error)])
    }
  }

  private func number(of command: M.Command, at place: TestPlace) throws -> Int? {
    let matches = numberedCommands.filter { isSame($0.running.command, command) }
    if let match = matches.first(where: { $0.running.whenDue == nil }) { return match.number }
    if let match = matches.first, let remaining = waitingCommandsByNumber[match.number] {
      try fail(
        "\(text(of: command)) is not running: it waits for \(remaining) more. Take the step advance(by:) first",
        at: place)
      return nil
    }
    let others =
      runningCommands.isEmpty ? "No command is" : "These are: \(runningCommands.map(text(of:)).joined(separator: ", "))"
    let wasCancelled = ledger.cancelled.contains { isSame($0, command) }
    try fail(
      "\(text(of: command)) is not running\(wasCancelled ? ": it was cancelled" : ""). \(others)", at: place)
    return nil
  }

  private func number(of source: M.Source, at place: TestPlace) throws -> Int? {
    if let match = numberedSources.first(where: { $0.source == source }) { return match.number }
    let others = sources.isEmpty ? "No source is" : "These are: \(sources.map(text(of:)).joined(separator: ", "))"
    try fail("\(text(of: source)) is not listened to. \(others)", at: place)
    return nil
  }
}

// What steps are made of.

extension TestProgram {
  var name: String { String(describing: M.self) }

  func text(of value: Any) -> String { ValueText.of(value, room: 200) }

  /// Dispatches `message` as a step.
  func apply(_ message: M.Message, at place: TestPlace, _ change: Change?) throws {
    try take("sending \(text(of: message))", at: place, change) { program.dispatch(message) }
  }

  /// Does `action` after all was asserted that was before, and asserts how the model changes.
  func take(
    _ step: String, at place: TestPlace, _ change: Change?, _ action: () throws -> Void
  ) throws {
    if ledger.isInStep { return try fail("\(step) is not possible inside another step", at: place) }
    try assertNothingOpen("before \(step)", at: place)
    let before = program.liveModel.peek()
    let sourcesBefore = sources
    let runningBefore = numberedCommands.map(\.number)
    lastStep = step
    ledger.isInStep = true
    defer { ledger.isInStep = false }
    do { try action() } catch {
      hasFailed = true
      throw error
    }
    receiveMail()
    if program.hasMore {
      return try fail(
        "\(step) has to wait for the end of a batch or a delivery: take the steps of a test outside of them", at: place)
    }
    if sources != sourcesBefore { ledger.haveSourcesChanged = true }
    countDrops()
    if !isExhaustive { ledger.excused.formUnion(Set(numberedCommands.map(\.number)).subtracting(runningBefore)) }
    try assertChange(from: before, change, "after \(step)", at: place)
  }

  /// What a ``Sender`` sends during the step is part of the step. What does not settle is handled later, as it is live.
  func receiveMail() {
    for _ in 0..<1000 {
      let envelopes = program.operations.mailbox.takeAll()
      if envelopes.isEmpty { return }
      program.operations.receive(envelopes)
    }
  }

  private func assertChange(
    from before: M.Model, _ change: Change?, _ occasion: String, at place: TestPlace
  ) throws {
    let after = program.liveModel.peek()
    if !isExhaustive && change == nil { return }
    var expected = isExhaustive ? before : after
    do { try change?(&expected) } catch {
      hasFailed = true
      throw error
    }
    try assertSame(expected, after, "the model", occasion, at: place)
  }

  /// Fails with the difference, if there is one.
  func assertSame<Value>(
    _ expected: Value, _ actual: Value, _ what: String, _ occasion: String, at place: TestPlace
  ) throws {
    guard let difference = Difference(from: expected, to: actual) else { return }
    try fail("\(what) is not as expected \(occasion) (- expected, + actual):\n\(difference.indented)", at: place)
  }
}
