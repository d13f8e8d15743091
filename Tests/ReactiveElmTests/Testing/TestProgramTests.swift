// Tests: TestProgram, TestLedger

import ReactiveElm
import Testing

@Suite("Testing: program")
struct TestProgramTests {
  @Test("the counter, as one writes it")
  func counter() throws {
    let test = TestProgram<Counter>()
    try test.expect(view: "Count: 0")
    try test.send(.increment) { $0.count = 1 }
    try test.send(.increment) { $0.count += 1 }
    try test.expect(view: "Count: 2")
    try test.send(.decrement) { $0.count = 1 }
    #expect(test.model.count == 1)
    #expect(test.view == "Count: 1")
    #expect(test.runningCommands.isEmpty)
    #expect(test.sources.isEmpty)
    try test.finish()
  }

  @Test("the search, as one writes it: commands, their answers, replaced ones, sources")
  func search() throws {
    let test = TestProgram<Search>()
    try test.send(.typed("a")) { $0.text = "a" }
    try test.expect(commands: .search("a"))
    try test.expect(sources: .clock("a"))
    try test.send(.typed("ab")) { $0.text = "ab" }
    try test.expect(commands: .search("ab"))
    try test.expect(sources: .clock("ab"))
    #expect(test.runningCommands.count == 1)
    try test.answer(.search("ab"), with: .found(["x"])) { $0.results = ["x"] }
    try test.expect(view: ["x"])
    try test.receive(.failed("late"), from: .clock("ab")) { $0.error = "late" }
    try test.send(.typed("")) { $0.text = "" }
    try test.expect(commands: .search(""))
    try test.expect(sources: [])
    try test.fail(.search(""), with: CancellationError()) { $0.error = "CancellationError()" }
    try test.finish()
  }

  @Test("commands cancel each other as they do live")
  func cancelling() throws {
    let test = TestProgram<Search>()
    try test.relaxed { try test.send(.typed("a")) }
    #expect(test.runningCommands.count == 1)
    try test.send(.cancel)
    try test.expect(commands: .cancelSearch)
    #expect(test.runningCommands.isEmpty)
    #expect(
      failure { try test.answer(.search("a"), with: .found([])) }
        == ".search(\"a\") is not running: it was cancelled. No command is")
    try test.finish()
  }

  @Test("the first commands and sources are the first thing to assert")
  func beginning() throws {
    let test = TestProgram<Fetch>(flags: "a.txt")
    try test.expect(commands: .load("a.txt"))
    try test.expect(sources: .file("a.txt"), .clock)
    try test.answer(.load("a.txt"), with: .received(1)) { $0.bytes = 1 }
    try test.finish()

    let hasty = TestProgram<Fetch>(flags: "a.txt")
    #expect(
      failure { try hasty.send(.note) } == """
        not everything was asserted before sending .note:
          performed after starting: .load("a.txt"); see expect(commands:)
          listened to since starting: .file("a.txt"), .clock; see expect(sources:)
        """)
  }

  @Test("one that is given a model begins with it, without flags and without first commands")
  func givenModel() throws {
    let test = TestProgram<Fetch>(model: Fetch.Model(name: "a.txt", bytes: 7))
    try test.expect(sources: .file("a.txt"), .clock)
    try test.expect(view: ["a.txt", "7 bytes"])
    try test.send(.received(1)) { $0.bytes = 8 }
    try test.send(.done)
    try test.expect(commands: .save(8))
    try test.complete(.save(8))
    try test.finish()
  }

  @Test("it works on the main actor, in asynchronous code")
  @MainActor
  func onMainActor() async throws {
    let test = TestProgram<Search>()
    try test.send(.typed("a")) { $0.text = "a" }
    await Task.yield()
    try test.expect(commands: .search("a"))
    try test.expect(sources: .clock("a"))
    try test.answer(.search("a"), with: .found(["x"])) { $0.results = ["x"] }
    #expect(test.program.view == ["x"])
    try test.finish()
  }

  @Test("it works in asynchronous code outside of any actor, and on an actor")
  func elsewhere() async throws {
    let test = TestProgram<Counter>()
    await Task.yield()
    try test.send(.increment) { $0.count = 1 }
    try test.finish()

    actor Place {
      func run() async throws -> Int {
        let test = TestProgram<Counter>()
        await Task.yield()
        try test.send(.increment) { $0.count = 1 }
        try test.finish()
        return test.model.count
      }
    }
    #expect(try await Place().run() == 1)
  }

  @Test("failures go to where they are reported, and the test goes on")
  func reporting() throws {
    var failures: [String] = []
    let test = TestProgram<Counter> { failures.append($0.message) }
    try test.send(.increment)
    try test.send(.increment) { $0.count = 2 }
    try test.expect(view: "Count: 3")
    try test.finish()
    #expect(
      failures == [
        """
        the model is not as expected after sending .increment (- expected, + actual):
          Counter.Model
            count: - 0
                   + 1
        """,
        """
        the view is not as expected after sending .increment (- expected, + actual):
          String
            - "Count: 3"
            + "Count: 2"
        """,
      ])
  }

  @Test("one that goes away with something open reports it")
  func reportingAtTheEnd() throws {
    var failures: [String] = []
    do {
      let test = TestProgram<Search> { failures.append($0.message) }
      try test.send(.typed("a")) { $0.text = "a" }
    }
    #expect(
      failures == [
        """
        TestProgram<Search> went away with something that was not asserted:
          performed after sending .typed("a"): .search("a"); see expect(commands:)
          listened to since sending .typed("a"): .clock("a"); see expect(sources:)
          still running: .search("a"); answer, fail or complete them
        Assert it, call finish() to have it thrown, or make the test program with exhaustive: false.
        """
      ])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that goes away with something open, unreported, stops with a message")
  func stopsAtTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func test() throws {
        let test = TestProgram<Search>()
        try test.send(.typed("a")) { $0.text = "a" }
      }
      try test()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("TestProgramTests.swift:"))
    #expect(message.contains("TestProgram<Search> went away with something that was not asserted:"))
    #expect(message.contains("performed after sending .typed(\"a\"): .search(\"a\")"))
  }
  #endif

  @Test("one that has failed, is relaxed, or has nothing open goes away quietly")
  func goesAwayQuietly() throws {
    func fails() throws {
      let test = TestProgram<Search>()
      try test.send(.typed("a"))
    }
    #expect(throws: TestFailure.self) { try fails() }
    try TestProgram<Search>(exhaustive: false).send(.typed("a"))
    try TestProgram<Counter>().send(.increment) { $0.count = 1 }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a model that is an object is refused")
  func objects() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Model: Initable {}
      struct Objects: Module {
        static func update(for message: Int, model: inout Model) -> [Never] { [] }
        static func view(for model: Model) -> Int { 0 }
      }
      _ = TestProgram<Objects>()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("TestProgram<Objects> cannot tell how the model changes: it is an object"))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that is made in a batch is refused")
  func batches() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      batch { _ = TestProgram<Counter>() }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("TestProgram<Counter> was made inside a batch or a delivery"))
  }
  #endif

  @Test("it leaks neither itself nor its program")
  func lifetime() throws {
    weak var test: TestProgram<Search>?
    weak var program: Program<Search>?
    try TestProgram.run(Search.self) {
      test = $0
      program = $0.program
      try $0.send(.typed("a")) { $0.text = "a" }
      try $0.expect(commands: .search("a"))
      try $0.expect(sources: .clock("a"))
      try $0.complete(.search("a"))
    }
    #expect(test == nil)
    #expect(program == nil)
  }
}
