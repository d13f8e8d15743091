import Foundation

/// Input from the terminal. Only one caller at a time may wait for it.
public struct TerminalInput {
  /// The result of a wait.
  public enum Event: Equatable, Sendable {
    case key(Key)
    /// The window was resized, or the program was suspended: show everything again.
    case redraw
    /// A signal, or a closed terminal: the program must end.
    case stop
    case timeout
  }

  private var decoder = KeyDecoder()
  private var events: [Event] = []
  private var isAtEnd = false

  public init() {}

  /// Waits for the next event, for at most `seconds`.
  ///
  /// Without a keyboard on standard input it waits for signals only, and before ``Terminal/takeOver()`` only for time.
  public mutating func next(within seconds: Double = .infinity) -> Event {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if isAtEnd { return .stop }
      let left = end - ProcessInfo.processInfo.systemUptime
      guard left > 0 else { return .timeout }
      // Splits long waits, because poll counts milliseconds in 32 bits. The rest of an escape sequence follows at once.
      let milliseconds = Int32(min(left, decoder.isWaiting ? 0.03 : 3600) * 1000) + 1
      var descriptors = [
        pollfd(fd: Terminal.isRead ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&descriptors, 2, milliseconds) == 0 { events += decoder.flush().map { .key($0) } }
      if descriptors[1].revents != 0 { takeSignals() }
      if descriptors[0].revents != 0 { takeKeys() }
    }
  }

  private mutating func takeKeys() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      events += decoder.decode(bytes.prefix(count)).map { .key($0) }
    } else if count == 0 || errno != EINTR {
      isAtEnd = true  // a closed terminal reads as its end
    }
  }

  private mutating func takeSignals() {
    for number in TerminalSignals.take() {
      switch number {
      case SIGTSTP:
        TerminalSignals.suspend()
        events.append(.redraw)
      case SIGWINCH: events.append(.redraw)
      default: events.append(.stop)
      }
    }
  }
}

extension TerminalInput {
  /// A stream of events, read by a separate thread until the stop.
  public static func events() -> AsyncStream<Event> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        var input = TerminalInput()
        while true {
          let event = input.next()
          continuation.yield(event)
          if event == .stop { break }
        }
        continuation.finish()
      }
    }
  }
}
