import ReactiveElm
import Testing

@Suite("Law 6 of programs: a view is lazy")
struct LazyTests {
  @Test("is not computed as long as it is not observed")
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

  @Test("is not computed for observers of the model, a part of it or the commands")
  func lazyBesideOthers() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    var notified = 0
    let part = program.modelBehavior(\.messages)
    program.modelBehavior.observe { _ in notified += 1 }
    part.observe { _ in notified += 1 }
    program.commands.sink { _ in notified += 1 }
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(notified == 5)
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
}
