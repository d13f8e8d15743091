import Foundation

/// Standard input and output.
enum Terminal {
  /// Whether somebody types the commands, who wants to be asked for them.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// The width of the window; nil if the output goes to a file or another program.
  static var width: Int? {
    var window = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return Int(window.ws_col)
  }

  static func prompt() {
    FileHandle.standardOutput.write(Data("> ".utf8))
  }

  static func write(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }

  static func complain(_ message: String) {
    FileHandle.standardError.write(Data("sheet: \(message)\n".utf8))
  }
}
