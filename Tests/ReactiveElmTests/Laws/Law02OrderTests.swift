import ReactiveElm
import Testing

@Suite("Law 2 of programs: order")
struct OrderTests {
  @Test("all are shown the same views and perform the same commands, in subscription order")
  func order() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let watchers = (1...3).map { Watcher(journal, "\($0)") }
    for watcher in watchers { program.subscribe(watcher) }
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x", "y"]))
    #expect(
      journal.take() == [
        "1 shows a", "2 shows a", "3 shows a", "1 performs x", "2 performs x", "3 performs x", "1 performs y",
        "2 performs y", "3 performs y",
      ])
    withExtendedLifetime(watchers) {}
  }
}
