/// A piece of text in one style.
public struct Span: Hashable, Sendable {
  public var text: String
  public var style: Style

  /// The style of a text.
  public enum Style: Hashable, Sendable {
    case plain, faint, strong, accent, selected, good, warm, hot
  }

  public init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

extension [Span] {
  /// The width in columns.
  public var columns: Int { reduce(0) { $0 + $1.text.columns } }

  /// Cut or padded to exactly `columns`.
  public func fitted(to columns: Int) -> [Span] {
    var room = Swift.max(0, columns)
    var fitted: [Span] = []
    for span in self where room > 0 {
      let text = span.text.prefix(columns: room)
      fitted.append(Span(text, span.style))
      room -= text.columns
      // A wide character that did not fit leaves a gap, which later text must not fill.
      if text.count < span.text.count { break }
    }
    return room > 0
      ? fitted + [Span(String(repeating: " ", count: room), last?.style == .selected ? .selected : .plain)] : fitted
  }

  /// The spans, with `others` at the right edge.
  public func pushing(_ others: [Span], to columns: Int) -> [Span] {
    let room = columns - others.columns
    return room > 0 ? fitted(to: room) + others : others.fitted(to: columns)
  }
}
