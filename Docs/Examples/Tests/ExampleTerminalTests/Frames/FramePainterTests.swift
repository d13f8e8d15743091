import ExampleTerminal
import Testing

@Suite struct FramePainterTests {
  @Test func onlyRowsThatChangedAreWritten() {
    var written: [String] = []
    var painter = FramePainter(colored: false) { written.append($0) }
    painter.paint(Frame(rows: [[Span("one")], [Span("two")]]))
    #expect(written == ["\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?25l"])
    written = []
    painter.paint(Frame(rows: [[Span("one")], [Span("2")]]))
    #expect(written == ["\u{1B}[2;1H2\u{1B}[K\u{1B}[?25l"])
    written = []
    painter.paint(Frame(rows: [[Span("one")]], cursor: .init(row: 0, column: 3)))
    #expect(written == ["\u{1B}[2;1H\u{1B}[K\u{1B}[1;4H\u{1B}[?25h"])
  }

  @Test func afterItHasForgottenEverythingIsWritten() {
    var written = ""
    var painter = FramePainter(colored: true) { written += $0 }
    painter.paint(Frame(rows: [[Span("one", .selected)]]))
    let first = written
    written = ""
    painter.forget()
    painter.paint(Frame(rows: [[Span("one", .selected)]]))
    #expect(written == first)
    #expect(first.contains("\u{1B}[7mone\u{1B}[0m"))
  }

  @Test func withoutColorsTheSelectionCanStillBeSeen() {
    var written = ""
    var painter = FramePainter(colored: false) { written += $0 }
    painter.paint(Frame(rows: [[Span("a", .selected), Span("b", .warm), Span("c", .hot)]]))
    #expect(written.contains("\u{1B}[7ma\u{1B}[0mb\u{1B}[1mc\u{1B}[0m"))
  }
}
