public import ExampleTerminal
import ReactiveDerived

/// The screen of a book.
@MainActor
public struct OrderBookScreen {
  private let book: OrderBook

  public init(_ book: OrderBook) { self.book = book }

  /// The screen, within the size of the window.
  public func frame(for size: ScreenSize) -> Frame {
    var rows: [[Span]] = [
      [Span(Self.clock(book.time.value), .strong), Span("   \(book.count.value) orders wait", .faint)],
      [Span("last ", .faint), last, Span("   spread ", .faint), spread, Span("   in a minute ", .faint), volume], [],
      [Span(Self.right("buy", 22), .good), Span("   ", .plain), Span("sell", .hot)],
    ]
    let (bids, asks) = (book.bids.ladder.value, book.asks.ladder.value)
    for index in 0..<max(bids.count, asks.count) {
      let bid = index < bids.count ? Self.text(bids[index], isBuy: true) : ""
      let ask = index < asks.count ? Self.text(asks[index], isBuy: false) : ""
      rows.append([Span(Self.right(bid, 22), .good), Span("   ", .plain), Span(ask, .hot)])
    }
    return Frame(rows: rows.prefix(size.rows).map { $0.fitted(to: size.columns) })
  }

  private var last: Span {
    guard let trade = book.lastTrade.value else { return Span("—", .faint) }
    return Span("\(trade.quantity) at \(Self.price(trade.price))", .accent)
  }
  private var spread: Span { Span(book.spread.value.map(Self.price) ?? "—", .accent) }
  private var volume: Span { Span("\(book.volume.value)", .accent) }

  private static func text(_ level: Level, isBuy: Bool) -> String {
    let quantity = "\(level.quantity) in \(level.orders)"
    return isBuy ? "\(quantity)  \(price(level.price))" : "\(price(level.price))  \(quantity)"
  }

  private static func price(_ cents: Int) -> String { "\(cents / 100).\(two(cents % 100))" }
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func clock(_ time: Int) -> String {
    let seconds = time / 1000
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
