import ReactiveElm
import Testing

@Suite("Law 1 of programs: store first, then notify")
struct StoreFirstTests {
  @Test("an observer of the model reads the new view, one of the view the new model, one of a command both")
  func both() {
    for isModelWatched in [false, true] {
      let program = Tens.makeProgram { _ in nil }
      var seen: [[Int]] = []
      let look = { [unowned program] in seen.append([program.model.ones, program.view.ones, program.view.tens]) }
      if isModelWatched { program.modelBehavior.sink { _ in look() } }
      program.viewBehavior.sink { _ in look() }
      program.commands.sink { _ in look() }
      program.dispatch(1)
      #expect(seen == Array(repeating: [1, 1, 10], count: isModelWatched ? 3 : 2))
      batch {
        program.dispatch(1)
        program.dispatch(1)
      }
      #expect(seen.last == [3, 3, 30])
      #expect(seen.allSatisfy { $0 != [2, 2, 20] })
    }
  }
}
