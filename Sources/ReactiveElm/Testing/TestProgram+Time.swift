internal import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension TestProgram {
  /// Advances time as one step, performing each due command at its own time, with its consequences.
  ///
  /// A command that is put off during the step and due before its end is performed too.
  ///
  /// ```swift
  /// struct Egg: Module {
  ///   enum Message { case start, boiled }
  ///   struct Model: Initable { var isDone = false }
  ///   enum Command { case boil }
  ///   static func update(for message: Message, model: inout Model) -> [Command] {
  ///     if case .start = message { return [.boil] }
  ///     model.isDone = true
  ///     return []
  ///   }
  ///   static func view(for model: Model) -> String { model.isDone ? "done" : "boiling" }
  ///   static func policy(for command: Command) -> CommandPolicy { .free.after(.seconds(240)) }
  /// }
  ///
  /// try TestProgram.run(Egg.self) { test in
  ///   try test.send(.start)
  ///   try test.expect(delayed: .boil, by: .seconds(240))
  ///   try test.advance(by: .seconds(200))
  ///   print(test.delayedCommands.map(\.remaining))  // [40.0 seconds]
  ///   try test.advance(by: .seconds(40))
  ///   try test.expect(commands: .boil)
  ///   try test.answer(.boil, with: .boiled) { $0.isDone = true }
  /// }
  /// ```
  ///
  /// Fails:
  ///
  /// - if `duration` is negative;
  /// - inside another step, a batch or a delivery;
  /// - if more than 100,000 commands become due.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: Change? = nil
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    if duration < .zero {
      return try fail("advance(by: \(duration)): time does not go back. Give it a duration of zero or more", at: place)
    }
    let span = TimeSpan(duration)
    let step = "advancing by \(span)"
    if !Context.isIdle { return try fail("\(step) is not possible inside of a batch or a delivery", at: place) }
    var endless: M.Command?
    try take(step, at: place, change) { endless = pass(span) }
    if let endless {
      try fail(
        """
        more than \(Self.dueLimit) commands became due in \(step), and more wait, such as \(text(of: endless)): what \
        follows from them puts off the next one. Advance by less, or end the loop
        """, at: place)
    }
  }

  /// Asserts the first unasserted command that the last step put off: `command`, by `delay`.
  public func expect(
    delayed command: M.Command, by delay: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws {
    let place = TestPlace(fileID, filePath, line, column)
    let occasion = "after \(lastStep)"
    if ledger.delayed.isEmpty {
      return try fail("nothing more was put off \(occasion): \(text(of: command)) was to be", at: place)
    }
    let actual = ledger.delayed.removeFirst()
    try assertSame(command, actual.command, "what was put off", occasion, at: place)
    if actual.delay != TimeSpan(delay) {
      try fail(
        "\(text(of: command)) was put off by \(actual.delay) \(occasion), and not by \(TimeSpan(delay))", at: place)
    }
  }

  /// The waiting commands with their remaining time, in the order in which they are due.
  public var delayedCommands: [(command: M.Command, remaining: Duration)] {
    ledger.waiting.content.compactMap { entry in
      program.operations.runningCommands[entry.number].map { ($0.command, (entry.time - ledger.now).duration) }
    }
  }
}

extension TestProgram {
  static var dueLimit: Int { 100_000 }

  /// Returns a due command that was not performed, if too many were due.
  private func pass(_ span: TimeSpan) -> M.Command? {
    let end = ledger.now + span
    var count = 0
    while let next = ledger.waiting.take(dueAt: end) {
      ledger.now = next.time
      count += 1
      if count > Self.dueLimit {
        ledger.waiting.insert(next.number, at: next.time)
        return program.operations.runningCommands[next.number]?.command
      }
      program.operations.performDue(next.number)
      receiveMail()
    }
    ledger.now = end
    return nil
  }

  /// The remaining times, by number.
  var delayedCommandsByNumber: [Int: TimeSpan] {
    Dictionary(uniqueKeysWithValues: ledger.waiting.content.map { ($0.number, $0.time - ledger.now) })
  }

  /// In the order in which they are due.
  var waitingLines: [(number: Int, text: String)] {
    ledger.waiting.content.compactMap { entry in
      program.operations.runningCommands[entry.number].map {
        (entry.number, "\(text(of: $0.command)) for \(entry.time - ledger.now) more")
      }
    }
  }
}
