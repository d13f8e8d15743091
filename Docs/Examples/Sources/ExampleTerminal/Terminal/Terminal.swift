import Foundation

/// The terminal on standard input and output, for a program that takes all of it. A process has one.
///
/// It is given back as it was also when the program crashes, and for as long as it is suspended.
public enum Terminal {
  /// Takes it over: another screen, no cursor, and keys without Return.
  public static func takeOver() {
    lock.withLock {
      if isOurs { return }
      var mode = termios()
      if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 {
        modeBefore = mode
        hasModeBefore = true
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Control-S is a key here, and Return is not made another one.
        mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
      }
      isOurs = true
      StandardStreams.write(Self.beginning)
    }
    TerminalSignals.watch()
  }

  /// Gives it back as it was. From then on a signal ends the program as it would any other.
  public static func giveBack() {
    TerminalSignals.stopWatching()
    lock.withLock { restore() }
  }

  /// Writes on the screen, unless that is another program's at the time.
  public static func write(_ text: String) {
    lock.withLock {
      if isOurs { StandardStreams.write(text) }
    }
  }

  /// Whether keys come from it.
  static var isRead: Bool { lock.withLock { isOurs && hasModeBefore } }

  private static let lock = NSLock()

  // What a signal handler has to know, which can wait for no lock.
  nonisolated(unsafe) private static var isOurs = false
  nonisolated(unsafe) private static var hasModeBefore = false
  nonisolated(unsafe) private static var modeBefore = termios()

  private static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  // The style, the cursor, and the screen that was there. As bytes: no text can be made in a signal handler.
  private static let end: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Does what there is to do without waiting for anybody: in a crash there may be nobody who goes on.
  static func restore() {
    if !isOurs { return }
    isOurs = false
    _ = Foundation.write(STDOUT_FILENO, end.utf8Start, end.utf8CodeUnitCount)
    if hasModeBefore { tcsetattr(STDIN_FILENO, TCSANOW, &modeBefore) }
  }
}
