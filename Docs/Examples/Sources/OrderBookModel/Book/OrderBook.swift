public import ReactiveDerived

/// An order that rests in the book.
public struct Order: Identifiable, Equatable, Sendable {
  public let id: Int
  public let side: MarketEvent.Side
  /// In cents.
  public let price: Int
  public var quantity: Int
}

/// All orders at one price.
public struct Level: Equatable, Sendable {
  public var price = 0
  public var quantity = 0
  public var orders = 0
}

/// An executed trade.
public struct Trade: Identifiable, Equatable, Sendable {
  public let id: Int
  /// In milliseconds since the session began.
  public let time: Int
  public let price: Int
  public let quantity: Int
}

/// The book of a market: the resting orders, and all data derived from them.
///
/// Each event edits one row of `orders` or `trades`, and derivations process only that row.
@MainActor
public final class OrderBook {
  /// One side of the book.
  public struct Side {
    /// By price.
    public let levels: Keyed<Int, Level>
    /// The level that trades first.
    public let best: Behavior<Level?>
    /// The best levels.
    public let ladder: Keyed<Int, Level>
  }

  /// How long a trade counts for `volume`, in milliseconds.
  public nonisolated static let window = 60_000

  private let orders = OpenKeyed<Order>(name: "orders")
  private let trades = OpenKeyed<Trade>(name: "trades")
  public let bids: Side
  public let asks: Side
  /// The distance between the best prices, in cents.
  public let spread: Behavior<Int?>
  /// The quantity traded in the last minute.
  public let volume: Behavior<Int>
  /// The number of resting orders.
  public let count: Behavior<Int>
  public let lastTrade = OpenBehavior<Trade?>(nil)
  /// In milliseconds since the session began.
  public let time = OpenBehavior(0)
  private var lastOrder = 0
  private var lastTradeID = 0
  private var oldestTrade = 1

  /// - Parameter depth: the number of levels in a ladder.
  /// - Parameter runs: counts the functions that run.
  public init(depth: Int = 10, counting runs: RunCount = RunCount()) {
    let orders = orders
    func side(_ side: MarketEvent.Side) -> Side {
      func isBetter(_ level: Level, _ other: Level) -> Bool {
        runs.count += 1
        return side == .buy ? level.price > other.price : level.price < other.price
      }
      let own = orders.filter {
        runs.count += 1
        return $0.side == side
      }
      let groups = own.grouped {
        runs.count += 1
        return $0.price
      }
      let levels = groups.reduce(
        Level(),
        adding: {
          runs.count += 1
          return Level(price: $1.price, quantity: $0.quantity + $1.quantity, orders: $0.orders + 1)
        },
        removing: {
          runs.count += 1
          return Level(price: $0.price, quantity: $0.quantity - $1.quantity, orders: $0.orders - 1)
        })
      return Side(
        levels: levels, best: levels.min(by: isBetter), ladder: levels.sorted(by: isBetter).window(0..<depth))
    }
    bids = side(.buy)
    asks = side(.sell)
    spread = bids.best.combine(asks.best) { bid, ask in
      bid.flatMap { bid in ask.map { $0.price - bid.price } }
    }
    volume = trades.sum {
      runs.count += 1
      return $0.quantity
    }
    count = orders.count
  }

  /// Applies an event. An unknown order number changes nothing.
  public func apply(_ event: MarketEvent) {
    switch event {
    case .added(let side, let price, let quantity):
      lastOrder += 1
      orders.insert(Order(id: lastOrder, side: side, price: price, quantity: quantity))
    case .cancelled(let order, let quantity):
      take(quantity, from: order)
    case .traded(let order, let quantity):
      batch {
        guard let price = take(quantity, from: order) else { return }
        lastTradeID += 1
        let trade = Trade(id: lastTradeID, time: time.value, price: price, quantity: quantity)
        trades.insert(trade)
        lastTrade.value = trade
      }
    case .passed(let milliseconds):
      batch {
        time.value += milliseconds
        forgetTrades(before: time.value - Self.window)
      }
    }
  }

  /// Returns the order's price.
  @discardableResult
  private func take(_ quantity: Int, from id: Int) -> Int? {
    let order = orders.update(id) { order in
      order.quantity -= quantity
      return order
    }
    if let order, order.quantity <= 0 { orders.remove(id) }
    return order?.price
  }

  private func forgetTrades(before time: Int) {
    while let trade = trades.peek(oldestTrade), trade.time < time {
      trades.remove(oldestTrade)
      oldestTrade += 1
    }
  }
}

/// Counts the runs of functions of an ``OrderBook``.
public final class RunCount {
  public var count = 0
  public init() {}
}
