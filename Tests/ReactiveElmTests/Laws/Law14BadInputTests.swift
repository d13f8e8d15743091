import ReactiveElm
import ReactiveTestSupport
import Testing

/// Law 14. Each case ends a process of its own.
@Suite("Bad input stops with a message that says what was wrong, where, and what to do instead")
struct BadInputTests {
  private func check(
    _ result: ExitTest.Result?, says parts: String..., location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectStop(result, says: parts, location: location)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a handler throws, and the module has no message for it")
  func handler() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Requests.makeProgram { _ in throw Requests.Unreported() }
      program.dispatch(.ask([.free("a")]))
    }
    try check(
      result, says: "swift-reactive: Requests: performing free(\"a\") threw Unreported()", "has no message for it",
      "message(for:performing:)", "catch the error where the command is performed")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("an asynchronous handler throws, and the module has no message for it")
  func asynchronousHandler() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Requests.makeProgram { (_: Requests.Command) async throws -> Requests.Message? in
        throw Requests.Unreported()
      }
      program.dispatch(.ask([.identified("a", id: 1)]))
      await program.settle()
    }
    try check(
      result, says: "Requests: performing identified(\"a\", id: 1) threw Unreported()", "message(for:performing:)")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a source cannot be started, and the module has no message for it")
  func source() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Scripted.makeProgram(
        flags: .init(sources: ["clock"]), handler: .subscribers, listening: { _, _ in throw Scripted.Unreported() })
    }
    try check(
      result, says: "swift-reactive: Scripted: listening to clock failed with Unreported()", "has no message for it",
      "message(for:listeningTo:)", "catch the error where the source is started")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a source fails later, and the module has no message for it")
  func failingSource() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Scripted.makeProgram(
        flags: .init(sources: ["clock"]),
        handler: .subscribers, listening: { _, dispatch in dispatch.task { _ in throw Scripted.Unreported() } })
      await program.run { _ in false }
    }
    try check(result, says: "Scripted: listening to clock failed with Unreported()", "message(for:listeningTo:)")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a module with sources whose program was made without a way to listen")
  func noListener() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Scripted.makeProgram(flags: .init(sources: ["clock"]))
    }
    try check(
      result, says: "swift-reactive: Scripted wants to listen to clock", "without a way to",
      "Give makeProgram a function for listening")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a command of a program that was made without a handler, and that nothing performs")
  func noHandler() async throws {
    let later = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = Requests.makeProgram()
      program.dispatch(.ask([.free("a")]))
    }
    try check(
      later, says: "swift-reactive: Requests wants free(\"a\") to be performed", "made without a handler",
      "Give makeProgram(performing:) a function", "make the program and subscribe to it in one batch")
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Scripted.makeProgram(flags: .init(commands: ["x"]))
    }
    try check(first, says: "Scripted wants x to be performed")
  }
  #endif

  @Test("a command that cancels needs no handler, nor does one that something has been there to perform")
  func performers() {
    let program = Requests.makeProgram()
    program.dispatch(.ask([.cancel(id: 1)]))
    do {
      let watcher = Watcher(Journal())
      Scripted.makeProgram(flags: .init()).subscribe(watcher)
      let scripted = Scripted.makeProgram(flags: .init())
      scripted.subscribe(watcher).cancel()
      scripted.dispatch(Scripted.Message("a", commands: ["x"]))
    }
    program.commands.sink { _ in }.cancel()
    program.dispatch(.ask([.free("a")]))
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("an update that reads its own program")
  func readInUpdate() async throws {
    struct Reading: Module {
      struct Model: Initable { var number = 0 }
      static func update(for message: () -> Void, model: inout Model) -> [Never] {
        message()
        return []
      }
      static func view(for model: Model) -> Int { model.number }
    }
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let program = Reading.makeProgram()
        program.dispatch { _ = program.model }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let program = Reading.makeProgram()
        program.viewBehavior.sink { _ in }
        program.modelBehavior.sink { _ in }
        program.dispatch { _ = program.model }
      },
    ]
    for result in results { try check(result, says: "swift-reactive: Reading's model was read", "inout parameter") }
  }
  #endif
}
