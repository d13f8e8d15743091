import Foundation

/// The terminal on standard input and output, for a full-screen program. A process has one.
///
/// It is also restored after a crash, and while the program is suspended.
public enum Terminal {
  /// Takes it over: alternate screen, no cursor, keys without Return.
  public static func takeOver() {
    lock.withLock {
      if isOurs { return }
      var mode = termios()
      if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 {
        modeBefore = mode
        hasModeBefore = true
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Control-S is an ordinary key, and Return is not translated.
        mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
      }
      isOurs = true
      StandardStreams.write(Self.beginning)
    }
    TerminalSignals.watch()
  }

  /// Restores it. Afterwards, signals end the program as usual.
  public static func giveBack() {
    TerminalSignals.stopWatching()
    lock.withLock { restore() }
  }

  /// Writes to the screen, unless the terminal is restored.
  public static func write(_ text: String) {
    lock.withLock {
      if isOurs { StandardStreams.write(text) }
    }
  }

  /// Whether it delivers keys.
  static var isRead: Bool { lock.withLock { isOurs && hasModeBefore } }

  private static let lock = NSLock()

  // State for signal handlers, which cannot wait for a lock.
  nonisolated(unsafe) private static var isOurs = false
  nonisolated(unsafe) private static var hasModeBefore = false
  nonisolated(unsafe) private static var modeBefore = termios()

  private static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  // Resets the style, the cursor and the screen. Bytes, because a signal handler cannot make a string.
  private static let end: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Never waits: after a crash, no other thread may continue.
  static func restore() {
    if !isOurs { return }
    isOurs = false
    _ = Foundation.write(STDOUT_FILENO, end.utf8Start, end.utf8CodeUnitCount)
    if hasModeBefore { tcsetattr(STDIN_FILENO, TCSANOW, &modeBefore) }
  }
}
