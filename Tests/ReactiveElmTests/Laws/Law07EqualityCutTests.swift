import ReactiveElm
import Testing

@Suite("Law 7 of programs: an equal view is no change")
struct EqualityCutTests {
  @Test("is not shown again when it is equal")
  func equal() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    program.subscribe(Watcher(journal))
    let watcher = Watcher(journal)
    program.subscribe(watcher)
    program.viewBehavior.observe { journal.add("notified \($0)") }
    _ = journal.take()
    for _ in 0..<3 { program.dispatch(Scripted.Message("a", commands: ["x"], view: "same")) }
    #expect(
      journal.take() == [
        "watcher shows same", "notified same", "watcher performs x", "watcher performs x", "watcher performs x",
      ])
    withExtendedLifetime(watcher) {}
  }

  @Test("that was computed without need and comes out equal is not shown")
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
}
