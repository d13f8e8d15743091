import ReactiveElm
import Testing

@Suite("Waiting for a program")
struct ProgramWaitingTests {
  @Test("outside of any actor, answers come in where something waits for them")
  func nowhere() async {
    let program = Requests.makeProgram { command in
      await Task.yield()
      return command.text.count < 3 ? .ask([.free(command.text + "a")]) : .answered(command.text)
    }
    program.dispatch(.ask([.free("")]))
    #expect(program.model.answers == [])
    await program.settle()
    #expect(program.model.answers == ["aaa"])
  }

  @Test("settle waits for what follows from the answers, and not for sources")
  func settling() async {
    let reports = Reports()
    let program = Scripted.makeProgram(
      flags: .init(commands: ["a"], sources: ["s"]),
      performing: { command async -> Scripted.Message? in
        command == "a" ? Scripted.Message("1", commands: ["b"]) : Scripted.Message("2")
      },
      listening: { _, dispatch in
        dispatch.task { _ in
          await withTaskCancellationHandler {
            await Latch().pass()
          } onCancel: {
            reports.add("stopped")
          }
        }
      })
    await program.settle()
    #expect(program.model.messages == "12")
    program.dispatch(Scripted.Message("3", sources: []))
    #expect(await reports.next() == "stopped")
    withExtendedLifetime(program) {}
  }

  @Test("a program that runs nothing has settled, and a condition that holds is not waited for")
  func atOnce() async {
    let program = Counter.makeProgram()
    await program.settle()
    await program.run { $0.count == 0 }
    program.dispatch(.increment)
    await program.settle()
    await program.run { $0.count == 1 }
  }

  @MainActor
  @Test("settle waits no longer for what was cancelled, even if that goes on")
  func cancelledCommand() async {
    let latch = Latch()
    let program = Requests.makeProgram { _ in
      await latch.passPatiently()
      return nil
    }
    program.dispatch(.ask([.identified("a", id: 1)]))
    let waiting = Task { await program.settle() }
    await Task.yield()
    program.dispatch(.ask([.cancel(id: 1)]))
    await waiting.value
    latch.open()
  }

  @MainActor
  @Test("what others dispatch meanwhile counts")
  func dispatchedMeanwhile() async {
    let program = Counter.makeProgram()
    let waiting = Task { await program.run { $0.count == 3 } }
    for _ in 0..<3 {
      await Task.yield()
      program.dispatch(.increment)
    }
    await waiting.value
    #expect(program.model.count == 3)
  }

  @MainActor
  @Test("several may wait, each for its own")
  func several() async {
    let program = Counter.makeProgram()
    let reports = Reports()
    var waiting: [Task<Void, Never>] = []
    for count in (1...10).reversed() {
      waiting.append(
        Task {
          await program.run { $0.count >= count }
          reports.add("\(program.model.count >= count)")
        })
    }
    waiting.append(Task { await program.settle() })
    let send = program.sender
    await Task.detached { for _ in 0..<10 { send(.increment) } }.value
    for task in waiting { await task.value }
    #expect(await reports.next(10) == Array(repeating: "true", count: 10))
  }

  @MainActor
  @Test("both return early when their task is cancelled, before or while they wait")
  func cancelled() async {
    let program = Requests.makeProgram { _ in
      await Latch().pass()
      return nil
    }
    program.dispatch(.ask([.free("for ever")]))
    for isEarly in [true, false] {
      let waiting = [
        Task { await program.run { !$0.answers.isEmpty } },
        Task { await program.settle() },
      ]
      if !isEarly { for _ in 0..<3 { await Task.yield() } }
      for task in waiting { task.cancel() }
      for task in waiting { await task.value }
    }
    #expect(program.model.answers == [])
  }

  @Test("outside of any actor too")
  func cancelledNowhere() async {
    let reports = Reports()
    let waiting = Task {
      let program = Counter.makeProgram()
      program.viewBehavior.observe { _ in reports.add("begun") }
      await program.run { $0.count == 1 }
      await program.settle()
      return program.model.count
    }
    #expect(await reports.next() == "begun")
    waiting.cancel()
    #expect(await waiting.value == 0)
  }

  @MainActor
  @Test("a wait leaves no observer behind")
  func leavesNothing() async {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    let watcher = Watcher(journal)
    program.subscribe(watcher)
    await program.run { _ in true }
    await program.settle()
    #expect(!program.modelBehavior.isObserved)
    withExtendedLifetime(watcher) {}
  }
}
