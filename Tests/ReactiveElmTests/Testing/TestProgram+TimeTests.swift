import ReactiveElm
import ReactiveTestSupport
import Testing

/// A debounced search, with a hint that appears later and disappears again.
private struct Finder: Module {
  enum Message: Equatable {
    case typed(String)
    case found(Int)
    case cleared
    case hint(Bool)
    case loop
  }
  struct Model: Initable, Equatable {
    var text = ""
    var count = 0
    var isHintShown = false
  }
  enum Command: Equatable {
    case find(String)
    case cancel, showHint, hideHint, loop
  }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .typed(let text):
      model.text = text
      return text.isEmpty ? [.showHint] : [.find(text)]
    case .found(let count): model.count = count
    case .cleared:
      model = Model()
      return [.cancel]
    case .hint(let isShown):
      model.isHintShown = isShown
      return isShown ? [.hideHint] : []
    case .loop: return [.loop]
    }
    return []
  }
  static func view(for model: Model) -> String { "\(model.count)" }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .find: .identified(by: "find", cancelInFlight: true).after(.milliseconds(300))
    case .cancel: .cancels("find")
    case .showHint: .free.after(.seconds(1))
    case .hideHint: .free.after(.seconds(2))
    case .loop: .free.after(.nanoseconds(1))
    }
  }
}

/// Answers the hints and the loop at once, as a screen may.
private final class Hints: Subscriber {
  let program: Program<Finder>
  init(_ program: Program<Finder>) { self.program = program }
  func update(presenting view: String) {}
  func update(performing command: Finder.Command) {
    switch command {
    case .showHint: program.dispatch(.hint(true))
    case .hideHint: program.dispatch(.hint(false))
    case .loop: program.dispatch(.loop)
    case .find, .cancel: break
    }
  }
}

@Suite("Testing: time")
struct TestProgramTimeTests {
  @Test("what was put off is asserted, waits, and is performed when its time has come")
  func debounce() throws {
    try TestProgram.run(Finder.self) { test in
      try test.send(.typed("s")) { $0.text = "s" }
      try test.expect(delayed: .find("s"), by: .milliseconds(300))
      try test.advance(by: .milliseconds(299))
      try test.send(.typed("sw")) { $0.text = "sw" }
      try test.expect(delayed: .find("sw"), by: .milliseconds(300))
      #expect(test.delayedCommands.map(\.command) == [.find("sw")])
      #expect(test.delayedCommands.map(\.remaining) == [.milliseconds(300)])
      #expect(test.runningCommands == [])
      try test.advance(by: .milliseconds(299))
      #expect(test.delayedCommands.map(\.remaining) == [.milliseconds(1)])
      try test.advance(by: .milliseconds(1))
      try test.expect(commands: .find("sw"))
      #expect(test.delayedCommands.isEmpty)
      #expect(test.runningCommands == [.find("sw")])
      try test.answer(.find("sw"), with: .found(3)) { $0.count = 3 }
      try test.advance(by: .zero)
    }
  }

  @Test("everything happens on the way, at its own time, with what follows")
  func chain() throws {
    let test = TestProgram<Finder>()
    let hints = Hints(test.program)
    test.program.subscribe(hints)
    try test.send(.typed(""))
    try test.expect(delayed: .showHint, by: .seconds(1))
    try test.advance(by: .seconds(1)) { $0.isHintShown = true }
    try test.expect(commands: .showHint)
    try test.expect(delayed: .hideHint, by: .seconds(2))
    try test.complete(.showHint)
    try test.send(.typed(""))
    try test.expect(delayed: .showHint, by: .seconds(1))
    try test.advance(by: .milliseconds(2_500)) { $0.isHintShown = false }
    // Shown again after one second and hidden by the first hint after two. The second is due to hide it after three.
    try test.expect(commands: .showHint, .hideHint)
    try test.expect(delayed: .hideHint, by: .seconds(2))
    #expect(test.delayedCommands.map(\.remaining) == [.milliseconds(500)])
    #expect(test.model.isHintShown == false)
    try test.complete(.showHint)
    try test.complete(.hideHint)
    try test.advance(by: .milliseconds(500))
    try test.expect(commands: .hideHint)
    try test.complete(.hideHint)
    try test.finish()
  }

  @Test("what was put off and is not asserted fails before the next step, with its delay")
  func notAsserted() throws {
    let test = TestProgram<Finder>()
    try test.send(.typed("s")) { $0.text = "s" }
    #expect(
      failure { try test.send(.typed("sw")) { $0.text = "sw" } } == """
        not everything was asserted before sending .typed("sw"):
          put off after sending .typed("s"): .find("s") by 0.3 seconds; see expect(delayed:by:)
        """)
  }

  @Test("an assertion names what is not as it says")
  func wrong() throws {
    let test = TestProgram<Finder>()
    try test.send(.typed("s")) { $0.text = "s" }
    #expect(
      failure { try test.expect(delayed: .find("s"), by: .milliseconds(200)) }
        == ".find(\"s\") was put off by 0.3 seconds after sending .typed(\"s\"), and not by 0.2 seconds")
    #expect(
      failure { try test.expect(delayed: .find("s"), by: .milliseconds(300)) }
        == "nothing more was put off after sending .typed(\"s\"): .find(\"s\") was to be")
    try test.send(.typed("sw")) { $0.text = "sw" }
    let text = failure { try test.expect(delayed: .find("x"), by: .milliseconds(300)) }
    #expect(text?.hasPrefix("what was put off is not as expected after sending .typed(\"sw\")") == true)
    #expect(failure { try test.expect(commands: .find("sw")) } != nil)
  }

  @Test("several are asserted in the order in which they were put off")
  func several() throws {
    let test = TestProgram<Finder>(exhaustive: false)
    try test.step {
      test.program.dispatch(.typed(""))
      test.program.dispatch(.typed("s"))
    }
    try test.expect(delayed: .showHint, by: .seconds(1))
    try test.expect(delayed: .find("s"), by: .milliseconds(300))
    #expect(test.delayedCommands.map(\.command) == [.find("s"), .showHint])
  }

  @Test("a test does not end while a command waits, and says for how long it would")
  func finishing() throws {
    let test = TestProgram<Finder>()
    try test.send(.typed("s")) { $0.text = "s" }
    try test.expect(delayed: .find("s"), by: .milliseconds(300))
    try test.advance(by: .milliseconds(100))
    #expect(
      failure { try test.finish() } == """
        not everything was asserted at the end:
          still waiting: .find("s") for 0.2 seconds more; advance(by:), or have them cancelled
        """)
  }

  @Test("what waits cannot be answered, and what was cancelled while it waited neither")
  func answering() throws {
    let test = TestProgram<Finder>()
    try test.send(.typed("s")) { $0.text = "s" }
    try test.expect(delayed: .find("s"), by: .milliseconds(300))
    #expect(
      failure { try test.answer(.find("s"), with: .found(1)) }
        == ".find(\"s\") is not running: it waits for 0.3 seconds more. Take the step advance(by:) first")
    try test.send(.cleared) { $0 = Finder.Model() }
    try test.expect(commands: .cancel)
    #expect(
      failure { try test.answer(.find("s"), with: .found(1)) }
        == ".find(\"s\") is not running: it was cancelled. No command is")
    try test.advance(by: .seconds(1))
    try test.finish()
  }

  @Test("an equal command that runs is meant, and not the one that waits")
  func equal() throws {
    let test = TestProgram<Finder>(exhaustive: false)
    try test.send(.typed(""))
    try test.send(.typed(""))
    try test.advance(by: .milliseconds(500))
    try test.send(.typed(""))
    try test.advance(by: .milliseconds(500))
    #expect(test.runningCommands == [.showHint, .showHint])
    try test.complete(.showHint)
    try test.complete(.showHint)
    #expect(failure { try test.complete(.showHint) }?.contains("it waits for 0.5 seconds more") == true)
  }

  @Test("a relaxed test needs no assertion, nor does what began to wait in one")
  func relaxed() throws {
    let test = TestProgram<Finder>()
    try test.relaxed {
      try test.send(.typed("s"))
      try test.advance(by: .milliseconds(100))
    }
    #expect(test.delayedCommands.map(\.remaining) == [.milliseconds(200)])
    try test.finish()
    try test.send(.typed("sw")) { $0.text = "sw" }
    #expect(failure { try test.finish() } != nil)
  }

  @Test("a test that starts in the middle has its own time, and failures may be reported")
  func middle() throws {
    var reports: [String] = []
    let test = TestProgram<Finder>(model: Finder.Model(text: "s"), report: { reports.append($0.message) })
    try test.send(.typed("sw")) { $0.text = "sw" }
    try test.advance(by: .milliseconds(300))
    try test.advance(by: .milliseconds(-1))
    try test.finish()
    #expect(reports.count == 3)
    #expect(reports[0].contains("put off after sending"))
    #expect(reports[1] == "advance(by: -0.001 seconds): time does not go back. Give it a duration of zero or more")
    #expect(reports[2].contains("performed after advancing by 0.3 seconds: .find(\"sw\")"))
    #expect(reports[2].contains("still running: .find(\"sw\")"))
  }

  @Test("time passes in a step of its own alone")
  func places() throws {
    let test = TestProgram<Finder>(exhaustive: false)
    try test.send(.typed("s"))
    let inStep = failure { try test.step { try test.advance(by: .seconds(1)) } }
    #expect(inStep == "advancing by 1.0 seconds is not possible inside another step")
    let inBatch = batch { failure { try test.advance(by: .seconds(1)) } }
    #expect(inBatch == "advancing by 1.0 seconds is not possible inside of a batch or a delivery")
    #expect(test.delayedCommands.map(\.remaining) == [.milliseconds(300)])
  }

  @Test("commands that put off one another more than 100,000 times end the step with a message")
  func endless() throws {
    let test = TestProgram<Finder>(exhaustive: false)
    let hints = Hints(test.program)
    test.program.subscribe(hints)
    try test.send(.loop)
    try test.advance(by: .nanoseconds(10))
    #expect(test.runningCommands.count == 10)
    let text = failure { try test.advance(by: .seconds(1)) }
    #expect(text?.contains("more than 100000 commands became due in advancing by 1.0 seconds") == true)
    #expect(text?.contains("such as .loop") == true)
  }

  @Test("a recording of commands that waited is replayed, and none of them is put off twice")
  func replaying() throws {
    let clock = ManualClock()
    let program = Finder.makeProgram(isolation: nil, handler: .performing { _ in nil }.timed(by: clock))
    let recorder = program.record()
    for message in [Finder.Message.typed("s"), .typed("sw"), .found(2), .cleared, .typed("x")] {
      program.dispatch(message)
    }
    #expect(
      recorder.steps.map(\.commandDescriptions) == [
        [".find(\"s\")"], [".find(\"sw\")"], [], [".cancel"], [".find(\"x\")"],
      ])
    let test = TestProgram<Finder>()
    try test.replay(recorder.recording)
    #expect(test.delayedCommands.map(\.command) == [.find("x")])
    try test.send(.cleared) { $0 = Finder.Model() }
    try test.expect(commands: .cancel)
    try test.finish()
  }

  @MainActor
  @Test("on an actor as well")
  func actor() throws {
    try TestProgram.run(Finder.self) { test in
      try test.send(.typed("s")) { $0.text = "s" }
      try test.expect(delayed: .find("s"), by: .milliseconds(300))
      try test.advance(by: .seconds(5))
      try test.expect(commands: .find("s"))
      try test.complete(.find("s"))
    }
  }
}
