import ExampleTerminal
import ReactiveDerived
import Testing

@testable import OrderBookModel

/// Compares the book with one rebuilt from all orders after each event.
@MainActor
@Suite struct OrderBookTests {
  /// A naive reader of the events.
  private struct Plain {
    var orders: [Order] = []
    var trades: [(time: Int, quantity: Int)] = []
    var time = 0
    var last = 0

    mutating func apply(_ event: MarketEvent) {
      switch event {
      case .added(let side, let price, let quantity):
        last += 1
        orders.append(Order(id: last, side: side, price: price, quantity: quantity))
      case .cancelled(let id, let quantity): take(quantity, id)
      case .traded(let id, let quantity):
        if orders.contains(where: { $0.id == id }) { trades.append((time, quantity)) }
        take(quantity, id)
      case .passed(let milliseconds): time += milliseconds
      }
    }

    private mutating func take(_ quantity: Int, _ id: Int) {
      guard let place = orders.firstIndex(where: { $0.id == id }) else { return }
      orders[place].quantity -= quantity
      if orders[place].quantity <= 0 { orders.remove(at: place) }
    }

    func levels(_ side: MarketEvent.Side) -> [Level] {
      Dictionary(grouping: orders.filter { $0.side == side }, by: \.price).map { price, orders in
        Level(price: price, quantity: orders.reduce(0) { $0 + $1.quantity }, orders: orders.count)
      }.sorted { side == .buy ? $0.price > $1.price : $0.price < $1.price }
    }
    var volume: Int { trades.filter { $0.time >= time - OrderBook.window }.reduce(0) { $0 + $1.quantity } }
  }

  /// Repeatable random numbers (SplitMix64), so that failures can be repeated.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  private static func draw(_ count: Int, seed: UInt64) -> [MarketEvent] {
    var random = Generator(state: seed)
    var added = 0
    return (0..<count).map { _ in
      let (price, quantity) = (Int.random(in: 95...105, using: &random), Int.random(in: 1...3, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        added += 1
        return .added(.buy, price: price - 6, quantity: quantity)
      case 2:
        added += 1
        return .added(.sell, price: price + 6, quantity: quantity)
      case 3: return .cancelled(order: Int.random(in: 0...added, using: &random), quantity: quantity)
      case 4: return .traded(order: Int.random(in: 0...added, using: &random), quantity: quantity)
      default: return .passed(milliseconds: Int.random(in: 1...9_000, using: &random))
      }
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func everyEventLeavesWhatABookMadeAnewWouldHave(seed: UInt64) {
    let book = OrderBook(depth: 3)
    var plain = Plain()
    var shown: [Level] = []
    let subscription = book.bids.ladder.changes.sink { $0.apply(to: &shown) }
    for event in Self.draw(2_000, seed: seed) {
      book.apply(event)
      plain.apply(event)
      let (bids, asks) = (plain.levels(.buy), plain.levels(.sell))
      #expect(book.bids.ladder.value == Array(bids.prefix(3)) && shown == Array(bids.prefix(3)))
      #expect(book.asks.ladder.value == Array(asks.prefix(3)))
      #expect(book.bids.best.value == bids.first && book.asks.best.value == asks.first)
      #expect(book.count.value == plain.orders.count && book.volume.value == plain.volume)
      #expect(book.spread.value == bids.first.flatMap { bid in asks.first.map { $0.price - bid.price } })
    }
    subscription.cancel()
  }

  @Test func anEventCostsTheSameInALargeBook() {
    func runs(_ orders: Int) -> Int {
      let runs = RunCount()
      let book = OrderBook(counting: runs)
      for number in 0..<orders {
        book.apply(
          .added(number % 2 == 0 ? .buy : .sell, price: number % 2 == 0 ? number % 90 : 100 + number % 90, quantity: 5))
      }
      _ = (book.bids.ladder.value, book.asks.ladder.value, book.volume.value)
      runs.count = 0
      for order in 1...50 {
        book.apply(.cancelled(order: order, quantity: 1))
        _ = (book.bids.ladder.value, book.asks.ladder.value)
      }
      return runs.count
    }
    let (few, many) = (runs(1_000), runs(20_000))
    #expect(few > 0 && many <= few + few / 4)
  }

  @Test func linesAreEventsOrComplaintsThatNameThem() throws {
    let session = try MarketSession("B10012 300\nS10015 200\n-1 100\nx2 200\n@250\n", name: "a file")
    #expect(
      session.events == [
        .added(.buy, price: 10_012, quantity: 300), .added(.sell, price: 10_015, quantity: 200),
        .cancelled(order: 1, quantity: 100), .traded(order: 2, quantity: 200), .passed(milliseconds: 250),
      ])
    for line in ["B10012", "C1 2", "B1 0", "@", "x1 2 3", "-a 1", "@-5"] {
      #expect(throws: InputError("a file:1: “\(line)” is no event")) { try MarketSession(line, name: "a file") }
    }
  }

  @Test func theScreenShowsWhatTheBookHas() {
    let book = OrderBook()
    for event: MarketEvent in [
      .added(.buy, price: 9_990, quantity: 300), .added(.sell, price: 10_010, quantity: 200),
      .passed(milliseconds: 61_000),
      .traded(order: 2, quantity: 100),
    ] { book.apply(event) }
    #expect(
      OrderBookScreen(book).frame(for: .usual).text == [
        "00:01:01   2 orders wait", "last 100 at 100.10   spread 0.20   in a minute 100", "",
        "                   buy   sell", "       300 in 1  99.90   100.10  100 in 1",
      ])
  }

  @Test func aPlayerTakesTheTimeOfTheMarket() {
    let book = OrderBook()
    let events: [MarketEvent] = [
      .added(.buy, price: 1, quantity: 1), .passed(milliseconds: 100), .added(.buy, price: 2, quantity: 1),
      .passed(milliseconds: 50), .added(.buy, price: 3, quantity: 1),
    ]
    var player = Player(events[...], speed: 2)
    player.advance(by: 40, book)
    #expect(book.count.value == 1)
    player.isPaused = true
    player.advance(by: 1_000, book)
    #expect(book.count.value == 1)
    player.isPaused = false
    player.advance(by: 10, book)
    #expect(book.count.value == 2)
    player.advance(by: 25, book)
    #expect(book.count.value == 3)
  }
}
