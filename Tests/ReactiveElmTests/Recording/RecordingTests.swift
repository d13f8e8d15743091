// Tests: Recording, Recording+Codable

import Foundation
import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Recording: export and import")
struct RecordingTests {
  private func makeRecorded(_ count: Int, keeping limit: Int? = nil) -> (Program<Notebook>, Recorder<Notebook>) {
    let (program, _) = Notebook.makeLogged()
    program.dispatch(.add("before"))
    let recorder = program.record(keeping: limit)
    for number in 0..<count { program.dispatch(number % 7 == 6 ? .save : .add("\(number)")) }
    return (program, recorder)
  }

  private func data(of recorder: Recorder<Notebook>) throws -> Data {
    try JSONEncoder().encode(recorder.recording)
  }

  private func read(_ data: Data) throws -> Recording<Notebook> {
    try .imported(fromJSON: data) { try JSONDecoder().decode($0, from: $1) }
  }

  @Test("what was exported comes back: messages, commands, models", arguments: [0, 1, 31, 32, 33, 64, 100])
  func roundTrip(count: Int) throws {
    let (program, recorder) = makeRecorded(count)
    let recording = try read(data(of: recorder))
    #expect(recording.fit == .fine)
    #expect(recording.steps.map(\.message) == recorder.steps.map(\.message))
    #expect(recording.steps.map(\.commandDescriptions) == recorder.steps.map(\.commandDescriptions))
    #expect(recording.steps.map(\.number) == recorder.steps.map(\.number))
    #expect(recording.model == program.model)
    #expect(recording.firstModel.notes.map(\.text) == ["before"])

    let other = Notebook.makeLogged()
    let loaded = other.program.record()
    try loaded.load(recording)
    for step in 0...count {
      recorder.jump(to: step)
      loaded.jump(to: step)
      #expect(other.program.model == program.model)
    }
  }

  @Test("a decoder's function can be given as it is")
  func byReference() throws {
    let (program, recorder) = makeRecorded(3)
    let recording = try Recording<Notebook>.imported(fromJSON: data(of: recorder), by: JSONDecoder().decode)
    #expect(recording.model == program.model)
  }

  @Test("a recording that begins late keeps its numbers")
  func roundTripOfLimited() throws {
    let (program, recorder) = makeRecorded(100, keeping: 10)
    let recording = try read(data(of: recorder))
    #expect(recording.steps.map(\.number) == Array(65...100))
    let (other, _) = Notebook.makeLogged()
    let loaded = other.record()
    try loaded.load(recording)
    loaded.jump(to: 70)
    recorder.jump(to: 70)
    #expect(other.model == program.model)
  }

  @Test("equal histories are equal texts")
  func isDeterministic() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let first = try encoder.encode(makeRecorded(40).1.recording)
    let second = try encoder.encode(makeRecorded(40).1.recording)
    #expect(first == second)
    #expect(!String(decoding: first, as: UTF8.self).contains("unknown context"))
    #expect(try encoder.encode(read(first)) == first)
  }

  @Test("a program that loads a history stands at its end: sources run, commands are not performed, later ones are")
  func loads() throws {
    let recording = try read(data(of: makeRecorded(20).1))
    let (program, log) = Notebook.makeLogged()
    var views: [String] = []
    program.viewBehavior.sink { views.append($0) }
    let recorder = program.record()
    program.dispatch(.tick(.init()))
    try recorder.load(recording)
    #expect(program.model == recording.model)
    #expect(views.count == 1)
    #expect(log.value == ["start clock(ofNotes: \(recording.model.notes.count))"])
    #expect(recorder.position == nil)
    #expect(recorder.steps.count == 20)
    program.dispatch(.save)
    #expect(recorder.steps.count == 21)
    #expect(log.value.count == 2)
    #expect(log.value[1].hasPrefix("save([\"before\", \"0\""))
    recorder.rewind(to: 0)
    #expect(program.view == "before")
  }

  @Test("a recorder with a limit keeps so much of what it loads")
  func loadsWithinLimit() throws {
    let recording = makeRecorded(100).1.recording
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record(keeping: 32)
    try recorder.load(recording)
    #expect(recorder.steps.map(\.number) == Array(65...100))
    #expect(program.model == recording.model)
  }

  @Test("loading waits its turn")
  func loadsInTurn() throws {
    let recording = makeRecorded(2).1.recording
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    try batch {
      program.dispatch(.add("lost"))
      try recorder.load(recording)
      program.dispatch(.add("kept"))
    }
    #expect(program.view == "before,0,1,kept")
    #expect(recorder.steps.count == 3)
  }

  @Test("taken while travelling, it ends with the live model")
  func whileTravelling() {
    let (program, recorder) = makeRecorded(5)
    recorder.jump(to: 2)
    program.dispatch(.add("live"))
    #expect(recorder.recording.steps.count == 6)
    #expect(recorder.recording.model.notes.last?.text == "live")
  }

  @Test("it is a value: what happens later is not in it")
  func isValue() {
    let (program, recorder) = makeRecorded(40)
    let recording = recorder.recording
    let model = program.model
    program.dispatch(.clear)
    recorder.rewind(to: 0)
    #expect(recording.steps.count == 40)
    #expect(recording.model == model)
  }

  @Test("it can be a part of a larger document")
  func nested() throws {
    struct Document: Codable {
      var title: String
      var recordings: [Recording<Notebook>]
    }
    let document = Document(title: "t", recordings: [makeRecorded(3).1.recording])
    let text = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
    let read = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    #expect(read.recordings[0].fit == .fine)
    let spoilt = text.replacingOccurrences(of: "{\"add\":{\"_0\":\"2\"}}", with: "{\"add\":{\"_0\":2}}")
    #expect(throws: RecordingImportError.self) { try JSONDecoder().decode(Document.self, from: Data(spoilt.utf8)) }
    do { _ = try JSONDecoder().decode(Document.self, from: Data(spoilt.utf8)) } catch let error as RecordingImportError
    {
      #expect("\(error)".contains("at steps[2].message.add._0"))
    }
  }
}
