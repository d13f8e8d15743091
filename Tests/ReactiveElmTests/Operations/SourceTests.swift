// Tests: Operations, Dispatcher

import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Sources")
struct SourceTests {
  private let journal = Journal()

  private func program(
    _ sources: [String] = [], start: @escaping (String, Dispatcher<Scripted.Message>) throws -> Void = { _, _ in }
  ) -> Program<Scripted> {
    Scripted.makeProgram(
      flags: .init(journal: journal, sources: sources),
      handler: .subscribers,
      listening: { [journal] source, dispatch in
        journal.add("start \(source)")
        try start(source, dispatch)
        return Subscription { journal.add("stop \(source)") }
      })
  }

  @Test("the first are started before makeProgram returns, after the first commands")
  func first() {
    _ = Scripted.makeProgram(
      flags: .init(commands: ["x"], sources: ["a", "b"]),
      performing: {
        journal.add("perform \($0)")
        return nil
      },
      listening: { source, _ in
        journal.add("start \(source)")
        return Subscription { journal.add("stop \(source)") }
      })
    #expect(journal.take() == ["perform x", "start a", "start b", "stop a", "stop b"])
  }

  @Test("the new are started in their order, the same kept, those that are gone stopped before, in theirs")
  func changes() {
    let program = program(["a", "b", "c"])
    _ = journal.take()
    program.dispatch(Scripted.Message("1", sources: ["e", "b", "d"]))
    #expect(journal.take() == ["update 1", "stop a", "stop c", "start e", "start d"])
    program.dispatch(Scripted.Message("2", sources: ["d", "e", "b"]))
    #expect(journal.take() == ["update 2"], "another order is no change")
    program.dispatch(Scripted.Message("3", sources: []))
    #expect(journal.take() == ["update 3", "stop b", "stop e", "stop d"])
    program.dispatch(Scripted.Message("4", sources: ["b"]))
    #expect(journal.take() == ["update 4", "start b"])
    withExtendedLifetime(program) {}
  }

  @Test("one that is named twice counts once")
  func duplicates() {
    let program = program(["a", "b", "a"])
    program.dispatch(Scripted.Message("1", sources: ["b", "b", "c", "c"]))
    program.dispatch(Scripted.Message("2", sources: ["b"]))
    #expect(
      journal.take() == ["start a", "start b", "update 1", "stop a", "start c", "update 2", "stop c"])
    withExtendedLifetime(program) {}
  }

  @Test("one that goes and comes back within one generation was never gone")
  func backInGeneration() {
    let program = program(["a"])
    _ = journal.take()
    batch {
      program.dispatch(Scripted.Message("1", sources: []))
      program.dispatch(Scripted.Message("2", sources: ["a"]))
    }
    #expect(journal.take() == ["update 1", "update 2"])
  }

  @Test("one that goes and comes back in two is stopped and started")
  func back() {
    let program = program(["a"])
    _ = journal.take()
    program.dispatch(Scripted.Message("1", sources: []))
    program.dispatch(Scripted.Message("2", sources: ["a"]))
    #expect(journal.take() == ["update 1", "stop a", "update 2", "start a"])
    withExtendedLifetime(program) {}
  }

  @Test("what one dispatches is a message, as long as it is listened to")
  func messages() {
    let keys = Event<String>()
    let dispatchers = Box<[Dispatcher<Scripted.Message>]>([])
    let program = program(["a"]) { _, dispatch in
      keys.sink { dispatch(Scripted.Message($0)) }
      dispatchers.value.append(dispatch)
    }
    keys.trigger("1")
    #expect(program.model.messages == "1")
    program.dispatch(Scripted.Message("2", sources: []))
    keys.trigger("never")
    #expect(program.model.messages == "12")
    program.dispatch(Scripted.Message("3", sources: ["a"]))
    dispatchers.value[0]("never")
    dispatchers.value[1]("4")
    #expect(program.model.messages == "1234", "a dispatcher of the time before stays without effect")
    dispatchers.value = []
  }

  @Test("what one dispatches while it is started, or to a program that has not begun, is handled after that")
  func whileStarting() {
    let program = program(["a"]) { [journal] source, dispatch in
      dispatch(Scripted.Message("from \(source)"))
      journal.add("dispatched")
    }
    #expect(journal.take() == ["start a", "dispatched", "update from a"])
    withExtendedLifetime(program) {}
  }

  @Test("what one dispatches while it is stopped is dropped")
  func whileStopping() {
    let dispatcher = Box<Dispatcher<Scripted.Message>?>(nil)
    let program = Scripted.makeProgram(
      flags: .init(journal: journal, sources: ["a"]),
      handler: .subscribers,
      listening: { _, dispatch in
        dispatcher.value = dispatch
        return Subscription { dispatch("never") }
      })
    program.dispatch(Scripted.Message("1", sources: []))
    dispatcher.value?("never")
    #expect(journal.take() == ["update 1"])
    dispatcher.value = nil
    withExtendedLifetime(program) {}
  }

  @Test("a message may start, stop and start the same source, one generation after the other")
  func cascade() {
    let program = program { _, dispatch in dispatch(Scripted.Message("off", sources: [])) }
    program.dispatch(Scripted.Message("on", sources: ["a"]))
    #expect(journal.take() == ["update on", "start a", "update off", "stop a"])
    program.dispatch(Scripted.Message("on", sources: ["a"]))
    #expect(journal.take() == ["update on", "start a", "update off", "stop a"])
    withExtendedLifetime(program) {}
  }

  @Test("one that cannot be started is a message, once, and is not tried again until it has been absent")
  func failing() {
    let isBroken = Box(true)
    let program = program(["a", "b", "a"]) { source, _ in
      if source == "a" && isBroken.value { throw Scripted.Failure.refused }
    }
    #expect(journal.take() == ["start a", "start b", "update a:refused "])
    isBroken.value = false
    program.dispatch(Scripted.Message("1", sources: ["a", "b", "c"]))
    #expect(journal.take() == ["update 1", "start c"])
    program.dispatch(Scripted.Message("2", sources: ["b"]))
    program.dispatch(Scripted.Message("3", sources: ["b", "a"]))
    #expect(journal.take() == ["update 2", "stop c", "update 3", "start a"])
    program.dispatch(Scripted.Message("4", sources: []))
    #expect(journal.take() == ["update 4", "stop b", "stop a"])
    withExtendedLifetime(program) {}
  }

  @Test("one that fails after it has dispatched: the message counts, then the failure")
  func failingAfterMessage() {
    let program = program(["a"]) { source, dispatch in
      dispatch("1")
      throw Scripted.Failure.refused
    }
    #expect(program.model.messages == "1a:refused ")
  }

  @MainActor
  @Test("a task of a source sends from anywhere; its end does not end the source")
  func task() async {
    let program = Scripted.makeProgram(
      flags: .init(sources: ["a"]),
      handler: .subscribers,
      listening: { source, dispatch in
        let send = dispatch.sender
        return dispatch.task { sendToo in
          for name in ["1", "2"] { send(Scripted.Message(name)) }
          for name in ["3", "4"] { sendToo(Scripted.Message(name)) }
          Task.detached { send("5") }
        }
      })
    await program.run { $0.messages == "12345" }
    #expect(program.model.messages == "12345")
  }

  @MainActor
  @Test("a task that fails later is a message; what it sent before counts, what is sent after does not")
  func failingTask() async {
    let latch = Latch()
    let senders = AsyncStream<Sender<Scripted.Message>>.makeStream()
    let program = Scripted.makeProgram(
      flags: .init(sources: ["a"]),
      handler: .subscribers,
      listening: { _, dispatch in
        dispatch.task { send in
          await latch.pass()
          send("1")
          senders.continuation.yield(send)
          senders.continuation.finish()
          throw Scripted.Failure.refused
        }
      })
    latch.open()
    await program.run { $0.messages.contains("refused") }
    for await send in senders.stream { send("never") }
    program.sender("2")
    await program.run { $0.messages.hasSuffix("2") }
    #expect(program.model.messages == "1a:refused 2")
  }

  @MainActor
  @Test("a task is cancelled when its source is stopped; what it sends and throws then is dropped")
  func stoppedTask() async {
    let reports = Reports()
    let program = Scripted.makeProgram(
      flags: .init(sources: ["a"]),
      handler: .subscribers,
      listening: { _, dispatch in
        dispatch.task { send in
          await Latch().pass()
          send("never")
          // A child task ends before its parent.
          defer { reports.add("cancelled") }
          throw Scripted.Failure.refused
        }
      })
    program.dispatch(Scripted.Message("1", sources: []))
    #expect(await reports.next() == "cancelled")
    program.sender("2")
    await program.run { $0.messages.hasSuffix("2") }
    #expect(program.model.messages == "12")
    withExtendedLifetime(program) {}
  }

  @MainActor
  @Test("messages that were on their way when their source was stopped are dropped")
  func onTheirWay() async {
    let reports = Reports()
    let program = Scripted.makeProgram(
      flags: .init(sources: ["a"]),
      handler: .subscribers,
      listening: { _, dispatch in
        dispatch.task { send in
          send("never")
          reports.add("sent")
        }
      })
    reports.wait()
    program.dispatch(Scripted.Message("1", sources: []))
    program.dispatch(Scripted.Message("2", sources: ["a"]))
    reports.wait()
    program.dispatch(Scripted.Message("3", sources: []))
    program.sender("4")
    await program.run { $0.messages.hasSuffix("4") }
    #expect(program.model.messages == "1234")
  }

  @Test("one that fails is stopped: its subscription is cancelled, and what that dispatches comes after the failure")
  func failedLater() async {
    let box = Box<Program<Scripted>?>(nil)
    box.value = Scripted.makeProgram(
      flags: .init(), handler: .subscribers,
      listening: { source, dispatch in
        let task = dispatch.task { send in
          send("1")
          throw Scripted.Failure.refused
        }
        return Subscription {
          task.cancel()
          box.value?.dispatch("stopped")
        }
      })
    box.value?.dispatch(Scripted.Message("", sources: ["a"]))
    await box.value?.run { $0.messages.hasSuffix("stopped") }
    #expect(box.value?.model.messages == "1a:refused stopped")
    box.empty()
  }

  @Test("with the program all are stopped, in the order in which they were started")
  func ended() {
    let box = Box<Program<Scripted>?>(program(["a", "b"]))
    box.value?.dispatch(Scripted.Message("1", sources: ["c", "b", "a"]))
    #expect(journal.take() == ["start a", "start b", "update 1", "start c"])
    box.empty()
    #expect(journal.take() == ["stop a", "stop b", "stop c"])
  }
}
