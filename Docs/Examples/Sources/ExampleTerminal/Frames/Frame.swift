/// What a terminal shows, as a value: rows of text from the top, and where the cursor stands.
///
///     var frame = Frame(rows: [[Span("Counter", .strong)], [Span("1")]])
///
/// A ``FramePainter`` puts it on a screen. ``text`` is what is left of it without a terminal.
public struct Frame: Hashable, Sendable {
  public var rows: [[Span]]
  public var cursor: Cursor?

  /// A place on the screen, counted from 0.
  public struct Cursor: Hashable, Sendable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  public init(rows: [[Span]], cursor: Cursor? = nil) {
    self.rows = rows
    self.cursor = cursor
  }

  /// Lines without styles, and without the blanks at their ends.
  public var text: [String] {
    rows.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}
