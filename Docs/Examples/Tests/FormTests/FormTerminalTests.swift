import CommandTesting
import Foundation
import Testing

/// Runs the built program in a terminal.
@Suite struct FormTerminalTests {
  private func withForm(_ body: (PseudoTerminal) throws -> Void) throws {
    let terminal = try PseudoTerminal()
    let mode = terminal.mode
    try terminal.start(BuiltProgram("form"), [])
    try #require(terminal.waits(for: "Still needed: name, e-mail, password, age, terms."))
    #expect(terminal.mode != mode)
    try body(terminal)
    #expect(terminal.mode == mode)
    #expect(terminal.output.contains("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test func somebodySignsUpAndTheTerminalIsGivenBack() throws {
    try withForm { terminal in
      terminal.type("Ä漢\u{13}")
      try #require(terminal.waits(for: "An address was suggested."))
      #expect(terminal.output.contains("ä漢@example.org"))
      terminal.type("\t\tthree blue teapots\r36x")
      try #require(terminal.waits(for: "“36x” is no age"))
      // Undoes the backspace, and the x.
      terminal.type("\u{7F}\u{15}\u{15}\u{1B}[B\u{1B}[B ")
      try #require(terminal.waits(for: "Everything is filled in."))
      terminal.type("\t\r")
      #expect(terminal.end() == 0)
      let ending = try #require(terminal.output.components(separatedBy: "\u{1B}[?1049l").last)
      #expect(ending.hasPrefix("Signed up:\r\n  name      Ä漢\r\n"))
      #expect(ending.hasSuffix("  age       36\r\n"))
    }
  }

  @Test func controlCLeavesWithoutSigningUp() throws {
    try withForm { terminal in
      // The key would signal the terminal's own program; this program only borrows the terminal.
      terminal.signal(SIGINT)
      #expect(terminal.end() == 0)
      #expect(!terminal.output.contains("Signed up:"))
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalEndsItInOrder(number: Int32) throws {
    try withForm { terminal in
      terminal.signal(number)
      #expect(terminal.end() == 0)
    }
  }

  @Test(arguments: [SIGSEGV, SIGABRT])
  func aCrashGivesTheTerminalBackAndIsACrash(number: Int32) throws {
    try withForm { terminal in
      terminal.signal(number)
      #expect(terminal.end() == number)
    }
  }
}
