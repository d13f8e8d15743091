import CommandTesting
import Foundation
import Testing

/// Runs the built program.
@Suite struct SearchCommandTests {
  private let search = BuiltProgram("search")

  /// The shipped files.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Places").standardizedFileURL
  private let places = folder.appendingPathComponent("places.txt").path
  private let script = folder.appendingPathComponent("wren.script").path

  @Test func theReadmeShowsWhatTheShippedScriptEndsWith() throws {
    let readme = try String(contentsOf: Self.folder.appendingPathComponent("../README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "\n## search\n"))
    let shown = readme[start.upperBound...].components(separatedBy: "```")[3].dropFirst()
    let result = try search.run([places, "--script", script, "--fast"])
    #expect(shown == result.output)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test func aScriptComesFromStandardInput() throws {
    let result = try search.run([places, "--fast"], input: "type swan\nwait\ndown\nenter\n")
    #expect(result.lines[0] == "Search  swan")
    #expect(result.output.hasSuffix("\n\nTaken: Great Swanbeck, Dunshire\n"))
    #expect(result.status == 0)
  }

  @Test func withoutFastItTakesItsTime() throws {
    try withFile("Wick\nWrenford\n") { path in
      let start = Date()
      let result = try search.run([path], input: "type wren\nwait")
      #expect(result.lines[2...4] == ["1 result", "", "› Wrenford"])
      // Three keys, and the time after the fourth.
      #expect(Date().timeIntervalSince(start) > 0.5)
    }
  }

  @Test(arguments: [
    (["/nowhere/at/all"], "cannot read /nowhere/at/all"),
    ([], "Missing expected argument '<file>'"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try search.run(arguments)
    #expect(result.errors == "search: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func aBadScriptGetsOneLineAndStatus2() throws {
    let result = try search.run([places, "--fast"], input: "type a\nsideways\n")
    #expect(result.errors == "search: standard input:2: cannot do “sideways”\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func keysComeFromATerminalWhichIsGivenBack() throws {
    let terminal = try PseudoTerminal()
    let mode = terminal.mode
    try terminal.start(search, [places])
    try #require(terminal.waits(for: "Type a part of a name"))
    #expect(terminal.mode != mode)
    terminal.type("swam\u{7F}n")
    try #require(terminal.waits(for: "results"))
    terminal.type("\u{1B}[B\r")
    #expect(terminal.end() == 0)
    #expect(terminal.output.hasSuffix("\r\nTaken: Great Swanbeck, Dunshire\r\n"))
    #expect(terminal.mode == mode)
  }
}
