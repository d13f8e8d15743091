internal import ReactiveCore

/// Runs a program in a test, step by step; nothing happens except what the test states.
///
/// ```swift
/// struct Search: Module {
///   enum Message { case typed(String), found([String]) }
///   struct Model: Initable { var text = "", results: [String] = [] }
///   enum Command { case search(String) }
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .typed(let text):
///       model.text = text
///       return [.search(text)]
///     case .found(let results):
///       model.results = results
///       return []
///     }
///   }
///   static func view(for model: Model) -> String { "\(model.results.count) results" }
/// }
///
/// let test = TestProgram<Search>()
/// try test.send(.typed("swift")) { $0.text = "swift" }
/// try test.expect(commands: .search("swift"))
/// try test.answer(.search("swift"), with: .found(["Taylor"])) { $0.results = ["Taylor"] }
/// try test.expect(view: "1 results")
/// try test.finish()
/// ```
///
/// A test program is a ``Program`` in a simulated world:
///
/// - A command is not performed. It runs until the test answers it or another command cancels it.
/// - A source runs, and the test makes it emit.
/// - Time stands still until the test advances it, for commands that wait by ``CommandPolicy/after(_:)``.
///
/// A step (``send(_:fileID:filePath:line:column:_:)``, `answer`, `receive`, `fail`, `complete`, `advance`,
/// ``step(_:fileID:filePath:line:column:changing:)``) includes all immediate consequences, such as messages dispatched
/// by a subscriber.
///
/// **Exhaustive**, unless made with `exhaustive: false`: each step states exactly how the model changes. Performed and
/// put-off commands, running sources and dropped messages must be asserted before the next step and before
/// ``finish(fileID:filePath:line:column:)``, which also requires that no command runs or waits. If a test program is
/// released with a missing assertion, and did not fail before, it stops with a message; in `run` this never happens.
/// See ``relaxed(_:)``.
///
/// **Failures** are thrown as ``TestFailure``, so a test in any framework needs only `try`. With `report`, such as
/// `{ Issue.record("\($0)") }`, they go to that closure, and the test continues.
///
/// `Equatable` values are compared with `==`, others by their fields or elements, or by their descriptions if
/// reflection shows nothing of them; the cost is that of the comparisons. An object equals itself, or an object of its
/// class with equal fields, if reflection shows any. Functions count as equal. Cases of an enum are distinguished by
/// their names; in a program without reflection metadata, or linked with the Swift runtime statically, by their
/// descriptions.
///
/// Modeled after The Composable Architecture's test store; here the runtime is the one that ships.
public final class TestProgram<M: Module> {
  /// The program. Subscribe to it, or observe its parts, to test them too; dispatch to it in a step.
  public let program: Program<M>

  /// Whether everything must be asserted.
  public internal(set) var isExhaustive: Bool

  let ledger: TestLedger<M>
  private let report: ((TestFailure) -> Void)?
  var lastStep = "starting"
  var hasFailed = false
  private let birthplace: TestPlace

  /// Starts a program. Its first commands and sources are the first to assert.
  ///
  /// It belongs to the caller's `isolation`. With `report`, failures go to that closure instead of being thrown.
  public convenience init(
    flags: M.Flags, exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil
  ) {
    self.init(
      beginning: { M.start(with: flags) }, exhaustive, isolation, TestPlace(fileID, filePath, line, column), report)
  }

  /// Starts a program with `model` and without commands. Its sources are the first to assert.
  ///
  /// ```swift
  /// let test = TestProgram<Counter>(model: Counter.Model(count: 9))
  /// try test.send(.increment) { $0.count = 10 }
  /// ```
  ///
  /// ``Module/start(with:)`` does not run, so no flags are needed. Otherwise as with flags.
  public convenience init(
    model: M.Model, exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil
  ) {
    self.init(beginning: { (model, []) }, exhaustive, isolation, TestPlace(fileID, filePath, line, column), report)
  }

  private init(
    beginning: () -> (model: M.Model, commands: [M.Command]), _ exhaustive: Bool, _ isolation: (any Actor)?,
    _ place: TestPlace, _ report: ((TestFailure) -> Void)?
  ) {
    let name = String(describing: M.self)
    if !Context.isIdle {
      stop(
        """
        TestProgram<\(name)> was made inside a batch or a delivery, where its first commands have to wait. Make it \
        before or after.
        """)
    }
    if M.Model.self is AnyObject.Type {
      stop(
        """
        TestProgram<\(name)> cannot tell how the model changes: it is an object, so the model before a step is the model \
        after it. Make \(M.Model.self) a struct.
        """)
    }
    let ledger = TestLedger<M>()
    self.ledger = ledger
    isExhaustive = exhaustive
    self.report = report
    birthplace = place
    ledger.isInStep = true
    // The program begins at the end of the batch, when its first commands are observable.
    program = batch {
      let program = Program<M>(
        beginning(), home: IsolationReference(isolation),
        performing: CommandHandler(
          { command, id, operations in
            let number = operations.nextNumber()
            ledger.addStarted(number)
            operations.begin(command, id, number: number) { ledger.cancelled.append(command) }
          }, makeTimer: { _ in ledger.timer }),
        listening: { _, _ in
          ledger.haveSourcesChanged = true
          return Subscription { ledger.haveSourcesChanged = true }
        })
      program.performedCommands.sink { ledger.add($0) }
      program.liveModel.sink { _ in
        if !ledger.isInStep { ledger.strayGenerations += 1 }
      }
      return program
    }
    // Each step reads what a sender posts.
    if isolation == nil { _ = program.operations.beginReading() }
    ledger.isInStep = false
    countDrops()
  }

  /// The model. The read is tracked.
  public var model: M.Model { program.model }

  /// The view. The read is tracked.
  public var view: M.View { program.view }

  /// The running commands: performed, without a last answer, and not cancelled. In order of start.
  ///
  /// Waiting commands are in ``delayedCommands``.
  public var runningCommands: [M.Command] {
    numberedCommands.filter { $0.running.whenDue == nil }.map(\.running.command)
  }

  /// The running sources, in order of start.
  public var sources: [M.Source] { Self.inOrder(program.operations.runningSources) }

  var numberedCommands: [(number: Int, running: Operations<M>.RunningCommand)] {
    program.operations.runningCommands.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }
  static func inOrder(_ sources: [Int: Operations<M>.RunningSource]) -> [M.Source] {
    sources.sorted { $0.key < $1.key }.map(\.value.source)
  }

  /// Commands with a number above `number` may outlive the test.
  func excuseCommands(after number: Int) {
    let operations = program.operations
    for new in stride(from: number + 1, through: operations.lastNumber, by: 1)
    where operations.runningCommands[new] != nil { ledger.excused.insert(new) }
  }

  func countDrops() {
    ledger.droppedMessageCount += program.droppedMessageCount - ledger.countedDrops
    ledger.countedDrops = program.droppedMessageCount
  }

  func fail(_ message: String, at place: TestPlace) throws {
    hasFailed = true
    let failure = TestFailure(message, at: place)
    guard let report else { throw failure }
    report(failure)
  }

  deinit {
    if hasFailed || !isExhaustive { return }
    let open = openMatters(atEnd: true)
    if open.isEmpty { return }
    let message = """
      TestProgram<\(M.self)> went away with something that was not asserted:
      \(open.joined(separator: "\n"))
      Assert it, call finish() to have it thrown, or make the test program with exhaustive: false.
      """
    if let report {
      report(TestFailure(message, at: birthplace))
    } else {
      stop("\(birthplace.fileID):\(birthplace.line): \(message)")
    }
  }
}

extension TestProgram where M.Flags == Void {
  /// Starts a program. Its first commands and sources are the first to assert.
  ///
  /// It belongs to the caller's `isolation`. With `report`, failures go to that closure instead of being thrown.
  public convenience init(
    exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil
  ) {
    self.init(
      flags: (), exhaustive: exhaustive, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column,
      report: report)
  }
}
