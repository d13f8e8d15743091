import ReactiveElm
import Testing

@Suite("RecordedSteps")
struct RecordedStepsTests {
  @Test("messages with their numbers, names and commands")
  func entries() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    #expect(recorder.steps.isEmpty)
    program.dispatch(.add("a"))
    program.dispatch(.save)
    program.dispatch(.tick(.init()))
    let steps = recorder.steps
    #expect(steps.map(\.number) == [1, 2, 3])
    #expect(steps.map(\.message) == [.add("a"), .save, .tick(.init())])
    #expect(steps.map(\.messageName) == ["add", "save", "tick"])
    #expect(steps.map(\.commandDescriptions) == [[], [".save([\"a\"])"], []])
    #expect(steps[2].message == .save)
  }

  @Test("a value: later messages do not appear in it")
  func isValue() {
    let program = Counter.makeProgram()
    let recorder = program.record()
    for _ in 0..<31 { program.dispatch(.increment) }
    let steps = recorder.steps
    for _ in 0..<50 { program.dispatch(.decrement) }
    #expect(steps.count == 31)
    #expect(steps.allSatisfy { $0.message == .increment })
    recorder.rewind(to: 3)
    #expect(steps.count == 31)
    #expect(recorder.steps.count == 3)
  }

  @Test("filtered by message")
  func filtered() {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    for number in 0..<100 { program.dispatch(number % 10 == 9 ? .add("\(number)") : .tick(.init())) }
    let found = recorder.steps.filter { if case .add = $0.message { true } else { false } }
    #expect(found.map(\.number) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    recorder.jump(to: found[2].number)
    #expect(program.view == "9,19,29")
  }

  @Test("with a limit, the newest messages are kept and the numbers go on", arguments: [1, 32, 33, 64, 100])
  func limited(limit: Int) {
    let program = Counter.makeProgram()
    let recorder = program.record(keeping: limit)
    let kept = (limit + 31) / 32 * 32
    for number in 1...1000 {
      program.dispatch(.increment)
      let steps = recorder.steps
      #expect(steps.endIndex == number + 1)
      #expect(steps.count >= min(number, limit))
      #expect(steps.count < kept + 32)
    }
    for step in (recorder.steps.startIndex - 1)..<recorder.steps.endIndex {
      recorder.jump(to: step)
      #expect(program.model.count == step)
    }
  }

  @Test("a collection as any other")
  func isCollection() {
    let program = Counter.makeProgram()
    let recorder = program.record()
    for number in 0..<70 { program.dispatch(number.isMultiple(of: 3) ? .decrement : .increment) }
    let steps = recorder.steps
    #expect(steps.count == 70)
    #expect(steps.first?.number == 1)
    #expect(steps.last?.number == 70)
    #expect(steps.reversed().map(\.number) == Array((1...70).reversed()))
    #expect(steps[33...40].map(\.number) == Array(33...40))
    #expect(steps.firstIndex { $0.message == .decrement } == 1)
  }
}
