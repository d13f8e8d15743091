import CommandTesting
import Foundation
import Testing

/// Runs the built program.
@Suite struct TrackerCommandTests {
  private let tracker = BuiltProgram("tracker")

  /// The shipped files.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Issues").standardizedFileURL
  private let issues = folder.appendingPathComponent("issues.json").path
  private let keys = folder.appendingPathComponent("session.keys").path
  private let now = ["--now", "2026-03-01T14:05:09Z"]

  /// Runs `body` with a copy of the shipped issues.
  private func withIssues(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("issues.json").path
    try FileManager.default.copyItem(atPath: issues, toPath: copy)
    try body(copy)
  }

  private func text(at path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  // MARK: - What comes with it

  @Test func theShippedSessionEndsWithThisScreen() throws {
    try withIssues { path in
      let result = try tracker.run([path, "--keys-file", keys, "--columns", "72", "--rows", "12"] + now)
      #expect(
        result.output == """
          Tracker  issues.json              31 issues, 19 to do · saved · 14:05:09
          Show all
             #  status   prio       age  title
            31  open     normal     now  Crash when the printer is out of paper
            30  open     normal     2 d  Printing chooses the wrong paper on the …
            29  started  low        2 d  Show when an order was last changed
            28  open     normal     4 d  Postal codes of other countries are refu…
            27  started  high       6 d  Crash when the network goes away during …
            26  open     low        8 d  The test of leap years fails once a day
          Undone; r does it again.
          j/k move · Enter open · n new · s status · p priority · d delete
          / find · f filter · u undo · r redo · q quit

          """)
      #expect(result.errors.isEmpty)
      #expect(result.status == 0)
      // Only the session's changes.
      let saved = try text(at: path)
      #expect(saved.contains(#"a window that is closed already. Seen again today.\nJana has a recording.""#))
      #expect(saved.contains("\"next\" : 32\n"))
    }
  }

  @Test func theShippedIssuesAreWrittenAsTheyAre() throws {
    try withIssues { path in
      let result = try tracker.run([path, "--keys", "su"] + now)
      #expect(result.status == 0)
      #expect(try text(at: path) == text(at: issues))
    }
  }

  @Test func theReadmeShowsWhatItPrints() throws {
    let readme = try text(at: Self.folder.appendingPathComponent("../README.md").path)
    let start = try #require(readme.range(of: "\n## tracker\n"))
    let shown = readme[start.upperBound...].components(separatedBy: "```")[3].dropFirst()
    try withIssues { path in
      let result = try tracker.run([path, "--keys", "f/er<enter>j", "--columns", "78", "--rows", "14"] + now)
      #expect(shown == result.output)
      #expect(result.status == 0)
    }
  }

  // MARK: - Files

  @Test func aFileThatIsNotThereIsMadeByTheFirstEdit() throws {
    try withFile("") { path in
      try FileManager.default.removeItem(atPath: path)
      let looked = try tracker.run([path, "--keys", "f", "--rows", "6"] + now)
      #expect(looked.output.contains("new file"))
      #expect(!FileManager.default.fileExists(atPath: path))
      let edited = try tracker.run([path, "--keys", "nZ<backspace>Ärger<enter>"] + now)
      #expect(edited.status == 0)
      #expect(try text(at: path).contains("\"title\" : \"Ärger\""))
    }
  }

  @Test(arguments: ["", "{\n\"next\": 3,\n", "[]", "no JSON at all"])
  func aBrokenFileIsSaidAndLeftAsItIs(broken: String) throws {
    try withFile(broken) { path in
      let result = try tracker.run([path, "--keys", ""] + now)
      #expect(result.errors.hasPrefix("tracker: \(path): "))
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
      #expect(result.output.contains("not read"))
      #expect(result.status == 1)
      #expect(try text(at: path) == broken)
    }
  }

  @Test func whatCannotBeSavedIsSaid() throws {
    let result = try tracker.run(["/nowhere/issues.json", "--keys", "nNew<enter>"] + now)
    #expect(
      result.errors
        == "tracker: cannot write /nowhere/issues.json: No such file or directory; what was edited is lost\n")
    #expect(result.output.contains("New"))
    #expect(result.status == 1)
  }

  // MARK: - Recordings

  @Test func aRecordedSessionShowsTheSameScreenAgain() throws {
    try withIssues { path in
      try withFile("") { record in
        let played = try tracker.run([path, "--keys", "jjs/crash<enter>", "--record", record, "--rows", "9"] + now)
        let replayed = try tracker.run(["--replay", record])
        #expect(replayed.output == played.output)
        #expect(replayed.errors.isEmpty)
        #expect(replayed.status == 0)
      }
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1: "), ("{}", "format"), ("hello", "line 1, column 1: expected a JSON value, found \"h\""),
  ])
  func whatIsNoRecordingIsRefusedInOneLine(text: String, reason: String) throws {
    try withFile(text) { path in
      let result = try tracker.run(["--replay", path])
      #expect(result.errors.hasPrefix("tracker: \(path): "))
      #expect(result.errors.contains(reason))
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
      #expect(result.output.isEmpty)
      #expect(result.status == 2)
    }
  }

  // MARK: - What cannot be done

  @Test(arguments: [
    ([], "Missing expected argument '<file>'"),
    (["x.json"], "this is no terminal; --keys or --keys-file say what to press"),
    (["x.json", "y.json"], "Unexpected argument 'y.json'"),
    (["x.json", "--kesy", "j"], "Unknown option '--kesy'. Did you mean '--keys'?"),
    (["x.json", "--keys", "j", "--keys-file", "k"], "--keys and --keys-file exclude each other"),
    (["x.json", "--keys", "j", "--rows", "0"], "--rows must be from 1 to 1000"),
    (["x.json", "--keys", "j", "--columns", "many"], "The value 'many' is invalid for '--columns <count>'"),
    (
      ["x.json", "--keys", "j", "--now", "today"],
      "The value 'today' is invalid for '--now <time>': expected a time, as in 2026-03-01T14:05:09Z"
    ),
    (["x.json", "--now", "2026-03-01T14:05:09Z"], "--columns, --rows and --now go with --keys or --keys-file"),
    (["x.json", "--replay", "y"], "--replay goes with nothing else"),
    (["--replay", "/nowhere/at/all"], "cannot read /nowhere/at/all: No such file or directory"),
    (["x.json", "--keys-file", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
    (["/nowhere/x.json", "--keys", "fx"], "key 2: x does nothing here"),
    (["/nowhere/x.json", "--keys", "f<up"], "key 2: the < is never closed; an angle bracket itself is <lt>"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try tracker.run(arguments)
    #expect(result.errors == "tracker: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func aBadKeyInAFileIsSaidWithItsLine() throws {
    try withIssues { path in
      try withFile("# two lines\njj\nx\n") { keys in
        let result = try tracker.run([path, "--keys-file", keys] + now)
        #expect(result.errors == "tracker: \(keys):3: x does nothing here\n")
        #expect(result.status == 2)
      }
    }
  }

  @Test func helpIsNoError() throws {
    let result = try tracker.run(["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: tracker"))
    #expect(result.errors.isEmpty)
  }
}
