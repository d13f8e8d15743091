import ExampleTerminal
import Testing

@Suite struct SpanTests {
  @Test func aRowIsCutOrFilledToExactlySoManyColumns() {
    let row = [Span("ab", .strong), Span("漢字")]
    #expect(row.fitted(to: 8) == row + [Span("  ")])
    #expect(row.fitted(to: 4) == [Span("ab", .strong), Span("漢")])
    // A wide character is not split.
    #expect(row.fitted(to: 5) == [Span("ab", .strong), Span("漢"), Span(" ")])
    #expect(row.fitted(to: 0) == [])
  }

  @Test func whatIsPushedStandsAtTheRightEdge() {
    #expect([Span("ab")].pushing([Span("c")], to: 5).map(\.text).joined() == "ab  c")
    #expect([Span("ab")].pushing([Span("cde")], to: 4).map(\.text).joined() == "acde")
    #expect([Span("ab")].pushing([Span("cde")], to: 2).map(\.text).joined() == "cd")
  }
}
