extension TestProgram {
  /// Asserts that the last step performed exactly these commands, in this order.
  public func expect(
    commands: M.Command..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws { try expect(commands: commands, fileID: fileID, filePath: filePath, line: line, column: column) }

  /// Asserts that the last step performed exactly these commands, in this order.
  public func expect(
    commands: [M.Command], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let actual = ledger.commands
    ledger.commands = []
    try assertSame(
      commands, actual, "what was performed", "after \(lastStep)", at: TestPlace(fileID, filePath, line, column))
  }

  /// Asserts that exactly these sources run, in the order of their start.
  public func expect(
    sources: M.Source..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws { try expect(sources: sources, fileID: fileID, filePath: filePath, line: line, column: column) }

  /// Asserts that exactly these sources run, in the order of their start.
  public func expect(
    sources: [M.Source], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    ledger.haveSourcesChanged = false
    try assertSame(
      sources, self.sources, "what is listened to", "after \(lastStep)", at: TestPlace(fileID, filePath, line, column))
  }

  /// Asserts that the view is `view`.
  public func expect(
    view: M.View, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try assertSame(
      view, program.viewBehavior.peek(), "the view", "after \(lastStep)", at: TestPlace(fileID, filePath, line, column))
  }

  /// Asserts that the whole model is `model`.
  public func expect(
    model: M.Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try assertSame(
      model, program.liveModel.peek(), "the model", "after \(lastStep)", at: TestPlace(fileID, filePath, line, column))
  }

  /// Asserts how many messages the last step dropped because their child does not exist.
  public func expect(
    droppedMessageCount: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let actual = ledger.droppedMessageCount
    ledger.droppedMessageCount = 0
    if actual == droppedMessageCount { return }
    try fail(
      "messages dropped after \(lastStep): \(droppedMessageCount) expected, \(actual) counted",
      at: TestPlace(fileID, filePath, line, column))
  }

  /// Asserts that nothing is left to assert and no command runs or waits. Does nothing in a relaxed test.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws { try assertNothingOpen("at the end", isEnd: true, at: TestPlace(fileID, filePath, line, column)) }

  /// Runs `body` without requiring assertions for its effects, then or later.
  ///
  /// Use it for setup. Assertions made by a step in `body` must still hold. What earlier steps have left to assert is
  /// excused, too: assert it before.
  public func relaxed<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasExhaustive = isExhaustive
    isExhaustive = false
    defer {
      ledger.clear()
      isExhaustive = wasExhaustive
    }
    return try body()
  }
}

extension TestProgram {
  /// Fails if an assertion is missing, and clears the ledger.
  func assertNothingOpen(_ occasion: String, isEnd: Bool = false, at place: TestPlace) throws {
    let open = isExhaustive ? openMatters(atEnd: isEnd) : []
    ledger.clear()
    if isEnd { ledger.excused.formUnion(numberedCommands.map(\.number)) }
    if open.isEmpty { return }
    try fail("not everything was asserted \(occasion):\n\(open.joined(separator: "\n"))", at: place)
  }

  func openMatters(atEnd: Bool) -> [String] {
    var matters: [String] = []
    if ledger.strayGenerations > 0 {
      matters.append(
        "  messages were handled outside of any step, after \(lastStep): let that happen in step(_:changing:)")
    }
    if !ledger.commands.isEmpty {
      let commands = ledger.commands.prefix(10).map(text(of:)).joined(separator: ", ")
      let others = ledger.commands.count > 10 ? ", … \(ledger.commands.count - 10) more" : ""
      matters.append("  performed after \(lastStep): \(commands)\(others); see expect(commands:)")
    }
    if !ledger.delayed.isEmpty {
      let commands = ledger.delayed.prefix(10).map { "\(text(of: $0.command)) by \($0.delay)" }.joined(separator: ", ")
      let others = ledger.delayed.count > 10 ? ", … \(ledger.delayed.count - 10) more" : ""
      matters.append("  put off after \(lastStep): \(commands)\(others); see expect(delayed:by:)")
    }
    if ledger.haveSourcesChanged {
      let sources = sources.isEmpty ? "nothing" : sources.map(text(of:)).joined(separator: ", ")
      matters.append("  listened to since \(lastStep): \(sources); see expect(sources:)")
    }
    if ledger.droppedMessageCount > 0 {
      matters.append(
        "  messages dropped after \(lastStep): \(ledger.droppedMessageCount); see expect(droppedMessageCount:)")
    }
    if atEnd {
      let due = numberedCommands.filter { !ledger.excused.contains($0.number) }
      let commands = due.filter { $0.running.whenDue == nil }.map { text(of: $0.running.command) }
      if !commands.isEmpty {
        matters.append("  still running: \(commands.joined(separator: ", ")); answer, fail or complete them")
      }
      let waiting = waitingLines.filter { !ledger.excused.contains($0.number) }.map(\.text)
      if !waiting.isEmpty {
        matters.append("  still waiting: \(waiting.joined(separator: ", ")); advance(by:), or have them cancelled")
      }
    }
    return matters
  }
}
