import Foundation

/// Standard input, output and error.
public enum StandardStreams {
  /// Whether standard input is a keyboard, which sends nothing without a prompt.
  public static var isTypedInto: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether standard output is a terminal that supports cursor movement.
  public static var isShown: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Whether a user types the input and sees the output.
  public static var isInteractive: Bool { isTypedInto && isatty(STDOUT_FILENO) == 1 }

  /// Whether to use colors. https://no-color.org: any nonempty value disables them.
  public static var isColored: Bool {
    isShown && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The size of the window; nil if the output goes to a file or another program.
  public static var size: ScreenSize? {
    var window = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return ScreenSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Writes lines to standard output.
  public static func write(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined())
  }

  /// Writes all of `text` to standard output. Errors are ignored.
  public static func write(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Writes a line to standard error, after the name of the program.
  public static func complain(_ message: String, as program: String) {
    write("\(program): \(message)\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Foundation.write(descriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
