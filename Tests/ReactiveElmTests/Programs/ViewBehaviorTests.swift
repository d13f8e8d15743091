import ReactiveElm
import Testing

@Suite("The view")
struct ViewBehaviorTests {
  @Test("is not worked out as long as nobody watches")
  func lazy() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal, commands: ["x"])) { _ in nil }
    program.dispatch("a")
    program.dispatch(Scripted.Message("b", commands: ["x"]))
    batch { program.dispatch("c") }
    let part = program.viewBehavior(\.count)
    program.dispatch("d")
    #expect(journal.take().filter { $0 == "view" } == [])
    withExtendedLifetime(part) {}
  }

  @Test("is not worked out for who observes the model, a part of it or the commands")
  func lazyBesideOthers() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    var told = 0
    let part = program.modelBehavior(\.messages)
    program.modelBehavior.observe { _ in told += 1 }
    part.observe { _ in told += 1 }
    program.commands.sink { _ in told += 1 }
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(told == 5)
    #expect(journal.take() == ["update a"])
  }

  @Test("is worked out when it is read, once per model")
  func onDemand() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    program.dispatch("a")
    #expect(program.view == "a")
    #expect(program.view == "a")
    #expect(program.viewBehavior.peek() == "a")
    program.dispatch("b")
    #expect(program.view == "ab")
    #expect(journal.take() == ["update a", "view", "update b", "view"])
  }

  @Test("is worked out once per generation, however many watch it and its parts")
  func once() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    let watchers = (0..<3).map { _ in Watcher(Journal()) }
    for watcher in watchers { program.subscribe(watcher) }
    let part = program.viewBehavior(\.count)
    part.sink { _ in }
    program.viewBehavior.sink { _ in }
    program.modelBehavior.sink { [unowned program] _ in _ = program.view }
    _ = journal.take()
    program.dispatch("a")
    #expect(journal.take() == ["update a", "view"])
    batch { for _ in 0..<3 { program.dispatch("b") } }
    #expect(journal.take() == ["update b", "update b", "update b", "view"])
    withExtendedLifetime(watchers) {}
  }

  @Test("is not worked out any more when the last watcher has cancelled")
  func lazyAgain() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    let subscriptions = [
      program.subscribe(Watcher(Journal())), program.viewBehavior.sink { _ in }, program.modelBehavior.sink { _ in },
    ]
    for subscription in subscriptions { subscription.cancel() }
    _ = journal.take()
    program.dispatch("a")
    #expect(journal.take() == ["update a"])
  }

  @Test("is not shown again when it is equal")
  func equal() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    program.subscribe(Watcher(journal))
    let watcher = Watcher(journal)
    program.subscribe(watcher)
    program.viewBehavior.observe { journal.add("told \($0)") }
    _ = journal.take()
    for _ in 0..<3 { program.dispatch(Scripted.Message("a", commands: ["x"], view: "same")) }
    #expect(
      journal.take() == [
        "watcher shows same", "told same", "watcher performs x", "watcher performs x", "watcher performs x",
      ])
    withExtendedLifetime(watcher) {}
  }

  @Test("that was worked out for nobody and comes out equal is not shown")
  func equalAfterPause() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let first = program.viewBehavior.sink { _ in }
    program.dispatch(Scripted.Message("a", view: "old"))
    first.cancel()
    program.dispatch(Scripted.Message("b", view: "other"))
    program.dispatch(Scripted.Message("c", view: "old"))
    program.viewBehavior.sink { journal.add($0) }
    program.dispatch(Scripted.Message("d", view: "old"))
    program.dispatch(Scripted.Message("e", view: "new"))
    #expect(journal.take() == ["new"])
  }

  @Test("of a batch that ends where it began is not shown")
  func backInBatch() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    program.dispatch(Scripted.Message("a", view: "same"))
    program.viewBehavior.sink { journal.add($0) }
    batch {
      program.dispatch(Scripted.Message("b", view: "other"))
      program.dispatch(Scripted.Message("c", view: "same"))
    }
    #expect(journal.take() == [])
  }

  @Test("reads outside of a batch see all of its messages, reads inside none")
  func batched() {
    let program = Scripted.makeProgram(flags: .init())
    batch {
      program.dispatch("a")
      #expect(program.view == "")
      #expect(program.model.messages == "")
    }
    #expect(program.view == "a")
  }
}
