import Foundation
import Testing

@testable import TrackerModel

@Suite struct AtomicFileTests {
  private struct PowerFailure: Error {}

  private func names(beside path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)
  }

  @Test func whatIsWrittenIsRead() async throws {
    try await withPath { path in
      let file = AtomicFile(path: path)
      #expect(try file.stamp() == nil)
      let first = try file.write(Data("one".utf8))
      #expect(try file.stamp() == first)
      #expect(try file.read() == Data("one".utf8))
      let second = try file.write(Data("two".utf8))
      #expect(second != first)
      #expect(try file.stamp() == second)
      #expect(try names(beside: path) == ["issues.json"])
    }
  }

  @Test(arguments: AtomicFile.Step.allCases.dropLast())
  func aFailureOfAnyStepLeavesTheOldText(step: AtomicFile.Step) async throws {
    try await withPath { path in
      try write("old", to: path)
      let before = try AtomicFile(path: path).stamp()
      let file = AtomicFile(path: path, before: { if $0 == step { throw PowerFailure() } })
      #expect(throws: PowerFailure.self) { try file.write(Data("new text".utf8)) }
      #expect(text(at: path) == "old")
      #expect(try file.stamp() == before)
      #expect(try names(beside: path) == ["issues.json"])
    }
  }

  @Test func whenTheNewTextIsInPlaceNothingFails() async throws {
    try await withPath { path in
      let file = AtomicFile(path: path, before: { if $0 == .synchronizeFolder { throw PowerFailure() } })
      let stamp = try file.write(Data("new".utf8))
      #expect(text(at: path) == "new")
      #expect(try file.stamp() == stamp)
    }
  }

  @Test func whoeverLooksAtAnyTimeSeesTheOldOrTheNewText() async throws {
    try await withPath { path in
      try write("old", to: path)
      // A crash before a step leaves the contents seen there.
      let seen = Log()
      let file = AtomicFile(path: path, before: { seen.add("\($0): \(text(at: path) ?? "nothing")") })
      _ = try file.write(Data("new".utf8))
      #expect(
        seen.lines == [
          "create: old", "write: old", "writeTheRest: old", "synchronize: old", "replace: old",
          "synchronizeFolder: new",
        ])
    }
  }

  @Test func whatACrashHasLeftIsInNobodysWay() async throws {
    try await withPath { path in
      try write("old", to: path)
      let folder = (path as NSString).deletingLastPathComponent
      // Removed at the last moment, as if the process had ended there.
      let file = AtomicFile(
        path: path,
        before: { step in
          guard step == .replace else { return }
          for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(".issues.json.")
          {
            try FileManager.default.moveItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/.issues.json.left")
          }
          throw PowerFailure()
        })
      #expect(throws: PowerFailure.self) { try file.write(Data("lost".utf8)) }
      #expect(text(at: "\(folder)/.issues.json.left") == "lost")
      _ = try AtomicFile(path: path).write(Data("new".utf8))
      #expect(text(at: path) == "new")
    }
  }

  @Test func aLinkStaysALinkAndPermissionsStayAsTheyAre() async throws {
    try await withPath { path in
      let target = path + ".target"
      try write("old", to: target)
      chmod(target, 0o600)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      _ = try AtomicFile(path: path).write(Data("new".utf8))
      #expect(text(at: target) == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
      #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func whereNothingCanBeWrittenTheSystemsReasonIsSaid() {
    let problem = #expect(throws: FileProblem.self) {
      try AtomicFile(path: "/nowhere/at/all.json").write(Data())
    }
    #expect(problem?.description == "cannot write /nowhere/at/all.json: No such file or directory")
  }
}

/// A thread-safe list of lines.
final class Log: Sendable {
  private let stored = Locked<[String]>([])
  var lines: [String] { stored.value }
  func add(_ line: String) { stored.update { $0.append(line) } }
}
