import ReactiveElm
import Testing

@Suite("Law 8 of programs: batch")
struct BatchTests {
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
