import Foundation

/// The edits of a script, one per line. Blank lines and lines that begin with `#` are skipped.
public struct EditScript {
  struct Line {
    /// From 1.
    var number: Int
    var text: String
    var edit: Result<Edit, InputError>
  }

  /// For messages.
  let name: String
  let lines: [Line]

  /// Reads a script.
  public init(_ text: String, name: String) {
    self.name = name
    // Splits at line feeds only, to number lines like editors.
    let texts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    lines = texts.enumerated().compactMap { index, scalars in
      let content = String(scalars).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard let first = content.first, first != "#" else { return nil }
      let text = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return Line(number: index + 1, text: printable(text), edit: Result { () throws(InputError) in try Edit(text) })
    }
  }

  /// Reads a file, or standard input if `path` is `-`.
  public init(reading path: String) throws(InputError) {
    let isInput = path == "-"
    let handle = isInput ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let handle, let data = try? handle.readToEnd() ?? Data() else {
      throw InputError("cannot read \(isInput ? "standard input" : path)")
    }
    self.init(String(decoding: data, as: UTF8.self), name: isInput ? "standard input" : path)
  }
}

extension EditScript {
  /// The syntax of lines, for the program's help.
  public static var grammar: [String] { Edit.forms.map(\.value) }
}
