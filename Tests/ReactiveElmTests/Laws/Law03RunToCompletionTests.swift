import ReactiveElm
import ReactiveTestSupport
import Testing

/// Law 3, and Elm's: each message is handled to completion. Messages dispatched meanwhile wait.
@Suite("Run to completion")
struct RunToCompletionTests {
  private let journal = Journal()

  @Test("messages that wait together: all updates, one view, the commands in order, the sources of the settled model")
  func generation() {
    let program = Scripted.makeProgram(
      flags: .init(journal: journal),
      performing: {
        journal.add("handler performs \($0)")
        return nil
      },
      listening: { source, _ in
        journal.add("start \(source)")
        return Subscription { journal.add("stop \(source)") }
      })
    let watcher = Watcher(journal)
    program.subscribe(watcher)
    _ = journal.take()
    batch {
      program.dispatch(Scripted.Message("a", commands: ["1", "2"], sources: ["s"]))
      program.dispatch(Scripted.Message("b", commands: ["3"], sources: ["t"]))
      program.dispatch(Scripted.Message("c", commands: [], sources: ["u", "v"]))
      journal.add("end of the batch")
    }
    #expect(
      journal.take() == [
        "end of the batch", "update a", "update b", "update c", "view", "watcher shows abc", "watcher performs 1",
        "handler performs 1", "watcher performs 2", "handler performs 2", "watcher performs 3", "handler performs 3",
        "start u", "start v",
      ])
    program.dispatch(Scripted.Message("d", commands: ["4"], sources: ["v", "w"]))
    #expect(
      journal.take() == [
        "update d", "view", "watcher shows abcd", "watcher performs 4", "handler performs 4", "stop u", "start w",
      ])
    withExtendedLifetime((program, watcher)) {}
  }

  @Test("what comes meanwhile, from whomever, is the next generation, first in, first out")
  func everywhere() {
    let program = Box<Program<Scripted>?>(nil)
    func dispatch(_ name: String) {
      journal.add(name)
      if let program = program.value, program.model.messages == "a" {
        program.dispatch(Scripted.Message(name, sources: ["t"]))
      }
    }
    program.value = Scripted.makeProgram(
      flags: .init(journal: journal, sources: ["s"]),
      performing: {
        dispatch("handler \($0)")
        return $0 == "1" ? "answer" : nil
      },
      listening: { source, dispatcher in
        dispatch("start")
        if source == "t" { dispatcher("by start") }
        return Subscription { dispatch("stop") }
      })
    let watcher = Watcher(
      journal, presenting: { _ in dispatch("presenting") }, performing: { dispatch("performing \($0)") })
    program.value?.subscribe(watcher)
    program.value?.modelBehavior.sink { _ in dispatch("model") }
    program.value?.viewBehavior.sink { _ in dispatch("view behavior") }
    program.value?.commands.sink { dispatch("commands \($0)") }
    let part = program.value?.modelBehavior(\.messages)
    part?.sink { _ in dispatch("part") }
    _ = journal.take()
    program.value?.dispatch(Scripted.Message("a", commands: ["1", "2"], sources: ["t"]))
    let log = journal.take()
    let end = log.firstIndex(of: "update model") ?? 0
    #expect(
      log[..<end] == [
        "update a", "model", "part", "view", "watcher shows a", "presenting", "view behavior", "watcher performs 1",
        "performing 1", "commands 1", "handler 1", "watcher performs 2", "performing 2", "commands 2", "handler 2",
        "stop", "start",
      ])
    #expect(
      log[end...].filter { $0.hasPrefix("update") }.map { $0.dropFirst("update ".count) } == [
        "model", "part", "presenting", "view behavior", "performing 1", "commands 1", "handler 1", "answer",
        "performing 2", "commands 2", "handler 2", "stop", "start", "by start",
      ])
    program.empty()
    withExtendedLifetime((program, watcher)) {}
  }

  @Test("dispatched by a subscriber that shows, it waits for the commands and the sources")
  func presenting() {
    let program = Scripted.makeProgram(
      flags: .init(journal: journal),
      handler: .subscribers,
      listening: { source, _ in
        journal.add("start \(source)")
        return Subscription {}
      })
    let watcher = Watcher(
      journal,
      presenting: {
        if $0 == "a" {
          program.dispatch("b")
          program.dispatch("c")
          journal.add("dispatched")
        }
      })
    program.subscribe(watcher)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x"], sources: ["s"]))
    #expect(
      journal.take() == [
        "update a", "view", "watcher shows a", "dispatched", "watcher performs x", "start s", "update b", "update c",
        "view", "watcher shows abc",
      ])
    withExtendedLifetime(watcher) {}
  }

  @Test("dispatched by a subscriber as it subscribes, it is handled when it has been shown the view")
  func subscribing() {
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    let watcher = Watcher(
      journal,
      presenting: {
        if $0.isEmpty {
          program.dispatch("a")
          journal.add("dispatched")
        }
      })
    program.subscribe(watcher)
    #expect(journal.take() == ["view", "watcher shows ", "dispatched", "update a", "view", "watcher shows a"])
    withExtendedLifetime(watcher) {}
  }

  @Test("dispatched by a handler, it comes after the commands of its generation, before or after its answer")
  func handler() {
    let program = Box<Program<Scripted>?>(nil)
    program.value = Scripted.makeProgram(flags: .init(journal: journal)) { command in
      journal.add("perform \(command)")
      program.value?.dispatch(Scripted.Message("\(command)1"))
      return Scripted.Message("\(command)2")
    }
    program.value?.dispatch(Scripted.Message("a", commands: ["x", "y"]))
    #expect(
      journal.take() == ["update a", "perform x", "perform y", "update x1", "update x2", "update y1", "update y2"])
    program.empty()
  }

  @Test("dispatched by observers of something else, it is handled when the running delivery has ended")
  func strangers() {
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    let event = Event<String>()
    let number = OpenBehavior(0)
    event.sink { name in
      number.value += 1
      program.dispatch(Scripted.Message(name))
      journal.add("first")
    }
    event.sink { _ in journal.add("second") }
    number.sink {
      program.dispatch(Scripted.Message("\($0)"))
      journal.add("number")
    }
    event.trigger("a")
    #expect(journal.take() == ["first", "second", "number", "update a", "update 1"])
  }

  @Test("dispatched in a batch, nested or left by an error, it is handled at the outermost end")
  func batches() {
    struct Left: Error {}
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    batch {
      program.dispatch("a")
      try? batch {
        program.dispatch("b")
        throw Left()
      }
      journal.add("inner end")
    }
    #expect(journal.take() == ["inner end", "update a", "update b"])
  }

  @Test("dispatched by a derivation, as it is evaluated, it is handled after the evaluation")
  func derivation() {
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    let source = OpenBehavior(1)
    let derived = ComputedBehavior<Int>(Equality(.equal()), name: nil, file: "", line: 0) {
      program.dispatch(Scripted.Message("\(source.value)"))
      journal.add("derive")
      return source.value
    }
    #expect(derived.value == 1)
    derived.sink { journal.add("notified \($0)") }
    source.value = 2
    #expect(journal.take() == ["derive", "update 1", "derive", "notified 2", "update 2"])
  }

  @Test("dispatched by the end of an object in the model or in a message, it waits")
  func farewell() {
    struct Keeping: Module {
      struct Message {
        let name: String
        var kept: Farewell?
      }
      struct Model {
        let journal: Journal
        var kept: Farewell?
      }
      static func start(with journal: Journal) -> (model: Model, commands: [Never]) { (Model(journal: journal), []) }
      static func update(for message: Message, model: inout Model) -> [Never] {
        model.journal.add("update \(message.name)")
        model.kept = message.kept
        model.journal.add("updated \(message.name)")
        return []
      }
      static func view(for model: Model) -> Int { 0 }
    }
    let program = Keeping.makeProgram(flags: journal)
    let count = LiveCount()
    func message(_ name: String) -> Keeping.Message {
      let tracked = count.make()
      return Keeping.Message(
        name: name,
        kept: Farewell {
          tracked.touch()
          program.dispatch(Keeping.Message(name: "after \(name)", kept: nil))
        })
    }
    program.dispatch(message("a"))
    #expect(journal.take() == ["update a", "updated a"])
    program.dispatch(message("b"))
    #expect(
      journal.take() == [
        "update b", "updated b", "update after a", "updated after a", "update after b", "updated after b",
      ])
    #expect(count.alive == 0)
    batch {
      program.dispatch(message("c"))
      program.dispatch(message("d"))
    }
    #expect(
      journal.take() == [
        "update c", "updated c", "update d", "updated d", "update after c", "updated after c", "update after d",
        "updated after d",
      ])
    #expect(count.alive == 0)
  }

  @Test("nothing is lost: each of 1,000 dispatched from everywhere at once is handled once")
  func nothingLost() {
    let program = Scripted.makeProgram(flags: .init(journal: journal)) { _ in "!" }
    let event = Event<Int>()
    var dispatched = 0
    let dispatch = { [unowned program, unowned event] in
      if dispatched == 1_000 { return }
      dispatched += 1
      program.dispatch(Scripted.Message("x", commands: dispatched % 7 == 0 ? ["c"] : []))
      if dispatched % 5 == 0 { event.trigger(dispatched) }
    }
    event.sink { _ in dispatch() }
    program.viewBehavior.sink { _ in for _ in 0..<3 { dispatch() } }
    program.modelBehavior.sink { _ in batch { dispatch() } }
    program.commands.sink { _ in dispatch() }
    dispatch()
    #expect(dispatched == 1_000)
    #expect(program.model.messages.filter { $0 == "x" }.count == 1_000)
    #expect(program.model.messages.filter { $0 == "!" }.count == 142)
    withExtendedLifetime(event) {}
  }
}
