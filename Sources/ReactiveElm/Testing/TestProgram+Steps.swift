extension TestProgram {
  /// How a step changes the model.
  ///
  /// In an exhaustive test, the closure turns the model before the step into the model after it. In a relaxed test, it
  /// receives the model after the step and sets the parts under test; they must already have these values.
  public typealias Change = (inout M.Model) throws -> Void

  /// Dispatches `message`.
  ///
  /// `change` describes how the model changes, including all immediate consequences. Without it, an exhaustive test
  /// asserts that the model does not change.
  public func send(
    _ message: M.Message, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: Change? = nil
  ) throws { try apply(message, at: TestPlace(fileID, filePath, line, column), change) }

  /// Runs `action` as a step; it may use subscribers, or dispatch to the program.
  ///
  /// `try test.step { screen.tapIncrement() } changing: { $0.count = 1 }`
  public func step(
    _ action: () throws -> Void, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, changing change: Change? = nil
  ) throws { try take("the step", at: TestPlace(fileID, filePath, line, column), change, action) }

  /// Answers a running command with `message`; of equal commands, the longest-running.
  ///
  /// This completes the command, unless `isLast` is false.
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

  /// Ends a running command without an answer.
  public func complete(
    _ command: M.Command, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    guard let number = try number(of: command, at: place) else { return }
    try take("completing \(text(of: command))", at: place, nil) { program.operations.receive([.ended(number)]) }
  }

  /// Ends a running command with `error`, as if performing it had thrown it.
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

  /// Dispatches `message` from `source`, which must be running.
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
    let (number, waiting) = find(command)
    if let number { return number }
    if let waiting, let remaining = delayedCommandsByNumber[waiting] {
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

  /// The longest-running command that is the same as `command`, and the one that waits longest, up to the running one.
  /// Looks at no later command.
  private func find(_ command: M.Command) -> (running: Int?, waiting: Int?) {
    let operations = program.operations
    var (index, waiting) = (0, Int?.none)
    defer { ledger.removeEnded(before: index) { operations.runningCommands[$0] != nil } }
    while true {
      // A comparison may run another search.
      index = max(index, ledger.started.startIndex)
      if index >= ledger.started.endIndex { return (nil, waiting) }
      let number = ledger.started[index]
      index += 1
      guard let candidate = operations.runningCommands[number], isSame(candidate.command, command) else { continue }
      if candidate.whenDue == nil { return (number, waiting) }
      waiting = waiting ?? number
    }
  }

  private func number(of source: M.Source, at place: TestPlace) throws -> Int? {
    if let match = program.operations.runningSources.first(where: { $0.value.source == source }) { return match.key }
    let others = sources.isEmpty ? "No source is" : "These are: \(sources.map(text(of:)).joined(separator: ", "))"
    try fail("\(text(of: source)) is not listened to. \(others)", at: place)
    return nil
  }
}

extension TestProgram {
  var name: String { String(describing: M.self) }

  func text(of value: Any) -> String { ValueText.of(value, room: 200) }

  func apply(_ message: M.Message, at place: TestPlace, _ change: Change?) throws {
    try take("sending \(text(of: message))", at: place, change) { program.dispatch(message) }
  }

  /// Requires that nothing earlier is open, runs `action`, and asserts the change.
  func take(
    _ step: String, at place: TestPlace, _ change: Change?, _ action: () throws -> Void
  ) throws {
    if ledger.isInStep { return try fail("\(step) is not possible inside another step", at: place) }
    try assertNothingOpen("before \(step)", at: place)
    let before = program.liveModel.peek()
    let (sourcesBefore, changesBefore) = (program.operations.runningSources, program.operations.sourceChanges)
    let lastBefore = program.operations.lastNumber
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
    // Compared only if they may differ: a step does not look at all sources.
    if program.operations.sourceChanges != changesBefore && sources != Self.inOrder(sourcesBefore) {
      ledger.haveSourcesChanged = true
    }
    countDrops()
    if !isExhaustive { excuseCommands(after: lastBefore) }
    try assertChange(from: before, change, "after \(step)", at: place)
  }

  /// Mail from a ``Sender`` is part of the step. Mail that does not settle is handled later, as in a live program.
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

  func assertSame<Value>(
    _ expected: Value, _ actual: Value, _ what: String, _ occasion: String, at place: TestPlace
  ) throws {
    guard let difference = Difference(from: expected, to: actual) else { return }
    try fail("\(what) is not as expected \(occasion) (- expected, + actual):\n\(difference.indented)", at: place)
  }
}

extension TestProgram {
  /// Unavailable: a program's name.
  @available(*, unavailable, message: "write try test.send(message) { $0.part = expected }")
  public func dispatch(_ message: M.Message) { stop("unavailable") }
}
