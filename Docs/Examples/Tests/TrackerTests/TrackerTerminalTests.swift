import CommandTesting
import Foundation
import Testing

/// Runs the built program in a terminal.
@Suite struct TrackerTerminalTests {
  /// A terminal with a tracker that shows an issue, in a file at the path.
  private func withTracker(_ body: (PseudoTerminal, String) throws -> Void) throws {
    let text = """
      {"next": 2, "issues": [{"id": 1, "title": "An issue", "text": "", "status": "open", "priority": "low",
      "created": "2026-03-01T12:00:00Z"}]}
      """
    try withFile(text, extension: "json") { path in
      let terminal = try PseudoTerminal()
      let mode = terminal.mode
      try terminal.start(BuiltProgram("tracker"), [path])
      try #require(terminal.waits(for: "An issue"))
      #expect(terminal.mode != mode)
      try body(terminal, path)
      #expect(terminal.mode == mode)
      #expect(terminal.output.contains(givenBack))
    }
  }

  /// Restores the cursor and the previous screen.
  private let givenBack = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  @Test func keysAreTypedAndTheTerminalIsGivenBack() throws {
    try withTracker { terminal, path in
      terminal.type("s")
      try #require(terminal.waits(for: "saved"))
      terminal.type("\r")
      try #require(terminal.waits(for: "No text yet."))
      terminal.type("tÄ\r漢\u{13}")
      try #require(terminal.waits(for: "edit title"))
      terminal.type("\u{1B}[D")
      try #require(terminal.waits(for: "Enter open"))
      terminal.type("q")
      #expect(terminal.end() == 0)
      let saved = try String(contentsOfFile: path, encoding: .utf8)
      #expect(saved.contains("\"text\" : \"Ä\\n漢\""))
      #expect(saved.contains("\"status\" : \"started\""))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsItInOrder(number: Int32) throws {
    try withTracker { terminal, _ in
      terminal.signal(number)
      #expect(terminal.end() == 0)
    }
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL])
  func aCrashGivesTheTerminalBackAndIsACrash(number: Int32) throws {
    try withTracker { terminal, _ in
      terminal.signal(number)
      #expect(terminal.end() == number)
    }
  }

  @Test func othersAreNoticedWhileItRuns() throws {
    try withTracker { terminal, path in
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try Data(text.replacingOccurrences(of: "An issue", with: "Their issue").utf8).write(
        to: URL(fileURLWithPath: path), options: .atomic)
      try #require(terminal.waits(for: "Their issue"))
      terminal.type("q")
      #expect(terminal.end() == 0)
    }
  }
}
