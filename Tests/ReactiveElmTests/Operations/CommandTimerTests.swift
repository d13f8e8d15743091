import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Commands that wait")
struct CommandTimerTests {
  private let clock = ManualClock()

  @MainActor
  @Test("a command is performed when its time has come, and is seen no earlier")
  func due() {
    var log: [String] = []
    let program = Later.makeProgram(
      handler: .performing { command in
        log.append("handles \(command.text)")
        return .came(command.text)
      }.timed(by: clock))
    program.commands.sink { log.append("observes \($0.text)") }
    program.viewBehavior.sink { log.append("shows \($0)") }
    program.dispatch(.ask([.free("a", 300), .free("b", 0)]))
    #expect(log == ["observes b", "handles b", "shows b"])
    log = []
    clock.advance(by: .milliseconds(299))
    #expect(log == [])
    clock.advance(by: .milliseconds(1))
    #expect(log == ["observes a", "handles a", "shows b a"])
    clock.advance(by: .seconds(10))
    #expect(program.model.came == ["b", "a"])
    #expect(clock.sleeperCount == 0)
  }

  @MainActor
  @Test("what is due together is performed in the order in which it was put off, each before the next")
  func order() {
    let program = Later.program(clock)
    var log: [String] = []
    let subscription = program.commands.sink { log.append("\($0.text) after \(program.model.came.count)") }
    program.dispatch(.ask([.free("c", 300), .free("a", 100), .free("d", 300)]))
    clock.advance(by: .milliseconds(100))
    program.dispatch(.ask([.free("e", 200), .free("b", 100)]))
    clock.advance(by: .seconds(1))
    #expect(log == ["a after 0", "b after 1", "c after 2", "d after 3", "e after 4"])
    subscription.cancel()
  }

  @MainActor
  @Test("a command that replaces others ends those that wait and those that run, at once")
  func replacing() async {
    let latch = Latch()
    let program = Later.makeProgram(
      handler: .performing { command in
        await latch.passPatiently()
        return .came(command.text)
      }.timed(by: clock))
    program.dispatch(.ask([.identified("runs", id: 1, 0), .identified("waits", id: 1, 100), .free("other", 150)]))
    program.dispatch(.ask([.replacing("new", id: 1, 200)]))
    latch.open()
    clock.advance(by: .milliseconds(150))
    #expect(program.model.came == [])
    clock.advance(by: .milliseconds(50))
    await program.settle()
    #expect(program.model.came.sorted() == ["new", "other"])
  }

  @MainActor
  @Test("a command that is due ends nothing that began while it waited")
  func replacingEarly() {
    let program = Later.program(clock)
    program.dispatch(.ask([.replacing("a", id: 1, 100), .identified("b", id: 1, 200)]))
    clock.advance(by: .milliseconds(200))
    #expect(program.model.came == ["a", "b"])
  }

  @MainActor
  @Test("each one replaces the last: a debounce, which leaves one thing to wait")
  func debounce() {
    let program = Later.program(clock)
    for number in 1...100 {
      program.dispatch(.ask([.replacing("\(number)", id: 1, 300)]))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .milliseconds(299))
    }
    clock.advance(by: .milliseconds(1))
    #expect(program.model.came == ["100"])
    #expect(clock.sleeperCount == 0)
  }

  @MainActor
  @Test("one that is cancelled is never seen, nor is what cancels given to the handler")
  func cancelling() {
    let program = Later.program(clock)
    var seen: [String] = []
    program.commands.sink { seen.append($0.text) }
    program.dispatch(.ask([.identified("a", id: 1, 100), .identified("b", id: 2, 100), .cancel(id: 1)]))
    clock.advance(by: .seconds(1))
    #expect(seen == ["cancel 1", "b"])
    #expect(program.model.came == ["b"])
  }

  @MainActor
  @Test("one that cancels after a time cancels when that has come")
  func cancellingLater() {
    let program = Later.program(clock)
    var seen: [String] = []
    program.commands.sink { seen.append($0.text) }
    program.dispatch(.ask([.identified("a", id: 1, 100), .cancel(id: 1, 200), .identified("b", id: 1, 300)]))
    // Free, so nothing cancels it.
    program.dispatch(.ask([.free("c", 250)]))
    clock.advance(by: .seconds(1))
    #expect(seen == ["a", "cancel 1", "c"])
    #expect(program.model.came == ["a", "c"])
  }

  @MainActor
  @Test("without a handler the subscribers perform what is due, and what cancels is heeded")
  func subscribers() {
    let program = Later.makeProgram(handler: .subscribers.timed(by: clock))
    var seen: [String] = []
    program.dispatch(.ask([.identified("a", id: 1, 100), .identified("b", id: 2, 100), .replacing("c", id: 3, 50)]))
    program.commands.sink { seen.append($0.text) }
    program.dispatch(.ask([.cancel(id: 1), .replacing("d", id: 3, 0)]))
    clock.advance(by: .seconds(1))
    #expect(seen == ["cancel 1", "d", "b"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("without a handler or a subscriber it stops when the time has come")
  func unperformed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let clock = ManualClock()
      let program = Later.makeProgram(handler: .subscribers.timed(by: clock))
      program.dispatch(.ask([.free("a", 100)]))
      clock.advance(by: .milliseconds(100))
    }
    try expectStop(result, says: ["to be performed, but its program was made without a handler"])
  }
  #endif

  @MainActor
  @Test("settling waits for what waits")
  func settling() async {
    let program = Later.program(clock)
    program.dispatch(.ask([.free("a", 100)]))
    let settled = Task {
      await program.settle()
      return program.model.came
    }
    await Task.yield()
    clock.advance(by: .milliseconds(100))
    #expect(await settled.value == ["a"])
    program.dispatch(.ask([.identified("b", id: 1, 100)]))
    program.dispatch(.ask([.cancel(id: 1)]))
    await program.settle()
    #expect(program.model.came == ["a"])
  }

  @MainActor
  @Test("a program that ends leaves nothing behind that waits")
  func leaks() {
    let count = LiveCount()
    for _ in 0..<10_000 {
      let tracked = count.make()
      let program = Later.makeProgram(
        handler: .performing { command in
          tracked.touch()
          return .came(command.text)
        }.timed(by: clock))
      program.dispatch(.ask([.free("a", 100), .replacing("b", id: 1, 200), .cancel(id: 2, 300)]))
      program.dispatch(.ask([.replacing("c", id: 1, 200)]))
    }
    #expect(count.alive == 0)
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
  }

  @MainActor
  @Test("a due command may let go of the program")
  func ending() {
    var program: Program<Later>? = Later.program(clock)
    var seen: [String] = []
    program?.commands.sink { command in
      seen.append(command.text)
      if command.text == "end" { program = nil }
    }
    weak let last = program
    program?.dispatch(.ask([.free("a", 100), .free("end", 200), .free("b", 200), .free("c", 300)]))
    clock.advance(by: .seconds(1))
    #expect(seen == ["a", "end"])
    #expect(last == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test("on an actor of one's own, it is that one's clock that counts")
  func ownActor() async {
    actor Office {
      let clock = ManualClock()
      lazy var program = Later.program(clock, isolation: self)
      func came(after milliseconds: Int) -> [String] {
        clock.advance(by: .milliseconds(milliseconds))
        return program.model.came
      }
      func ask(_ commands: [Later.Command]) { program.dispatch(.ask(commands)) }
    }
    let office = Office()
    await office.ask([.free("a", 100)])
    #expect(await office.came(after: 99) == [])
    #expect(await office.came(after: 1) == ["a"])
  }

  @Test("outside of any actor it is performed where something waits, in its order")
  func nowhere() async {
    let program = Later.program(clock, isolation: nil)
    program.dispatch(.ask([.free("c", 200), .free("a", 100), .identified("x", id: 1, 100), .free("d", 200)]))
    program.dispatch(.ask((0..<50).map { .free("e\($0)", 300) } + [.cancel(id: 1)]))
    await clock.waitForSleepers(53)
    clock.advance(by: .seconds(1))
    await program.settle()
    #expect(program.model.came == ["a", "c", "d"] + (0..<50).map { "e\($0)" })
    #expect(clock.sleeperCount == 0)
  }

  @Test("outside of any actor, one that replaces ends what waits, and the end of the program all")
  func nowhereCancelled() async {
    var program: Program<Later>? = Later.program(clock, isolation: nil)
    program?.dispatch(.ask([.replacing("a", id: 1, 100)]))
    program?.dispatch(.ask([.replacing("b", id: 1, 100)]))
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(100))
    await program?.settle()
    #expect(program?.model.came == ["b"])
    program?.dispatch(.ask([.replacing("c", id: 1, 100)]))
    await clock.waitForSleepers()
    program = nil
    #expect(clock.sleeperCount == 0)
  }

  @Test("outside of any actor, messages need not be sendable")
  func unsendable() async {
    final class Note { var text = "" }
    enum Pad: Module {
      struct Model: Initable { var text = "" }
      static func update(for message: Note, model: inout Model) -> [String] {
        model.text += message.text
        return message.text.isEmpty ? ["later"] : []
      }
      static func view(for model: Model) -> String { model.text }
      static func policy(for command: String) -> CommandPolicy { .free.after(.seconds(1)) }
    }
    let clock = clock
    let program = Pad.makeProgram(
      isolation: nil,
      handler: .performing { command in
        let note = Note()
        note.text = command
        return note
      }.timed(by: clock))
    program.dispatch(Note())
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await program.settle()
    #expect(program.view == "later")
  }

  @Test("a clock that fails lets nothing wait")
  func failingClock() async {
    let program = Later.makeProgram(
      isolation: nil, handler: .performing { .came($0.text) }.timed(by: FailingClock()))
    program.dispatch(.ask([.free("a", 100_000)]))
    await program.settle()
    #expect(program.model.came == ["a"])
  }

  @MainActor
  @Test("the clock is the system's where none is given")
  func systemClock() async {
    let program = Later.makeProgram { .came($0.text) }
    program.dispatch(.ask([.free("a", 2), .free("b", 1)]))
    await program.settle()
    #expect(program.model.came == ["b", "a"])
    let nowhere = Later.makeProgram(isolation: nil) { .came($0.text) }
    nowhere.dispatch(.ask([.free("a", 1)]))
    await nowhere.settle()
    #expect(nowhere.model.came == ["a"])
  }

  @MainActor
  @Test("time that passes elsewhere makes it due here")
  func advancedElsewhere() async {
    let program = Later.program(clock)
    var wasOnMainActor = false
    program.commands.sink { _ in
      MainActor.assertIsolated()
      wasOnMainActor = true
    }
    program.dispatch(.ask([.free("a", 100), .free("b", 50), .free("c", 150)]))
    let clock = clock
    await Task.detached { clock.advance(by: .milliseconds(100)) }.value
    await program.run { $0.came.count == 2 }
    #expect(program.model.came == ["b", "a"])
    #expect(wasOnMainActor)
  }

  @Test("outside of any actor, one that is due may have another cancelled that is due as well")
  func nowhereCancelling() async {
    let program = Later.makeProgram(
      isolation: nil,
      handler: .performing { $0.text == "a" ? .ask([.cancel(id: 1), .free("d", 1)]) : .came($0.text) }.timed(by: clock))
    program.dispatch(.ask([.free("a", 100), .identified("b", id: 1, 100), .free("c", 100)]))
    await clock.waitForSleepers(3)
    clock.advance(by: .milliseconds(100))
    let settled = Task { [clock] in
      await clock.waitForSleepers()
      clock.advance(by: .milliseconds(1))
    }
    await program.settle()
    await settled.value
    #expect(program.model.came == ["c", "d"])
  }

  @Test("outside of any actor, waiting for it ends early with the task that waits")
  func nowhereGivenUp() async {
    let program = Later.program(clock, isolation: nil)
    program.dispatch(.ask([.free("a", 100)]))
    unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
    await program.settle()
    #expect(program.model.came == [])
    #expect(clock.sleeperCount <= 1)
  }

  @Test("an actor that ends with its program leaves nothing behind that waits")
  func actorEnds() async {
    actor Office {
      private var program: Program<Later>?
      func open(_ clock: ManualClock) {
        program = Later.program(clock)
        program?.dispatch(.ask([.free("a", 100), .replacing("b", id: 1, 200), .replacing("c", id: 1, 300)]))
      }
    }
    for _ in 0..<100 {
      await Office().open(clock)
      clock.advance(by: .milliseconds(50))
    }
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
  }

  @MainActor
  @Test("100,000 commands that put off one another are performed by one advance")
  func longChain() {
    let program = Later.makeProgram(
      handler: .performing { command in
        Int(command.text).map { $0 > 0 ? .ask([.free("\($0 - 1)", 1)]) : .came("end") }
      }.timed(by: clock))
    program.dispatch(.ask([.free("100000", 1)]))
    clock.advance(by: .seconds(200))
    #expect(program.model.came == ["end"])
  }

  @MainActor
  @Test("10,000 that are due at one time are performed in their order, and as many are cancelled together")
  func many() {
    let program = Later.program(clock)
    program.dispatch(.ask((0..<10_000).map { .identified("\($0)", id: $0 % 2, 100) }))
    program.dispatch(.ask([.cancel(id: 1)]))
    clock.advance(by: .milliseconds(100))
    #expect(program.model.came == stride(from: 0, to: 10_000, by: 2).map { "\($0)" })
    #expect(clock.sleeperCount == 0)
  }

  @MainActor
  @Test("an error of what was due is a message, as that of any command")
  func errors() {
    enum Failing: Module {
      struct Model: Initable { var text = "" }
      static func update(for message: String, model: inout Model) -> [Int] {
        model.text = message
        return message == "begin" ? [1] : []
      }
      static func view(for model: Model) -> String { model.text }
      static func policy(for command: Int) -> CommandPolicy { .free.after(.seconds(command)) }
      static func message(for error: any Error, performing command: Int) -> String? { "\(command) failed" }
    }
    let program = Failing.makeProgram(handler: .performing { _ in throw CancellationError() }.timed(by: clock))
    program.dispatch("begin")
    clock.advance(by: .seconds(1))
    #expect(program.view == "1 failed")
  }

  @MainActor
  @Test("what an asynchronous handler was given late runs under its id")
  func runningLate() async {
    let latch = Latch()
    let program = Later.makeProgram(
      handler: .performing { command in
        if command.text == "slow" { await latch.passPatiently() }
        return .came(command.text)
      }.timed(by: clock))
    program.dispatch(.ask([.replacing("slow", id: 1, 100)]))
    clock.advance(by: .milliseconds(100))
    // The first one runs. This one ends it before its own delay.
    program.dispatch(.ask([.replacing("quick", id: 1, 100)]))
    latch.open()
    clock.advance(by: .milliseconds(100))
    await program.settle()
    #expect(program.model.came == ["quick"])
  }

  @MainActor
  @Test("what a screen has waiting is cancelled when it is left")
  func screens() {
    typealias Path = StackOf<Later>
    let path = Path.makeProgram(
      flags: [()],
      handler: .requests { request in
        switch request {
        case .screen(let key, let command): .screen(key, .came(command.text))
        }
      }.timed(by: clock))
    path.dispatch(.push(()))
    for key in [0, 1] { path.dispatch(.screen(key, .ask([.free("a", 100), .replacing("b", id: 1, 200)]))) }
    clock.advance(by: .milliseconds(100))
    #expect(path.view.map(\.view) == ["a", "a"])
    path.dispatch(.pop)
    path.dispatch(.push(()))
    clock.advance(by: .milliseconds(100))
    #expect(path.view.map(\.view) == ["a b", ""])
    #expect(path.droppedMessageCount == 0)
  }
}
