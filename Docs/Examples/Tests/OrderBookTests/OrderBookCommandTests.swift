import CommandTesting
import Foundation
import Testing

/// Runs the built program.
@Suite struct OrderBookCommandTests {
  private let orderbook = BuiltProgram("orderbook")

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Market").standardizedFileURL
  private let session = folder.appendingPathComponent("session.events").path

  @Test func theReadmeShowsTheBookAfterAHundredThousandEvents() throws {
    let readme = try String(contentsOf: Self.folder.appendingPathComponent("../README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "\n## orderbook\n"))
    let shown = readme[start.upperBound...].components(separatedBy: "```")[3].dropFirst()
    let result = try orderbook.run([session, "--until", "100000"])
    #expect(shown == result.output)
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test func aReplaySaysWhatAnEventCosts() throws {
    let result = try orderbook.run([session, "--replay", "--until", "5000"])
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.lines[0].contains(" events, ") && result.lines[0].hasSuffix(" in a second"))
    #expect(result.lines[1].contains(" functions run and "))
    #expect(result.status == 0)
  }

  @Test(arguments: [
    (["/nowhere/at/all"], "cannot read /nowhere/at/all"),
    ([], "Missing expected argument '<file>'"),
    (["x", "--until=-1"], "--until needs a number of events"),
    (["x", "--speed", "0"], "--speed needs a factor above zero"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try orderbook.run(arguments)
    #expect(result.errors == "orderbook: \(message)\n" && result.output.isEmpty && result.status == 2)
  }
}
