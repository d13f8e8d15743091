import ExampleTerminal
import Foundation
import ReactiveElm
import Testing

@testable import TrackerModel

/// A session recorded with `tracker --record`.
///
/// Of two issues, one is renamed, deleted and restored; a third is written; then a search begins.
@Suite struct RecordedSessionTests {
  private let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Recordings/session.json").standardizedFileURL.path

  @Test func theTypesAreStillThoseThatWereRecorded() throws {
    let recording = try SessionFile(path: path).read()
    #expect(recording.fit == .fine)
    #expect(recording.steps.count > 32)
  }

  @Test func eachMessageLeadsToWhatWasRecorded() throws {
    let test = TestProgram<Tracker>(flags: .init(name: "", now: noon), exhaustive: false)
    try test.replay(SessionFile(path: path).read())
    // The test continues where the session ended.
    try test.send(.list(.searchBegan)) { $0.list.search = TextInput("crash") }
  }

  @Test func theLastScreenIsTheOneThatWasSeen() throws {
    #expect(
      try SessionFile(path: path).read().frame.text == [
        "Tracker  issues.json    3 issues, 2 to do · saved · 14:05:09",
        "Show all  find crash",
        "   #  status   prio       age  title",
        "   2  started  normal     1 d  Crash at the start at night",
        "",
        "",
        "",
        "",
        "j/k move · Enter open · n new · s status · p priority · d d…",
      ])
  }

  @Test func everyStepOfItCanBeLookedAt() throws {
    let recording = try SessionFile(path: path).read()
    let test = TestProgram<Tracker>(flags: .init(name: "", now: noon), exhaustive: false)
    let recorder = test.program.record()
    try recorder.load(recording)
    #expect(test.model == recording.model)
    recorder.jump(to: 1)
    #expect(test.model.list.book.issues.map(\.title) == ["The first issue", "Crash at the start"])
    recorder.resume()
    #expect(test.model == recording.model)
  }
}
