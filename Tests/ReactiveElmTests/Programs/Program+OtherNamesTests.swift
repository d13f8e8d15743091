import ReactiveElm
import Testing

/// The declarations themselves do not compile where they are used; `.ci/check-compile-failures` shows their errors.
@Suite("What the errors for a program's other names say to write")
struct ProgramOtherNamesTests {
  @Test("making a program, dispatching, reading the model, and observing both")
  func replacements() {
    let program = Counter.makeProgram()
    var views: [String] = []
    var counts: [Int] = []
    program.viewBehavior.observe { views.append($0) }
    program.viewBehavior.sink { views.append($0) }
    program.modelBehavior.observe { counts.append($0.count) }
    program.modelBehavior.sink { counts.append($0.count) }
    program.dispatch(.increment)
    #expect(program.model.count == 1)
    #expect(views == ["Count: 0", "Count: 1", "Count: 1"])
    #expect(counts == [0, 1, 1])
  }
}
