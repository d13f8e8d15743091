import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Law 4 of programs: membership")
struct MembershipTests {
  @Test("one cancelled while it is shown a view performs nothing of that generation")
  func cancelledInside() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let subscription = Box<Subscription?>(nil)
    let first = Watcher(journal, "first", presenting: { if $0 == "a" { subscription.value?.cancel() } })
    let second = Watcher(journal, "second")
    program.subscribe(first)
    subscription.value = program.subscribe(second)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(journal.take() == ["first shows a", "first performs x"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("one that comes while a view is shown sees it once, and the commands that follow")
  func addedInside() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let second = Watcher(journal, "second")
    let first = Watcher(journal, "first", presenting: { if $0 == "a" { program.subscribe(second) } })
    program.subscribe(first)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(journal.take() == ["first shows a", "second shows a", "first performs x", "second performs x"])
    withExtendedLifetime((second, first)) {}
  }

  @Test("one that comes while the model notifies sees the new view once")
  func addedByModelObserver() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let first = Watcher(journal, "first")
    let second = Watcher(journal, "second")
    program.subscribe(first)
    program.modelBehavior.sink { [unowned program] _ in program.subscribe(second) }
    _ = journal.take()
    program.dispatch("a")
    #expect(journal.take() == ["second shows a", "first shows a"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("one that comes while a command is performed performs those after it")
  func addedByCommand() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let second = Watcher(journal, "second")
    let first = Watcher(journal, "first", performing: { _ in program.subscribe(second) })
    program.subscribe(first)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x", "y"]))
    #expect(
      journal.take() == [
        "first shows a", "first performs x", "second shows a", "first performs y", "second performs y",
      ])
    withExtendedLifetime((second, first)) {}
  }
}
