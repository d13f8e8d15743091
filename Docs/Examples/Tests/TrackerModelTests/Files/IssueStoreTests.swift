import Foundation
import Testing

@testable import TrackerModel

@Suite struct IssueStoreTests {
  @Test func whatIsSavedIsLoaded() async throws {
    try await withPath { path in
      let store = IssueStore(AtomicFile(path: path))
      #expect(try await store.perform(.load) == .loaded(FileReading(.missing, stamp: nil)))
      guard case .saved(let stamp) = try await store.perform(.save(.sample, over: nil)) else {
        Testing.Issue.record("not saved")
        return
      }
      #expect(try await store.perform(.load) == .loaded(FileReading(.book(.sample), stamp: stamp)))
    }
  }

  @Test func whatOthersHaveWrittenIsNotOverwritten() async throws {
    try await withPath { path in
      let store = IssueStore(AtomicFile(path: path))
      let theirs = IssueBook(issues: [.sample(1, "Theirs")])
      try write(theirs, to: path)
      let stamp = try AtomicFile(path: path).stamp()
      #expect(
        try await store.perform(.save(.sample, over: nil)) == .refused(FileReading(.book(theirs), stamp: stamp)))
      #expect(try book(at: path) == theirs)
      guard case .saved = try await store.perform(.save(.sample, over: stamp)) else {
        Testing.Issue.record("not saved")
        return
      }
      #expect(try book(at: path) == .sample)
    }
  }

  @Test func aSaveThatNobodyHeardOfIsNotTakenForSomebodyElses() async throws {
    try await withPath { path in
      let store = IssueStore(AtomicFile(path: path))
      _ = try await store.perform(.save(IssueBook(), over: nil))
      // As if the answer had been dropped: the next save still expects no file.
      guard case .saved = try await store.perform(.save(.sample, over: nil)) else {
        Testing.Issue.record("not saved")
        return
      }
      #expect(try book(at: path) == .sample)
    }
  }

  @Test func aSaveThatWasCancelledInTimeWritesNothing() async throws {
    try await withPath { path in
      let store = IssueStore(AtomicFile(path: path))
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await store.perform(.save(.sample, over: nil))
      }
      task.cancel()
      let answer = try await task.value
      #expect(answer == nil)
      #expect(text(at: path) == nil)
    }
  }

  @Test func aBrokenFileIsSaidWithItsNameAndLine() async throws {
    try await withPath { path in
      try write("{\n\"next\": 3,\n", to: path)
      let store = IssueStore(AtomicFile(path: path))
      let stamp = try AtomicFile(path: path).stamp()
      #expect(
        try await store.perform(.load)
          == .loaded(FileReading(.broken("\(path): line 3: this is no JSON"), stamp: stamp)))
    }
  }
}
