// Tests: Operations, EndedOperations

import ReactiveElm
import Testing

@Suite("Commands that are performed by a handler")
struct CommandTests {
  @Test("a handler that answers at once: its answers are messages, in the order of the commands")
  func atOnce() {
    let program = Requests.makeProgram { command in command.text.isEmpty ? nil : .answered(command.text) }
    program.dispatch(.ask([.free("a"), .free(""), .identified("b", id: 1), .replacing("c", id: 1)]))
    #expect(program.model.answers == ["a", "b", "c"])
  }

  @Test("an answer may be a message with commands of its own")
  func followUp() {
    let program = Requests.makeProgram { command in
      command.text.count < 3 ? .ask([.free(command.text + "a")]) : .answered(command.text)
    }
    program.dispatch(.ask([.free("")]))
    #expect(program.model.answers == ["aaa"])
  }

  @Test("what a handler throws is a message")
  func throwing() {
    let program = Requests.makeProgram { _ in throw Requests.Failure.refused }
    program.dispatch(.ask([.free("a"), .free("b")]))
    #expect(program.model.answers == ["failed: a refused", "failed: b refused"])
  }

  @Test("a command that cancels is seen by subscribers and observers, and not given to the handler")
  func cancelling() {
    var seen: [String] = []
    let program = Requests.makeProgram { command in
      seen.append("handler \(command)")
      return nil
    }
    program.commands.sink { seen.append("observer \($0)") }
    program.dispatch(.ask([.cancel(id: 1)]))
    #expect(seen == ["observer cancel(id: 1)"])
  }

  @MainActor
  @Test("an asynchronous handler runs while others run, and its answers come as they come")
  func asynchronous() async {
    let latches = ["a": Latch(), "b": Latch()]
    let program = Requests.makeProgram { command in
      await latches[command.text]?.pass()
      return .answered(command.text)
    }
    program.dispatch(.ask([.free("a"), .free("b")]))
    latches["b"]?.open()
    await program.run { $0.answers == ["b"] }
    latches["a"]?.open()
    await program.settle()
    #expect(program.model.answers == ["b", "a"])
  }

  @MainActor
  @Test("what an asynchronous handler throws is a message; so is a cancellation that was not requested")
  func asynchronousError() async {
    let program = Requests.makeProgram { (command: Requests.Command) async throws -> Requests.Message? in
      if command.text == "a" { throw Requests.Failure.refused }
      throw CancellationError()
    }
    program.dispatch(.ask([.free("a")]))
    await program.settle()
    program.dispatch(.ask([.free("b")]))
    await program.settle()
    #expect(program.model.answers == ["failed: a refused", "failed: b CancellationError()"])
  }

  @MainActor
  @Test("many answers of one command arrive in order, then its error")
  func manyAnswers() async {
    let program = Requests.makeProgram(
      handler: .sending { command, send in
        for number in 0..<1_000 {
          send(.answered("\(number)"))
          if number % 100 == 0 { await Task.yield() }
        }
        throw Requests.Failure.refused
      })
    program.dispatch(.ask([.free("a")]))
    await program.settle()
    #expect(program.model.answers == (0..<1_000).map { "\($0)" } + ["failed: a refused"])
  }

  @MainActor
  @Test("a command that cancels ends all that run under its id, and nothing else; their answers are dropped")
  func cancelledByID() async {
    let reports = Reports()
    let latch = Latch()
    let program = Requests.makeProgram(
      handler: .sending { command, send in
        await withTaskCancellationHandler {
          await latch.passPatiently()
        } onCancel: {
          reports.add("cancel \(command.text)")
        }
        send(.answered(command.text))
        if command.text == "b" { throw Requests.Failure.refused }
      })
    program.dispatch(
      .ask([.identified("a", id: 1), .identified("b", id: 1), .identified("c", id: 2), .free("d")]))
    program.dispatch(.ask([.cancel(id: 1)]))
    // A task that has not begun notices the cancellation when it begins.
    #expect(Set(await reports.next(2)) == ["cancel a", "cancel b"])
    latch.open()
    await program.settle()
    #expect(program.model.answers.sorted() == ["c", "d"])
    program.dispatch(.ask([.cancel(id: 1), .cancel(id: 2), .cancel(id: 3)]))
    #expect(program.model.answers.count == 2)
  }

  @MainActor
  @Test("one that replaces ends those that run under its id, before it begins")
  func replaced() async {
    let reports = Reports()
    let latch = Latch()
    let program = Requests.makeProgram(
      handler: .sending { command, send in
        await withTaskCancellationHandler {
          await latch.passPatiently()
        } onCancel: {
          reports.add("cancel \(command.text)")
        }
        send(.answered(command.text))
      })
    program.dispatch(.ask([.identified("a", id: 1), .identified("b", id: 1), .identified("c", id: 2)]))
    program.dispatch(.ask([.replacing("d", id: 1)]))
    // A task that has not begun notices the cancellation when it begins.
    #expect(Set(await reports.next(2)) == ["cancel a", "cancel b"])
    program.dispatch(.ask([.replacing("e", id: 1)]))
    #expect(await reports.next() == "cancel d")
    latch.open()
    await program.settle()
    #expect(program.model.answers.sorted() == ["c", "e"])
  }

  @MainActor
  @Test("of several in one generation the last that replaces is left")
  func replacedAtOnce() async {
    let program = Requests.makeProgram(handler: .sending { command, send in send(.answered(command.text)) })
    program.dispatch(.ask((0..<100).map { .replacing("\($0)", id: 1) }))
    await program.settle()
    #expect(program.model.answers == ["99"])
  }

  @MainActor
  @Test("an answer that was on its way when its command was cancelled is dropped")
  func onItsWay() async {
    let reports = Reports()
    let program = Requests.makeProgram(
      handler: .sending { command, send in
        send(.answered(command.text))
        reports.add("sent")
      })
    program.dispatch(.ask([.identified("a", id: 1)]))
    // The main actor does not suspend between the answer and the cancellation.
    reports.wait()
    program.dispatch(.ask([.cancel(id: 1)]))
    await program.settle()
    program.sender(.answered("end"))
    await program.run { $0.answers.contains("end") }
    #expect(program.model.answers == ["end"])
  }

  @MainActor
  @Test("what a command sends after it is done is dropped")
  func afterTheEnd() async {
    let senders = AsyncStream<Sender<Requests.Message>>.makeStream()
    let program = Requests.makeProgram(
      handler: .sending { command, send in
        send(.answered("in time"))
        senders.continuation.yield(send)
        senders.continuation.finish()
      })
    program.dispatch(.ask([.free("a")]))
    await program.settle()
    for await send in senders.stream { send(.answered("too late")) }
    program.sender(.answered("end"))
    await program.run { $0.answers.contains("end") }
    #expect(program.model.answers == ["in time", "end"])
  }

  @MainActor
  @Test("with the program all that runs is cancelled, in the order in which it began")
  func ended() async {
    let reports = Reports()
    let starts = Reports()
    var program: Program<Requests>? = Requests.makeProgram(
      handler: .sending { command, send in
        await withTaskCancellationHandler {
          starts.add(command.text)
          await Latch().pass()
        } onCancel: {
          reports.add(command.text)
        }
        send(.answered("nobody listens"))
      })
    program?.dispatch(.ask((0..<10).map { .free("\($0)") }))
    // A task cancelled before it begins notices it when it begins.
    _ = await starts.next(10)
    program = nil
    #expect(await reports.next(10) == (0..<10).map { "\($0)" })
  }

  @MainActor
  @Test("the first commands run too, and are cancelled as any")
  func firstCommands() async {
    let program = Scripted.makeProgram(flags: .init(commands: ["a", "b"])) { command in
      await Task.yield()
      return Scripted.Message(command)
    }
    await program.settle()
    #expect(program.model.messages.sorted() == ["a", "b"])
  }

  @MainActor
  @Test("an asynchronous handler is tested with a manual clock, in no time")
  func handler() async {
    let clock = ManualClock()
    let search = Search.makeProgram { command in
      guard case .search(let text) = command else { return nil }
      try await clock.sleep(for: .milliseconds(300))
      return .found([text])
    } listening: { _, _ in
      Subscription {}
    }
    search.dispatch(.typed("a"))
    await clock.waitForSleepers()
    // It replaces the first one.
    search.dispatch(.typed("ab"))
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    await search.settle()
    #expect(search.model.results == ["ab"])
  }
}
