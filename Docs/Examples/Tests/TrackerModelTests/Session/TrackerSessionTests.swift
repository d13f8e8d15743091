import ExampleTerminal
import Foundation
import ReactiveElm
import Testing

@testable import TrackerModel

/// Uses a real file; the test controls the seconds.
@MainActor @Suite struct TrackerSessionTests {
  private let seconds = Event<Moment>()

  private func session(_ path: String, before: @escaping @Sendable (AtomicFile.Step) throws -> Void = { _ in }) async
    -> TrackerSession
  {
    let session = TrackerSession(
      file: AtomicFile(path: path, before: before), flags: .init(name: "issues.json", now: noon), seconds: seconds)
    await session.settle()
    return session
  }

  private func press(_ keys: String, in session: TrackerSession) async throws {
    try await session.press(KeyScript(keys))
  }

  /// Lets a second pass, and waits for its effects.
  private func tick(_ session: TrackerSession) async {
    seconds.trigger(Moment(seconds: session.model.now.seconds + 1))
    await session.settle()
  }

  private func titles(_ path: String) throws -> [String] { try book(at: path).issues.map(\.title) }

  @Test func aFileThatIsNotThereIsMadeByTheFirstEdit() async throws {
    try await withPath { path in
      let session = await session(path)
      try await press("f", in: session)
      #expect(text(at: path) == nil)
      try await press("nFirst<enter>", in: session)
      #expect(try titles(path) == ["First"])
      #expect(session.complaint == nil)
    }
  }

  @Test func undoAndRedoAreSaved() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      try await press("d", in: session)
      try await press("nNew<enter>q", in: session)
      #expect(try titles(path) == ["Crash at the start", "Wrong colors", "New"])
      try await press("u", in: session)
      #expect(try titles(path) == ["Crash at the start", "Wrong colors"])
      try await press("u", in: session)
      #expect(try book(at: path) == .sample)
      try await press("u", in: session)
      #expect(session.model.notice == "There is nothing to undo.")
      #expect(try book(at: path) == .sample)
      try await press("rr", in: session)
      #expect(try titles(path) == ["Crash at the start", "Wrong colors", "New"])
      try await press("r", in: session)
      #expect(session.model.notice == "There is nothing to do again.")
    }
  }

  @Test func undoLeavesTheWindowTheTimeAndTheSelectionAsTheyAre() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      try await press("s", in: session)
      session.resize(to: ScreenSize(columns: 50, rows: 9))
      await tick(session)
      try await press("j", in: session)
      let before = session.model
      var shown = 0
      session.view.onChange { shown += 1 }
      try await press("u", in: session)
      #expect(session.model.list.selection == before.list.selection)
      #expect(session.model.now == before.now)
      #expect(session.model.size == before.size)
      #expect(session.model.list.book == .sample)
      // The look into the past was not shown; only the restored issues, saving and saved.
      #expect(shown == 2)
    }
  }

  @Test func whatOthersWriteIsNoticedAndNotUndone() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      try await press("s", in: session)
      try write(IssueBook(issues: [.sample(9, "Theirs")]), to: path)
      await tick(session)
      #expect(session.model.list.book.issues.map(\.title) == ["Theirs"])
      try await press("u", in: session)
      #expect(session.model.notice == "There is nothing to undo.")
      #expect(try titles(path) == ["Theirs"])
    }
  }

  @Test func ourOwnWritingIsNotTakenForSomebodyElses() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      for _ in 0..<20 {
        #expect(session.press("s"))
        seconds.trigger(noon)
      }
      await session.settle()
      await tick(session)
      #expect(session.model.file.arrivals == 1)
      #expect(session.model.file.standing == .steady)
      #expect(try book(at: path) == session.model.list.book)
    }
  }

  @Test(arguments: ["k", "t"])
  func aConflictIsSettledByAKey(key: String) async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      try await press("<enter>ex", in: session)
      try write(IssueBook(issues: [.sample(3, "Theirs")]), to: path)
      await tick(session)
      #expect(session.view.value.frame.text.joined().contains("there are unsaved edits here"))
      try await press(key, in: session)
      if key == "k" {
        #expect(try book(at: path) == .sample)
        try await press("<enter>", in: session)
        #expect(try titles(path).last == "No soundx")
      } else {
        #expect(session.model.detail?.editor == nil)
        #expect(session.model.detail?.issue.title == "Theirs")
        #expect(try titles(path) == ["Theirs"])
      }
    }
  }

  @Test func anEditThatMeetsTheirsIsAConflictAndNotLost() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      // Before the next second.
      try write(IssueBook(issues: [.sample(3, "Theirs")]), to: path)
      try await press("d", in: session)
      #expect(try titles(path) == ["Theirs"])
      #expect(session.complaint == "issues.json was changed by somebody else; what was edited here is lost")
      try await press("k", in: session)
      #expect(try titles(path) == ["Crash at the start", "Wrong colors"])
      #expect(session.complaint == nil)
    }
  }

  @Test(arguments: AtomicFile.Step.allCases.dropLast())
  func whatCannotBeSavedIsKeptAndSavedLater(step: AtomicFile.Step) async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let isBroken = Locked(true)
      let session = await session(path) {
        if $0 == step, isBroken.value { throw FileProblem("no room") }
      }
      try await press("d", in: session)
      #expect(session.view.value.frame.text.joined().contains("no room. What is here is not saved."))
      #expect(try book(at: path) == .sample)
      await tick(session)
      try await press("w", in: session)
      #expect(session.complaint == "no room; what was edited is lost")
      isBroken.update { $0 = false }
      try await press("w", in: session)
      #expect(try titles(path) == ["Crash at the start", "Wrong colors"])
      #expect(session.complaint == nil)
    }
  }

  @Test func aBrokenFileIsLeftAsItIsUntilItIsMended() async throws {
    try await withPath { path in
      try write("{\n\"next\": 1,", to: path)
      let session = await session(path)
      #expect(session.complaint == "\(path): line 2: this is no JSON")
      #expect(!session.press("n"))
      await tick(session)
      #expect(text(at: path) == "{\n\"next\": 1,")
      try write(.sample, to: path)
      await tick(session)
      #expect(session.model.list.book == .sample)
      #expect(session.complaint == nil)
      try await press("u", in: session)
      #expect(try book(at: path) == .sample)
    }
  }

  @Test func aFileThatDisappearsTakesNothingWithIt() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      try FileManager.default.removeItem(atPath: path)
      await tick(session)
      #expect(session.model.list.book == .sample)
      // It was only an intermediate state.
      try write(.sample, to: path)
      await tick(session)
      #expect(session.model.file.standing == .steady)
    }
  }

  @Test func leavingWaitsForTheFile() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      #expect(session.press("d"))
      #expect(session.press("q"))
      #expect(!session.isOver.value)
      await session.settle()
      #expect(session.isOver.value)
      #expect(try titles(path) == ["Crash at the start", "Wrong colors"])
    }
  }

  @Test func aScriptSaysWhereItIsWrong() async throws {
    try await withPath { path in
      try write(.sample, to: path)
      let session = await session(path)
      await #expect(throws: InputError("key 2: x does nothing here")) { try await press("jx", in: session) }
      await #expect(throws: InputError("key 2: the program has ended before j")) {
        try await press("qj", in: session)
      }
    }
  }
}
