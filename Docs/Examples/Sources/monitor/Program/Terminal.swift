import Foundation

/// The terminal on standard input and output: its size, its keys, and its state before and after.
final class Terminal {
  /// Why a wait has ended.
  enum Wake { case timeout, quit }

  private var original: termios?

  /// Whether standard output is a terminal that cursor movements make sense on.
  static var isInteractive: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// The size of the window, or nil if it is not known.
  static var size: Size? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Takes the terminal over: another screen, no cursor, and keys without Return.
  func takeOver() {
    for signal in [SIGINT, SIGTERM, SIGHUP] { handleStop(signal) }
    signal(SIGTSTP, SIG_IGN)  // a pause would leave the shell with a screen that is not its own
    var mode = termios()
    if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 {
      original = mode
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }
    Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  /// Gives it back as it was.
  func giveBack() {
    Self.write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    if var original { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
    original = nil
  }

  /// Waits for `seconds`, or until somebody presses q or stops the program by a signal.
  func wait(_ seconds: Double) -> Wake {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    // Without a terminal on standard input, poll is a plain sleep that a signal ends.
    var descriptors = [pollfd(fd: original == nil ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
    while stopRequested == 0 {
      let left = end - ProcessInfo.processInfo.systemUptime
      guard left > 0 else { return .timeout }
      // Long waits are made of shorter ones: poll counts milliseconds in 32 bits.
      guard poll(&descriptors, 1, Int32(min(left, 3600) * 1000) + 1) > 0 else { continue }
      var key: UInt8 = 0
      // A terminal that has gone away reads as its end; so does Control-D.
      guard read(STDIN_FILENO, &key, 1) == 1 else { return .quit }
      if [UInt8(ascii: "q"), UInt8(ascii: "Q"), 4].contains(key) { return .quit }
    }
    return .quit
  }

  /// Writes to standard output, all of it. There is nobody to tell if that fails.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Foundation.write(STDOUT_FILENO, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

/// A signal handler may do next to nothing, and this is the one variable that C lets it write. No other code writes it.
nonisolated(unsafe) private var stopRequested: sig_atomic_t = 0

private func handleStop(_ number: Int32) {
  signal(number) { _ in stopRequested = 1 }
}
