import ArgumentParser
import ExampleTerminal
import Foundation

/// The command line.
@main
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "A dashboard of the machine it runs on, which repaints only what has changed.",
    discussion: """
      Reads /proc. Where there is none, it shows the recording that comes with it. Press q to quit.
      When standard output is not a terminal, the last frame is printed as plain text, as with --once.
      """)

  @Flag(help: "Print one frame and exit: after one interval, or at the end of --frames or of a recording.")
  var once = false

  @Flag(help: "Print the frame of --once as an SVG picture.")
  var svg = false

  @Option(help: ArgumentHelp("Time between two samples (default: 1; 0.2 in a replay).", valueName: "seconds"))
  var interval: Double?

  @Option(help: ArgumentHelp("Stop after as many frames.", valueName: "count"))
  var frames: Int?

  @Option(help: ArgumentHelp("Show a recording instead of this machine.", valueName: "file"))
  var replay: String?

  @Option(help: ArgumentHelp("Record this machine instead of showing it.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("How many samples to record (default: 60).", valueName: "count"))
  var samples: Int?

  @Option(help: ArgumentHelp("Width, at least 80 (default: that of the terminal).", valueName: "columns"))
  var width: Int?

  @Flag(help: "Use no colors. So does the environment variable NO_COLOR.")
  var noColor = false

  func validate() throws {
    if let interval, !(0.01...86_400).contains(interval) {
      throw ValidationError("--interval must be between 0.01 and 86400 seconds")
    }
    if let frames, frames < 1 { throw ValidationError("--frames must be at least 1") }
    if let samples, samples < 1 { throw ValidationError("--samples must be at least 1") }
    if let width, !(Dashboard.smallestSize.columns...1000).contains(width) {
      throw ValidationError("--width must be between \(Dashboard.smallestSize.columns) and 1000 columns")
    }
    if samples != nil, record == nil { throw ValidationError("--samples needs --record") }
    if svg, !once { throw ValidationError("--svg needs --once") }
    if record != nil, replay != nil || once || frames != nil {
      throw ValidationError("--record goes with --samples and --interval only")
    }
  }

  func run() throws {
    if let record { return try makeRecording(record) }
    let (source, isLive) = try source()
    var session = Session(
      source: source, interval: interval ?? (isLive ? 1 : 0.2), frames: frames, width: width, colors: colors,
      isPicture: svg)
    if once || !StandardStreams.isShown {
      // A live machine never ends: two samples make the first frame with rates.
      if isLive, frames == nil { session.frames = 2 }
      try session.printLastFrame(waits: isLive)
    } else {
      try session.run()
    }
  }

  private var colors: Bool {
    !noColor && StandardStreams.isColored
  }

  private func source() throws -> (any SampleSource, isLive: Bool) {
    if let replay {
      guard let text = contents(of: replay) else { throw Failure("cannot read \(replay)") }
      do { return (try Recording(parsing: text), false) } catch {
        throw Failure("\(replay):\(error.line): \(error.reason)")
      }
    }
    if let machine = LiveMachine() { return (machine, true) }
    return (try Recording(parsing: String(decoding: PackageResources.build_txt, as: UTF8.self)), false)
  }

  private func makeRecording(_ path: String) throws {
    guard var machine = LiveMachine() else { throw Failure("cannot record: this machine has no /proc") }
    guard FileManager.default.createFile(atPath: path, contents: Data("\(Recording.heading)\n".utf8)),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Failure("cannot write \(path)") }
    try file.seekToEnd()
    let count = samples ?? 60
    var previous: Sample?
    for index in 0..<count {
      if index > 0 { Thread.sleep(forTimeInterval: interval ?? 1) }
      guard let sample = try machine.next() else { break }
      // Written at once, so that a stopped recording is merely shorter.
      try file.write(contentsOf: Data(Recording.lines(for: sample, after: previous).utf8))
      previous = sample
    }
    print("recorded \(count) samples in \(path)")
  }

  static func main() { run(complainingOf: Failure.self) }
}
