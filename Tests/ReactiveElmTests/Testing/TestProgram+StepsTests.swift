import ReactiveElm
import Testing

/// A screen that answers commands and taps by itself.
private final class Screen: Subscriber {
  let program: Program<Fetch>
  var views: [[String]] = []
  init(_ program: Program<Fetch>) { self.program = program }

  func update(presenting view: [String]) { views.append(view) }
  func update(performing command: Fetch.Command) {
    if case .save(let count) = command { program.dispatch(.received(-count)) }
  }
  func tapDone() { program.dispatch(.done) }
}

private func makeTest() throws -> TestProgram<Fetch> {
  let test = TestProgram<Fetch>(flags: "")
  try test.expect(sources: .clock)
  return test
}

@Suite("Testing: steps")
struct TestProgramStepsTests {
  @Test("a step says exactly how the model changes")
  func change() throws {
    let test = try makeTest()
    try test.send(.received(2)) { $0.bytes = 2 }
    #expect(
      failure { try test.send(.received(2)) } == """
        the model is not as expected after sending .received(2) (- expected, + actual):
          Fetch.Model
            bytes: - 2
                   + 4
        """)
    #expect(failure { try test.send(.note) { $0.bytes = 5 } } != nil)
    #expect(failure { try test.send(.received(1)) { $0.name = "a" } }?.contains("name: - \"a\"") == true)
    // The change is applied to the model before the step.
    try test.send(.received(1)) {
      #expect($0.bytes == 5)
      $0.bytes += 1
    }
  }

  @Test("what a subscriber dispatches is part of the step")
  func consequences() throws {
    let test = try makeTest()
    let screen = Screen(test.program)
    test.program.subscribe(screen)
    try test.send(.received(3)) { $0.bytes = 3 }
    try test.send(.done) { $0.bytes = 0 }
    try test.expect(commands: .save(3))
    try test.complete(.save(3))
    #expect(screen.views == [["", "0 bytes"], ["", "3 bytes"], ["", "0 bytes"]])
    try test.finish()
  }

  @Test("a step may be what a screen does")
  func ownSteps() throws {
    let test = try makeTest()
    let screen = Screen(test.program)
    test.program.subscribe(screen)
    try test.send(.received(3)) { $0.bytes = 3 }
    try test.step {
      screen.tapDone()
    } changing: {
      $0.bytes = 0
    }
    try test.expect(commands: .save(3))
    try test.complete(.save(3))
    try test.step {
      batch {
        test.program.dispatch(.received(1))
        test.program.dispatch(.received(1))
      }
    } changing: {
      $0.bytes = 2
    }
    #expect(failure { try test.step { test.program.dispatch(.received(1)) } }?.contains("after the step") == true)
    #expect(throws: CancellationError.self) { try test.step { throw CancellationError() } }
    try test.finish()
  }

  @Test("what is sent from elsewhere in a step is part of it, with all that it leads to")
  func mail() throws {
    let test = try makeTest()
    let send = test.program.sender
    test.program.commands.sink { _ in send(.received(10)) }
    try test.step {
      send(.received(1))
      send(.done)
    } changing: {
      $0.bytes = 11
    }
    try test.expect(commands: .save(1))
    try test.complete(.save(1))
    try test.finish()
  }

  @Test("what happens outside of any step is a failure")
  func strays() throws {
    let test = try makeTest()
    test.program.dispatch(.received(1))
    #expect(
      failure { try test.send(.note) } == """
        not everything was asserted before sending .note:
          messages were handled outside of any step, after starting: let that happen in step(_:changing:)
        """)
    try test.send(.note)
    test.program.dispatch(.start("a"))
    #expect(
      failure { try test.finish() } == """
        not everything was asserted at the end:
          messages were handled outside of any step, after sending .note: let that happen in step(_:changing:)
          performed after sending .note: .load("a"), .log; see expect(commands:)
          listened to since sending .note: .clock, .file("a"); see expect(sources:)
          still running: .load("a"), .log; answer, fail or complete them
        """)
  }

  @Test("a step takes a thousand rounds of what is sent in answer to itself without end; the rest comes later")
  func endlessMail() throws {
    let test = try makeTest()
    let send = test.program.sender
    var rounds = 0
    let answering = test.program.commands.sink { _ in
      rounds += 1
      send(.done)
    }
    try test.step { send(.done) }
    #expect(rounds == 1_000)
    #expect(test.runningCommands.count == 1_000)
    answering.cancel()
    #expect(failure { try test.finish() } != nil)
  }

  @Test("a running command gives several answers, the last one ends it")
  func answers() throws {
    let test = TestProgram<Fetch>(flags: "a")
    try test.expect(commands: .load("a"))
    try test.expect(sources: .file("a"), .clock)
    try test.answer(.load("a"), with: .received(1), isLast: false) { $0.bytes = 1 }
    try test.answer(.load("a"), with: .received(2), isLast: false) { $0.bytes = 3 }
    #expect(
      failure { try test.finish() }?.hasSuffix("  still running: .load(\"a\"); answer, fail or complete them") == true)
    try test.answer(.load("a"), with: .done)
    try test.expect(commands: .save(3))
    #expect(
      failure { try test.answer(.load("a"), with: .note) } == ".load(\"a\") is not running. These are: .save(3)")
    try test.complete(.save(3))
    #expect(test.runningCommands.isEmpty)
    try test.finish()
  }

  @Test("an answer looks only at the commands up to the one it answers")
  func costOfAnswers() throws {
    let comparisons = Counted.Count()
    try TestProgram.run(Counted.self, model: Counted.Model(count: comparisons), exhaustive: false) { test in
      let command = { Counted.Command(number: $0, count: comparisons) }
      try test.send(2000)
      for number in 0..<500 {
        let count = comparisons.value
        try test.answer(command(number), with: 0)
        #expect(comparisons.value == count + 1)
      }
      let count = comparisons.value
      try test.complete(command(509))
      #expect(comparisons.value == count + 10)
      for number in (500..<2000).reversed() where number != 509 { try test.complete(command(number)) }
      #expect(test.runningCommands.isEmpty)
      try test.send(2)
      try test.complete(command(0))
      #expect(test.runningCommands.map(\.number) == [1])
    }
  }

  private struct Counted: Module {
    final class Count { var value = 0 }
    struct Model { let count: Count }
    struct Command: Equatable {
      let number: Int
      let count: Count
      static func == (one: Command, other: Command) -> Bool {
        one.count.value += 1
        return one.number == other.number
      }
    }
    static func start(with flags: Count) -> (model: Model, commands: [Command]) { (Model(count: flags), []) }
    static func update(for message: Int, model: inout Model) -> [Command] {
      (0..<message).map { Command(number: $0, count: model.count) }
    }
    static func view(for model: Model) -> Int { 0 }
  }

  @Test("of equal commands the first one is answered first")
  func equalCommands() throws {
    let test = try makeTest()
    for _ in 1...2 {
      try test.send(.done)
      try test.expect(commands: .save(0))
    }
    try test.complete(.save(0))
    #expect(test.runningCommands.count == 1)
    try test.complete(.save(0))
    #expect(failure { try test.complete(.save(0)) } == ".save(0) is not running. No command is")
    try test.finish()
  }

  @Test("a command that is not running cannot be answered")
  func notRunning() throws {
    let test = try makeTest()
    try test.relaxed { try test.send(.start("a")) }
    #expect(
      failure { try test.answer(.load("b"), with: .note) }
        == ".load(\"b\") is not running. These are: .load(\"a\"), .log")
    #expect(failure { try test.fail(.load("b"), with: Fetch.Full()) } != nil)
    #expect(failure { try test.complete(.load("b")) } != nil)
  }

  @Test("an error of a command comes as the module's message, and ends it")
  func errors() throws {
    let test = try makeTest()
    try test.send(.done)
    try test.expect(commands: .save(0))
    #expect(
      failure { try test.fail(.save(0), with: CancellationError()) } == """
        Fetch has no message for the error CancellationError() of .save(0): live, the program would stop
        """)
    try test.fail(.save(0), with: Fetch.Full()) { $0.name = "disk full" }
    try test.expect(sources: .clock, .file("disk full"))
    #expect(test.runningCommands.isEmpty)
    try test.finish()
  }

  @Test("messages come only from sources that are listened to")
  func sources() throws {
    let test = try makeTest()
    try test.receive(.received(1), from: .clock) { $0.bytes = 1 }
    #expect(
      failure { try test.receive(.note, from: .file("x")) } == ".file(\"x\") is not listened to. These are: .clock")
    try test.send(.stop) { $0.isListening = false }
    try test.expect(sources: [])
    #expect(failure { try test.receive(.note, from: .clock) } == ".clock is not listened to. No source is")
    #expect(failure { try test.fail(source: .clock, with: Fetch.Full()) } != nil)
    try test.finish()
  }

  @Test("a source that fails ends, with the module's message")
  func failingSource() throws {
    let test = try makeTest()
    #expect(
      failure { try test.fail(source: .clock, with: CancellationError()) } == """
        Fetch has no message for the error CancellationError() of .clock: live, the program would stop
        """)
    try test.fail(source: .clock, with: Fetch.Full())
    #expect(test.sources.isEmpty)
    #expect(failure { try test.finish() }?.contains("listened to since failing .clock with disk full: nothing") == true)
  }

  @Test("a step inside another, a batch or a delivery is refused")
  func nested() throws {
    let test = try makeTest()
    #expect(
      failure { try test.step { try test.send(.note) } } == "sending .note is not possible inside another step")
    #expect(
      failure { try batch { try test.send(.note) } }?.hasPrefix(
        "sending .note has to wait for the end of a batch or a delivery") == true)
  }

  @Test("what the closure of a change throws ends the test")
  func throwingChange() throws {
    let test = try makeTest()
    #expect(throws: CancellationError.self) { try test.send(.note) { _ in throw CancellationError() } }
  }
}
