import ArgumentParser
import ExampleTerminal
import OrderBookModel
import ReactiveTracking

/// The command line.
@main
struct OrderBookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orderbook",
    abstract: "A market's order book, from a file of events.",
    discussion: """
      At a terminal it plays the events, each in its time; space pauses, q leaves. Otherwise, and with --until, it prints the \
      book as it is after the events. A file has lines such as B10012 300, S10015 200, -17 100, x17 100 and @250: a buyer \
      or a seller offers a quantity at a price in cents, so much of the 17th order is taken back or traded, and so many \
      milliseconds pass.
      """)

  @Argument(help: ArgumentHelp("The events, one on each line.", valueName: "file"))
  var path: String

  @Option(help: ArgumentHelp("Stop after so many events, and print the book.", valueName: "count"))
  var until: Int?

  @Option(help: ArgumentHelp("How often faster than the market it plays.", valueName: "factor"))
  var speed = 1.0

  @Flag(help: "Take no time, observe what is shown, and print what an event costs.")
  var replay = false

  @MainActor
  func run() async throws {
    if let until, until < 0 { throw ValidationError("--until needs a number of events") }
    if !(speed > 0) { throw ValidationError("--speed needs a factor above zero") }
    let session = try MarketSession(reading: path)
    let events = session.events.prefix(until ?? .max)
    if replay {
      let replay = Replay(events)
      StandardStreams.write(replay.lines)
    } else if until != nil || !StandardStreams.isTypedInto {
      let book = OrderBook()
      for event in events { book.apply(event) }
      StandardStreams.write(OrderBookScreen(book).frame(for: .usual).text)
    } else {
      await play(events)
    }
  }

  @MainActor
  private func play(_ events: ArraySlice<MarketEvent>) async {
    let book = OrderBook()
    let screen = OrderBookScreen(book)
    Terminal.takeOver()
    defer { Terminal.giveBack() }
    var painter = FramePainter(colored: StandardStreams.isColored, output: Terminal.write)
    // Paints only when something visible changed, and no faster than visible.
    let painting = Effect { painter.paint(screen.frame(for: StandardStreams.size ?? .usual)) }
    defer { painting.cancel() }
    var player = Player(events, speed: speed)
    let ticks = Task { @MainActor in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(40))
        batch { player.advance(by: 40, book) }
      }
    }
    defer { ticks.cancel() }
    for await event in TerminalInput.events() {
      switch event {
      case .key(.character(" ")): player.isPaused.toggle()
      case .key(.character("q")), .key(.escape), .key(.control("c")), .stop: return
      case .redraw:
        painter.forget()
        painting.run()
      default: break
      }
    }
  }

  static func main() async { await run(complainingOf: InputError.self) }
}
