import ReactiveElm
import Testing

@Suite("The view")
struct ViewBehaviorTests {
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
}
