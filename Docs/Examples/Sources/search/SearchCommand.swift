import ArgumentParser
import ExampleTerminal
import Foundation
import ReactiveTracking
import SearchModel

/// The command line.
@main
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "A live search in a file of places, as if that were far away.",
    discussion: """
      Without a keyboard it does what a script says, and prints the last screen. A script has lines such as type wren, \
      erase 2, down, up 3, enter, escape, wait 300ms, and wait, which waits for the answer. Lines that begin with # are \
      comments.
      """)

  @Argument(help: ArgumentHelp("The places, one on each line.", valueName: "file"))
  var path: String

  @Option(help: ArgumentHelp("Do what a file says; - is standard input.", valueName: "file"))
  var script: String?

  @Flag(help: "Take no time for the script.")
  var fast = false

  @MainActor
  func run() async throws {
    let isScripted = script != nil || !StandardStreams.isTypedInto
    if fast, !isScripted { throw ValidationError("--fast goes with a script") }
    let clock: any Clock<Duration> = fast ? ManualClock() : ContinuousClock()
    let service = try PlaceService(reading: path, clock: clock)
    let screen = SearchScreen(Search(clock: clock, find: service.find))
    if isScripted {
      let script = try Self.read(script ?? "-")
      StandardStreams.write(await screen.run(script, clock: clock).text)
    } else {
      await converse(with: screen)
    }
    if let taken = screen.taken { StandardStreams.write(["", "Taken: \(taken.name)"]) }
  }

  @MainActor
  private func converse(with screen: SearchScreen) async {
    Terminal.takeOver()
    defer { Terminal.giveBack() }
    var painter = FramePainter(colored: StandardStreams.isColored, output: Terminal.write)
    let painting = Effect { painter.paint(screen.frame(for: StandardStreams.size ?? .usual)) }
    defer { painting.cancel() }
    for await event in TerminalInput.events() {
      switch event {
      case .key(let key): screen.press(key)
      case .redraw:
        painter.forget()
        painting.run()
      case .stop: return
      case .timeout: break
      }
      if screen.isOver { return }
    }
  }

  private static func read(_ path: String) throws(InputError) -> SearchScript {
    let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
    let name = path == "-" ? "standard input" : path
    guard let data else { throw InputError("cannot read \(name)") }
    guard let text = String(validating: data, as: UTF8.self) else { throw InputError("\(name) is no text in UTF-8") }
    return try SearchScript(text, name: name)
  }

  static func main() async { await run(complainingOf: InputError.self) }
}
