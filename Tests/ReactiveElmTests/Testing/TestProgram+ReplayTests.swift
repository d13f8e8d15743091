import Foundation
import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("TestProgram: a recorded session replays as a test")
struct TestProgramReplayTests {
  private func makeRecorded(_ count: Int = 70) -> Recording<Notebook> {
    let (program, _) = Notebook.makeLogged()
    program.dispatch(.add("before"))
    let recorder = program.record()
    for number in 0..<count { program.dispatch(number % 7 == 6 ? .save : .add("\(number)")) }
    return recorder.recording
  }

  private func changed(_ old: String, _ new: String) throws -> Recording<Notebook> {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(makeRecorded()), as: UTF8.self)
    let other = text.replacingOccurrences(of: old, with: new)
    #expect(other != text)
    return try .imported(fromJSON: Data(other.utf8), by: JSONDecoder().decode)
  }

  private func failure(_ recording: Recording<Notebook>) -> String {
    do {
      try TestProgram.replay(recording)
      return "none"
    } catch let failure as TestFailure { return failure.message } catch { return "other: \(error)" }
  }

  @Test("what runs before a replay must still be completed after it")
  func keepsRunningCommands() throws {
    let program = Fetch.makeProgram(flags: "", performing: { _ in nil }, listening: { _, _ in Subscription {} })
    let recorder = program.record()
    program.dispatch(.received(1))
    program.dispatch(.done)
    let test = TestProgram<Fetch>(flags: "a")
    try test.expect(commands: .load("a"))
    try test.expect(sources: .file("a"), .clock)
    try test.replay(recorder.recording)
    do {
      try test.finish()
      Issue.record("not failed")
    } catch let failure as TestFailure {
      #expect(
        failure.message == """
          not everything was asserted at the end:
            still running: .load("a"); answer, fail or complete them
          """)
    }
  }

  @Test("what was recorded follows again", arguments: [0, 1, 31, 32, 33, 70])
  func passes(count: Int) throws {
    let recording = makeRecorded(count)
    try TestProgram.replay(recording)
    let data = try JSONEncoder().encode(recording)
    try TestProgram.replay(Recording<Notebook>.imported(fromJSON: data, by: JSONDecoder().decode))
  }

  @Test("afterwards the test goes on at the end of the recording, with nothing open")
  func goesOn() throws {
    let recording = makeRecorded(3)
    let test = TestProgram<Notebook>()
    try test.replay(recording)
    #expect(test.sources == [.clock(ofNotes: 4)])
    try test.send(.clear) { $0.notes = [] }
    try test.expect(sources: [])
    try test.finish()
  }

  @Test("another model at the end says what differs, and since when")
  func otherModel() throws {
    let recording = try changed("{\"text\":\"31\"}],\"seconds\":0", "{\"text\":\"31\"}],\"seconds\":1")
    #expect(
      failure(recording) == """
        the model is not as expected after message 32, .add("31"), as it was recorded (after message 0 it was still the \
        same) (- expected, + actual):
          Notebook.Model
            seconds: - 1
                     + 0
        """)
  }

  @Test("other commands say after which message")
  func otherCommands() throws {
    let recording = try changed("\\\"4\\\", \\\"5\\\"])", "\\\"4\\\"])")
    let message = failure(recording)
    #expect(message.hasPrefix("what was performed is not as expected after message 7, .save (- expected, + actual):"))
    #expect(message.contains("\\\"5\\\""))
  }

  @Test("a module that behaves otherwise now does not replay")
  func otherBehaviour() throws {
    let offset = Box(0)
    let program = Shifting.makeProgram(flags: offset)
    let recorder = program.record()
    program.dispatch(1)
    program.dispatch(2)
    let recording = recorder.recording
    let test = TestProgram<Shifting>(flags: offset)
    try test.replay(recording)
    offset.value = 1
    do {
      try test.replay(recording)
      Issue.record("replayed")
    } catch let failure as TestFailure {
      #expect(
        failure.message.contains("after message 2, 2, as it was recorded (after message 0 it was still the same)"))
      #expect(failure.message.contains("sum: - 3"))
    }
  }

  @Test("not inside a step or a batch")
  func inStep() throws {
    let recording = makeRecorded(1)
    let test = TestProgram<Notebook>(exhaustive: false)
    #expect(throws: TestFailure.self) { try batch { try test.replay(recording) } }
    #expect(throws: TestFailure.self) { try test.step { try test.replay(recording) } }
  }

  @Test("what was open before is to be asserted before")
  func openBefore() throws {
    var failures: [String] = []
    let test = TestProgram<Notebook> { failures.append($0.message) }
    try test.send(.save) { $0.isSaved = true }
    try test.replay(makeRecorded(1))
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("not everything was asserted before replaying the recording") == true)
  }
}

/// A module that behaves as its flags specify.
private struct Shifting: Module {
  struct Model {
    var sum = 0
    let offset: Box<Int>
  }
  static func start(with flags: Box<Int>) -> (model: Model, commands: [Never]) { (Model(offset: flags), []) }
  static func update(for message: Int, model: inout Model) -> [Never] {
    model.sum += message + model.offset.value
    return []
  }
  static func view(for model: Model) -> Int { model.sum }
}
