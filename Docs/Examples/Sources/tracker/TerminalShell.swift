import ExampleTerminal
import Foundation
import ReactiveElm
import TrackerModel

/// A session in a terminal: connects keys, frames and time.
@MainActor
final class TerminalShell {
  private let session: TrackerSession
  private let seconds: Event<Moment>
  private var painter = FramePainter(colored: StandardStreams.isColored, output: Terminal.write)

  init(_ session: TrackerSession, seconds: Event<Moment>) {
    self.session = session
    self.seconds = seconds
  }

  /// Runs until the user leaves or the terminal closes.
  func run() async {
    Terminal.takeOver()
    defer { Terminal.giveBack() }
    session.view.observe(with: self) { $0.painter.paint($1.frame) }
    let clock = Task { await tick() }
    let reading = Task { await read() }
    session.isOver.observe(with: self) { if $1 { reading.cancel() } }
    await reading.value
    clock.cancel()
  }

  private func read() async {
    for await event in TerminalInput.events() {
      switch event {
      case .key(let key): _ = session.press(key)
      case .redraw:
        painter.forget()
        session.resize(to: StandardStreams.size ?? .usual)
        painter.paint(session.view.value.frame)
      case .stop: return
      case .timeout: break
      }
    }
  }

  /// Triggers `seconds` at the start of each second.
  private func tick() async {
    while !Task.isCancelled {
      seconds.trigger(.now)
      let rest = 1 - Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
      try? await Task.sleep(nanoseconds: UInt64(rest * 1_000_000_000) + 1_000_000)
    }
  }
}

extension Moment {
  static var now: Moment { Moment(seconds: Int(Date().timeIntervalSince1970)) }
}
