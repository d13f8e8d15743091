import ReactiveElm
import ReactiveTestSupport
import Testing

/// Made where the compiler knows of no actor, though it runs on one.
@MainActor
private final class Screen {
  let program = Requests.makeProgram { (command: Requests.Command) async -> Requests.Message? in
    .answered(command.text)
  }
  func ask() { program.dispatch(.ask([.free("a")])) }
}

@MainActor
private final class Feed {
  private let program = Scripted.makeProgram(
    flags: .init(sources: ["feed"]), handler: .subscribers,
    listening: { _, dispatch in dispatch.task { send in send("news") } })
}

@MainActor
private final class Board {
  let program = Requests.makeProgram()
  var sender: Sender<Requests.Message> { program.sender }
}

private actor Kitchen {
  private lazy var program = Requests.makeProgram(
    handler: .sending { [reports] command, send in
      send(.answered(command.text))
      reports.add("sent")
    })
  private let reports: Reports
  init(_ reports: Reports) { self.reports = reports }
  func ask() { program.dispatch(.ask([.free("a")])) }
  func answers(to count: Int) async -> [String] {
    for _ in 0..<count {
      ask()
      await program.settle()
    }
    return program.model.answers
  }
}

/// On failure, ends the process as a test that expects a stop fails.
private func waitInVain() async { try? await Task.sleep(nanoseconds: 20_000_000_000) }

@Suite("Answers to a program that belongs to no isolation")
struct UnreadAnswersTests {
  private func check(_ result: ExitTest.Result?, _ module: String) throws {
    try expectStop(
      result,
      says: [
        "swift-reactive: \(module): an answer of an asynchronous command or source is lost", "belongs to no actor",
        "the initial value of a property", "makeProgram(isolation: MainActor.shared)", "makeProgram(isolation: self)",
      ])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stop where they are lost: the main actor runs the program, and nothing waits for it")
  func mainActor() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let screen = await Screen()
      await screen.ask()
      await waitInVain()
      withExtendedLifetime(screen) {}
    }
    try check(result, "Requests")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("so do the messages of a source's task, and of a sender")
  func sources() async throws {
    let feed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let feed = await Feed()
      await waitInVain()
      withExtendedLifetime(feed) {}
    }
    try check(feed, "Scripted")
    let board = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let board = await Board()
      await board.sender(.answered("a"))
      await waitInVain()
      withExtendedLifetime(board) {}
    }
    try check(board, "Requests")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stop on an actor of one's own, too, also where one task alone uses it")
  func actor() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let kitchen = Kitchen(Reports())
      await kitchen.ask()
      await waitInVain()
      withExtendedLifetime(kitchen) {}
    }
    try check(result, "Requests")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stop where another task of no actor uses the program, and the one before has not waited")
  func nextTask() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let reports = Reports()
      let program = Requests.makeProgram(
        handler: .sending { command, send in
          send(.answered(command.text))
          reports.add("sent")
        })
      program.dispatch(.ask([.free("a")]))
      _ = await reports.next()
      await Task { program.dispatch(.ask([.free("b")])) }.value
    }
    try check(result, "Requests")
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("are lost, as is a command that waits, where a program was made in an initial value on the main actor")
  func waitingCommand() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let clock = ManualClock()
      let program = Later.makeProgram(isolation: nil, handler: .performing { .came($0.text) }.timed(by: clock))
      program.dispatch(.ask([.free("a", 100)]))
      await clock.waitForSleepers()
      clock.advance(by: .milliseconds(100))
      while true { await Task.yield() }
    }
    try expectStop(result, says: ["Later: an answer of an asynchronous", "is lost, or a command that waits."])
  }
  #endif

  @Test("come on an actor of one's own where something waits at once, and from then on")
  func actorSettles() async {
    let kitchen = Kitchen(Reports())
    #expect(await kitchen.answers(to: 2) == ["a", "a"])
  }

  @MainActor
  @Test("come where something waits at once, on an actor too, and from then on")
  func settled() async {
    let screen = Screen()
    screen.ask()
    await screen.program.settle()
    #expect(screen.program.model.answers == ["a"])
    screen.ask()
    await Task { for _ in 0..<100 { await Task.yield() } }.value
    await screen.program.settle()
    #expect(screen.program.model.answers == ["a", "a"])
  }

  @Test("wait outside of any actor for as long as it takes")
  func nowhere() async {
    let reports = Reports()
    let program = Requests.makeProgram(
      handler: .sending { command, send in
        send(.answered(command.text))
        reports.add("sent")
      })
    for text in ["a", "b"] {
      program.dispatch(.ask([.free(text)]))
      #expect(await reports.next() == "sent")
      // The main actor does nothing for it.
      await MainActor.run {}
    }
    await program.settle()
    #expect(program.model.answers == ["a", "b"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("are read by the steps of a test program, which needs no isolation")
  func testProgram() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let test = TestProgram<Counter>(isolation: nil)
      test.program.sender(.increment)
      func receive() {}
      try test.step(receive) { $0.count = 1 }
      try test.finish()
      // The main actor has nothing left to do.
      for _ in 0..<100 { await Task.yield() }
    }
  }
  #endif

  @MainActor
  @Test("are not missed by a program that is gone")
  func gone() async {
    for _ in 0..<100 {
      do {
        let screen = Screen()
        screen.ask()
      }
    }
    for _ in 0..<100 { await Task.yield() }
  }
}
