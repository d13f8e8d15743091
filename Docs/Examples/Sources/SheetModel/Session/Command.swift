/// An input in an interactive session.
enum Command: Equatable {
  case nothing
  case edit(Edit)
  case explain(CellAddress)
  case show(CellRange?)
  case errors
  case save(path: String)
  case help
  case quit

  static let summary = [
    "B2=7         type 7 into B2",
    "B2==A1*2     type the formula =A1*2 into B2",
    "B2=          empty B2",
    "B2           show what B2 comes to, what it refers to, and why it was recomputed",
    "show A1:F10  show these cells (show alone: the first ones; A1:F10 alone does as well)",
    "errors       list all errors",
    "save FILE    write the sheet, with its formulas, as CSV",
    "help, quit",
  ]

  init(_ line: String) throws(InputError) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else {
      self = .nothing
      return
    }
    let rest = line.drop(while: \.isWhitespace).dropFirst(first.count).drop(while: \.isWhitespace)
    let argument = String(rest.reversed().drop(while: \.isWhitespace).reversed())
    // A path or text may contain an equals sign, but an edit has no blank before its sign.
    if first.contains("=") || rest.hasPrefix("=") {
      self = .edit(try Edit(line))
    } else if argument.isEmpty, let address = CellAddress(first) {
      self = .explain(address)
    } else if argument.isEmpty, let range = CellRange(first) {
      self = .show(range)
    } else {
      try self.init(word: first.lowercased(), argument: argument, line: line)
    }
  }

  private init(word: String, argument: String, line: String) throws(InputError) {
    switch (word, argument.isEmpty) {
    case ("show", true): self = .show(nil)
    case ("show", false):
      self = .show(try CellRange(parsing: argument))
    case ("errors", true): self = .errors
    case ("save", true): throw InputError("save needs the name of a file")
    case ("save", false): self = .save(path: argument)
    case ("help", true): self = .help
    case ("quit", true), ("exit", true): self = .quit
    default: throw InputError("unknown command \"\(printable(line))\"; help lists all")
    }
  }
}
