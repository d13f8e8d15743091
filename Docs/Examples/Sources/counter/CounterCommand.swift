import ArgumentParser
import ExampleTerminal
import ReactiveElm

/// The command line.
@main
struct CounterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counter",
    abstract: "The smallest program of a module: it counts what is pressed.",
    discussion: "+ and - count up and down, q quits.")

  @Option(
    parsing: .unconditional,  // may begin with -
    help: ArgumentHelp("Press these keys and print the last screen, as in \"++-\".", valueName: "keys"))
  var keys: String?

  func run() throws {
    if let keys {
      try press(KeyScript(keys))
    } else if StandardStreams.isTypedInto, StandardStreams.isShown {
      converse()
    } else {
      throw ValidationError("this is no terminal; --keys says what to press")
    }
  }

  private func press(_ script: KeyScript) throws {
    var lines: [String] = []
    let screen = CounterScreen(Counter.makeProgram()) { lines = $0 }
    pressing: for step in script.steps {
      switch screen.userDidPress(step.key) {
      case .pressed: break
      case .quit: break pressing
      case .unknown: throw InputError("\(step.place): \(step.key) is no key of the counter's")
      }
    }
    StandardStreams.write(lines)
  }

  private func converse() {
    Terminal.takeOver()
    defer { Terminal.giveBack() }
    var shown: [String] = []
    func paint(_ lines: [String]) {
      shown = lines
      // Overwrites each line, then clears the rest. Nothing is blank in between, so nothing flickers.
      Terminal.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
    }
    let screen = CounterScreen(Counter.makeProgram(), show: paint)
    var input = TerminalInput()
    while true {
      switch input.next() {
      case .key(let key): if screen.userDidPress(key) == .quit { return }
      case .redraw: paint(shown)
      case .stop: return
      case .timeout: break
      }
    }
  }

  static func main() { run(complainingOf: InputError.self) }
}
