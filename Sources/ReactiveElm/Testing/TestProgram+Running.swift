extension TestProgram {
  /// Runs a test of a program, and finishes it.
  ///
  /// An error thrown by `body` is the test's failure; no further assertions are needed.
  @discardableResult
  public static func run<Result>(
    _ module: M.Type, flags: M.Flags, exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil, _ body: (TestProgram) throws -> Result
  ) throws -> Result {
    let test = TestProgram(
      flags: flags, exhaustive: exhaustive, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column, report: report)
    return try test.run(TestPlace(fileID, filePath, line, column), body)
  }

  /// Runs a test of a program that starts with `model` and without commands, and finishes it.
  ///
  /// ```swift
  /// try TestProgram.run(Counter.self, model: Counter.Model(count: 9)) { test in
  ///   try test.send(.increment) { $0.count = 10 }
  /// }
  /// ```
  ///
  /// An error thrown by `body` is the test's failure; no further assertions are needed.
  @discardableResult
  public static func run<Result>(
    _ module: M.Type, model: M.Model, exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil, _ body: (TestProgram) throws -> Result
  ) throws -> Result {
    let test = TestProgram(
      model: model, exhaustive: exhaustive, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column, report: report)
    return try test.run(TestPlace(fileID, filePath, line, column), body)
  }

  private func run<Result>(_ place: TestPlace, _ body: (TestProgram) throws -> Result) throws -> Result {
    do {
      let result = try body(self)
      try finish(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
      return result
    } catch {
      hasFailed = true
      throw error
    }
  }
}

extension TestProgram where M.Flags == Void {
  /// Runs a test of a program, and finishes it.
  ///
  /// ```swift
  /// struct Switch: Module {
  ///   struct Model: Initable { var isOn = false }
  ///   static func update(for message: Bool, model: inout Model) -> [Never] {
  ///     model.isOn = message
  ///     return []
  ///   }
  ///   static func view(for model: Model) -> String { model.isOn ? "on" : "off" }
  /// }
  ///
  /// try TestProgram.run(Switch.self) { test in
  ///   try test.send(true) { $0.isOn = true }
  /// }
  /// ```
  ///
  /// An error thrown by `body` is the test's failure; no further assertions are needed.
  @discardableResult
  public static func run<Result>(
    _ module: M.Type, exhaustive: Bool = true, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    report: ((TestFailure) -> Void)? = nil, _ body: (TestProgram) throws -> Result
  ) throws -> Result {
    try run(
      module, flags: (), exhaustive: exhaustive, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column, report: report, body)
  }
}
