import Foundation

/// What comes from the terminal. One at a time waits for it.
public struct TerminalInput {
  /// What a wait has ended with.
  public enum Event: Equatable, Sendable {
    case key(Key)
    /// The window has another size, or was another program's for a while: everything is to be shown again.
    case redraw
    /// Somebody wants the program to end: by a signal, or by closing the terminal.
    case stop
    case timeout
  }

  private var decoder = KeyDecoder()
  private var events: [Event] = []
  private var isAtEnd = false

  public init() {}

  /// Waits for what comes next, for at most as many seconds.
  ///
  /// Without a keyboard on standard input it waits for signals, and for nothing but time before
  /// ``Terminal/takeOver()``.
  public mutating func next(within seconds: Double = .infinity) -> Event {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if isAtEnd { return .stop }
      let left = end - ProcessInfo.processInfo.systemUptime
      guard left > 0 else { return .timeout }
      // Long waits are made of shorter ones: poll counts milliseconds in 32 bits. An escape that is the beginning of
      // something longer is followed by the rest at once.
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
      isAtEnd = true  // a terminal that has gone away reads as its end
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
  /// What comes, for somebody who awaits it: read by a thread of its own, up to the stop.
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
