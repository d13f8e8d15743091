import CommandTesting
import Testing

@testable import monitor

/// Runs the built program.
@Suite struct CommandLineTests {
  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram("monitor").run(arguments)
  }

  @Test(arguments: [
    (["--frmaes"], "Unknown option '--frmaes'. Did you mean '--frames'?"),
    (["extra"], "Unexpected argument 'extra'"),
    (["--interval"], "Missing value for '--interval <seconds>'"),
    (["--interval", "soon"], "The value 'soon' is invalid for '--interval <seconds>'"),
    (["--interval", "nan"], "--interval must be between 0.01 and 86400 seconds"),
    (["--interval", "0"], "--interval must be between 0.01 and 86400 seconds"),
    (["--frames", "0"], "--frames must be at least 1"),
    (["--width", "79"], "--width must be between 80 and 1000 columns"),
    (["--samples", "3"], "--samples needs --record"),
    (["--svg"], "--svg needs --once"),
    (["--record", "x", "--once"], "--record goes with --samples and --interval only"),
    (["--replay", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
    (["--replay", "/"], "cannot read /"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try BuiltProgram("monitor").run(arguments)
    #expect(result.errors == "monitor: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func aMalformedRecordingGetsItsLineNumber() throws {
    try withFile("monitor recording 1\nsample 1 00:00:00\ncpu 1 many\n") { path in
      let result = try run("--replay", path)
      #expect(result.errors == "monitor: \(path):3: expected ticks, found \"many\"\n")
      #expect(result.status == 2)
    }
  }

  @Test func onceGivesOneFrameOfPlainText() throws {
    let result = try run("--once", "--interval", "0.05")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.split(separator: "\n", omittingEmptySubsequences: false).count == 25)  // 24 and the end
    #expect(result.output.contains("Processor") && result.output.contains("repainted"))
  }

  @Test func aPictureHasWhatTheFrameHas() throws {
    let picture = try run("--once", "--interval", "0.05", "--svg").output
    #expect(picture.hasPrefix("<svg xmlns=") && picture.hasSuffix("</svg>\n"))
    #expect(!picture.contains("\u{1B}"))
    for title in ["Processor", "Memory", "Network", "Disk", "Processes", "Alerts"] { #expect(picture.contains(title)) }
  }

  @Test func aRecordingOfThisMachineCanBeReplayed() throws {
    try withFile("") { path in
      let recorded = try run("--record", path, "--samples", "3", "--interval", "0.05")
      guard LiveMachine() != nil else { return #expect(recorded.status == 2) }
      #expect(recorded.output == "recorded 3 samples in \(path)\n")
      let first = try run("--replay", path, "--width", "100")
      let second = try run("--replay", path, "--width", "100")
      #expect(first.output == second.output)
      #expect(first.output.contains("in 3 frames"))
      #expect(first.status == 0)
    }
  }

  @Test func helpIsNoError() throws {
    let result = try run("--help")
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: monitor"))
    #expect(result.errors.isEmpty)
  }
}
