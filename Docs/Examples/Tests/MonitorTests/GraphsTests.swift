import Testing

@testable import monitor

@Suite struct GraphsTests {
  private func text(_ line: Line) -> String { line.map(\.text).joined() }

  @Test(
    arguments: [
      (nil, "────"), (0, "────"), (0.5, "━━──"), (0.6, "━━╸─"), (1, "━━━━"), (7, "━━━━"), (-1, "────"),
    ] as [(Double?, String)])
  func aGaugeIsAsFullAsItsShare(share: Double?, expected: String) {
    #expect(text(gauge(share, width: 4)) == expected)
  }

  @Test func aGraphGrowsFromTheRight() {
    #expect(graph([0.5, 1], scale: 1, width: 4, styles: [.plain, .plain]).map(text) == ["   █", "  ██"])
  }

  @Test func aGraphShowsTheNewest() {
    #expect(text(sparkline([9, 9, 9, 1, 2], smallestScale: 8, width: 2, style: .plain)) == "▁▂")
  }

  @Test func aLittleIsMoreThanNothing() {
    let line = graph([0, 0.0001], scale: 1, width: 2, styles: [.hot])[0]
    #expect(line.filter { !$0.text.isEmpty } == [Run("▁", .border), Run("▁", .hot)])
  }

  @Test func aGraphWithoutRoomIsEmpty() {
    #expect(graph([1, 2], scale: 2, width: 0, styles: [.plain]).map(text) == [""])
    #expect(graph([1, 2], scale: 2, width: 5, styles: []).isEmpty)
  }
}
