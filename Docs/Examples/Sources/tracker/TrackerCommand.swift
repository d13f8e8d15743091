import ArgumentParser
import ExampleTerminal
import Foundation
import ReactiveElm
import TrackerModel

/// The command line.
@main
struct TrackerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracker",
    abstract: "An issue tracker over a JSON file, which notices when others write it.",
    discussion: """
      What is edited is saved at once. A file that is not there is made by the first edit.

      In a script of keys a character is its key; those that write nothing are <enter>, <escape>, <backspace>, <up>, \
      <ctrl-s> and so on, and <lt> is <. In a file of keys, lines that begin with # are comments, and the end of a line \
      is no key. While a script runs, no time goes by.
      """)

  @Argument(help: ArgumentHelp("The JSON file of issues.", valueName: "file"))
  var path: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Press these keys and print the last screen.", valueName: "keys"))
  var keys: String?

  @Option(help: ArgumentHelp("Press the keys in a file and print the last screen.", valueName: "file"))
  var keysFile: String?

  @Option(help: ArgumentHelp("Width of the printed screen (default: 80).", valueName: "count"))
  var columns: Int?

  @Option(help: ArgumentHelp("Height of the printed screen (default: 24).", valueName: "count"))
  var rows: Int?

  @Option(
    help: ArgumentHelp("What time it is for a script, as in 2026-03-01T14:05:09Z.", valueName: "time"),
    transform: { text in
      guard let moment = Moment(text) else { throw ValidationError("expected a time, as in 2026-03-01T14:05:09Z") }
      return moment
    })
  var now: Moment?

  @Option(help: ArgumentHelp("Write all that has happened into a file, at the end.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("Print the last screen of what was written with --record.", valueName: "file"))
  var replay: String?

  func validate() throws {
    if let columns, !(1...1000).contains(columns) { throw ValidationError("--columns must be from 1 to 1000") }
    if let rows, !(1...1000).contains(rows) { throw ValidationError("--rows must be from 1 to 1000") }
    if keys != nil, keysFile != nil { throw ValidationError("--keys and --keys-file exclude each other") }
    let isScripted = keys != nil || keysFile != nil
    if replay != nil {
      if path != nil || isScripted || record != nil || now != nil || columns != nil || rows != nil {
        throw ValidationError("--replay goes with nothing else")
      }
    } else if !isScripted, columns != nil || rows != nil || now != nil {
      throw ValidationError("--columns, --rows and --now go with --keys or --keys-file")
    }
  }

  @MainActor
  func run() async throws {
    if let replay { return StandardStreams.write(try SessionFile(path: replay).read().frame.text) }
    guard let path else { throw ValidationError("Missing expected argument '<file>'") }
    let script =
      if let keys { try KeyScript(keys) } else if let keysFile { try KeyScript(reading: keysFile) } else {
        KeyScript?.none
      }
    if script == nil, !StandardStreams.isTypedInto || !StandardStreams.isShown {
      throw ValidationError("this is no terminal; --keys or --keys-file say what to press")
    }
    let seconds = Event<Moment>()
    let size = script == nil ? StandardStreams.size ?? .usual : ScreenSize(columns: columns ?? 80, rows: rows ?? 24)
    let flags = Tracker.Flags(
      name: URL(fileURLWithPath: path).lastPathComponent, now: now ?? .now, size: size)
    let session = TrackerSession(path: path, flags: flags, seconds: seconds, keeping: record == nil ? 10_000 : nil)
    // Loads the issues before the first key.
    await session.settle()
    if let script {
      try await session.press(script)
      StandardStreams.write(session.view.value.frame.text)
    } else {
      await TerminalShell(session, seconds: seconds).run()
      // A signal or a closed window may have ended the session; pending saves still finish.
      await session.settle()
    }
    if let record { try SessionFile(path: record).write(session.recording) }
    if let complaint = session.complaint {
      Self.complain(complaint)
      throw ExitCode(1)
    }
  }

  static func main() async { await run(complainingOf: InputError.self) }
}
