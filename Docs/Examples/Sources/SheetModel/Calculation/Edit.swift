/// An input into one cell.
public struct Edit: Equatable, Sendable {
  public var address: CellAddress
  public var content: String

  public init(at address: CellAddress, content: String) {
    self.address = address
    self.content = content
  }

  /// Reads `B2=7`, `B2==SUM(A1:A9)` and `B2=`, which empties the cell: the content follows the first `=`.
  public init(_ text: String) throws(InputError) {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw InputError("expected CELL=CONTENT, as in B2=7, found \"\(printable(text))\"")
    }
    let name = text[..<sign].trimmed
    guard let address = CellAddress(name) else { throw InputError("\"\(printable(name))\" is no cell") }
    self.init(at: address, content: text[text.utf8.index(after: sign)...].trimmed)
  }

  /// A suggestion, if the content is text that would be a formula with another `=`.
  var hint: String? {
    guard case .literal(.text(let text)) = CellContent(content).meaning,
      case .formula(let formula) = CellContent("=" + text).meaning, !formula.references.isEmpty
    else { return nil }
    return "\(address) is text now; a formula has a second = in front: \(address)==\(printable(text))"
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
