/// The contents of a terminal, as a value: rows of text from the top, and the cursor.
///
///     var frame = Frame(rows: [[Span("Counter", .strong)], [Span("1")]])
///
/// A ``FramePainter`` paints it on a screen. ``text`` is its plain text.
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

  /// The lines without styles and trailing blanks.
  public var text: [String] {
    rows.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}
