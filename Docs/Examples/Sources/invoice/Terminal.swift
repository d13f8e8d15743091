import Foundation

/// Standard input and output.
enum Terminal {
  /// Whether standard input is a keyboard, from which nothing comes unless somebody is asked.
  static var isTypedInto: Bool { isatty(STDIN_FILENO) == 1 }

  static func write(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }

  static func complain(_ message: String) {
    FileHandle.standardError.write(Data("invoice: \(message)\n".utf8))
  }
}
