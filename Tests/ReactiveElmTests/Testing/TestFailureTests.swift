import ReactiveElm
import Testing

@Suite("Testing: failures")
struct TestFailureTests {
  @Test("a failure names the file and line of the assertion")
  func place() throws {
    let test = TestProgram<Counter>()
    do {
      try test.send(.increment)
      Issue.record("nothing was thrown")
    } catch let failure as TestFailure {
      #expect("\(failure.fileID)" == #fileID)
      #expect("\(failure.filePath)" == #filePath)
      #expect(failure.line == #line - 5)
      #expect(failure.column > 1)
      #expect(failure.description.hasPrefix("\(#fileID):\(failure.line): the model is not as expected"))
    }
  }

  @Test("every assertion names its place")
  func places() {
    var lines: [UInt] = []
    let test = TestProgram<Fetch>(flags: "a") { lines.append($0.line) }
    let first: UInt = #line
    try? test.expect(commands: .log)
    try? test.expect(commands: [.log])
    try? test.expect(sources: .clock)
    try? test.expect(sources: [.clock])
    try? test.expect(view: [])
    try? test.expect(model: Fetch.Model())
    try? test.expect(droppedMessageCount: 1)
    try? test.send(.received(1))
    try? test.step { test.program.dispatch(.received(1)) }
    try? test.answer(.load("a"), with: .received(1), isLast: false)
    try? test.answer(.load("b"), with: .received(1))
    try? test.complete(.load("b"))
    try? test.fail(.load("b"), with: Fetch.Full())
    try? test.receive(.received(1), from: .clock)
    try? test.receive(.received(1), from: .file("b"))
    try? test.fail(source: .file("b"), with: Fetch.Full())
    try? test.finish()
    #expect(lines == Array((first + 1)...(first + 17)))
  }
}
