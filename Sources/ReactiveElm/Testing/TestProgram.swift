internal import ReactiveCore

/// Runs a program in a test, where nothing happens but what the test says, step by step.
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
/// It is a ``Program`` as any other, but for the world around it: a command is not performed, but runs until the test
/// answers it, or another command cancels it; a source is listened to, and the test makes it emit. Time stands still
/// until the test advances it, for commands that wait by ``CommandPolicy/after(_:)``. A step
/// (``send(_:fileID:filePath:line:column:_:)``, `answer`, `receive`, `fail`, `complete`,
/// `advance`, ``step(_:fileID:filePath:line:column:changing:)``) includes all that follows from it at once, such as what a
/// subscriber dispatches.
///
/// **Exhaustive**, unless made with `exhaustive: false`: each step says exactly how the model changes; and the
/// commands, performed or put off, the sources that run, and the messages that were dropped are asserted before the next
/// step and before ``finish(fileID:filePath:line:column:)``, which also requires that no command runs or waits. A test program that is released
/// with something of this open, and without a failure of its own before, stops with a message; in `run` it never does.
/// See ``relaxed(_:)``.
///
/// **Failures** are thrown, as ``TestFailure``, so a test of any framework needs nothing but `try`. With `report`, such
/// as `{ Issue.record("\($0)") }`, failures are passed to it instead, and the test continues.
///
/// Values are compared with `==` where they are `Equatable`, and otherwise field by field; an object is equal to itself,
/// and otherwise to one of its class with equal fields, if there are any to see. Functions count as equal. Cost: what
/// the comparisons take. After The Composable Architecture's test store; here the runtime is the one that ships.
public final class TestProgram<M: Module> {
  /// The program. Subscribe to it, or observe its parts, to test these with it; dispatch to it in a step.
  public let program: Program<M>

  /// Whether everything has to be asserted.
  public internal(set) var isExhaustive: Bool

  let ledger: TestLedger<M>
  private let report: ((TestFailure) -> Void)?
  /// What was done last, as messages say it.
  var lastStep = "starting"
  var hasFailed = false
  private let birthplace: TestPlace

  /// Starts a program. What it does at once, its first commands and sources, is the first thing to assert.
  ///
  /// It belongs to `isolation`, the caller's. With `report`, failures are passed to it instead of being thrown.
  public convenience init(
    flags: M.Flags, exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil
  ) {
    self.init(
      beginning: { M.start(with: flags) }, exhaustive, isolation, TestPlace(fileID, filePath, line, column), report)
  }

  /// Starts a program in the middle: with `model`, and without commands. Its sources are the first thing to assert.
  ///
  /// ```swift
  /// let test = TestProgram<Counter>(model: Counter.Model(count: 9))
  /// try test.send(.increment) { $0.count = 10 }
  /// ```
  ///
  /// The module's ``Module/start(with:)`` does not run, so no flags are needed. The rest is as with flags.
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
        TestProgram<\(name)> was made inside a batch or a delivery, where its first commands have to wait. Make it before.
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
    // The program begins at the end of the batch, when its first commands can be seen.
    program = batch {
      let program = Program<M>(
        beginning(), home: IsolationReference(isolation),
        performing: CommandHandler(
          { command, id, operations in
            operations.begin(command, id, number: operations.nextNumber()) { ledger.cancelled.append(command) }
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
    ledger.isInStep = false
    countDrops()
  }

  /// The model. The read is tracked.
  public var model: M.Model { program.model }

  /// The view. The read is tracked.
  public var view: M.View { program.view }

  /// The commands that run: performed, and neither answered for the last time nor cancelled. In the order of their start.
  /// Those that still wait are not among them; see ``waitingCommands``.
  public var runningCommands: [M.Command] {
    numberedCommands.filter { $0.running.whenDue == nil }.map(\.running.command)
  }

  /// The sources that are listened to, in the order of their start.
  public var sources: [M.Source] { numberedSources.map(\.source) }

  /// What runs and what waits.
  var numberedCommands: [(number: Int, running: Operations<M>.RunningCommand)] {
    program.operations.runningCommands.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }
  var numberedSources: [(number: Int, source: M.Source)] {
    program.operations.runningSources.map { ($0.key, $0.value.source) }.sorted { $0.0 < $1.0 }
  }

  func countDrops() {
    ledger.droppedMessageCount += program.droppedMessageCount - ledger.countedDrops
    ledger.countedDrops = program.droppedMessageCount
  }

  /// Throws a failure, or reports it.
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
  /// Starts a program. What it does at once, its first commands and sources, is the first thing to assert.
  ///
  /// It belongs to `isolation`, the caller's. With `report`, failures are passed to it instead of being thrown.
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
