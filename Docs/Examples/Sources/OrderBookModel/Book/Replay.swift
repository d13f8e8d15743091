import ReactiveDerived

/// Applies all events as fast as possible, while everything on a screen is observed.
@MainActor
public struct Replay {
  /// The cost.
  public let lines: [String]
  /// The number of events, except passing time.
  public let events: Int
  /// The number of functions that ran.
  public let runs: Int

  public init(_ session: ArraySlice<MarketEvent>) {
    let runs = RunCount()
    let book = OrderBook(counting: runs)
    var notified = 0
    let subscriptions = [
      book.bids.ladder.changes.sink { _ in notified += 1 }, book.asks.ladder.changes.sink { _ in notified += 1 },
      book.spread.sink { _ in notified += 1 }, book.volume.sink { _ in notified += 1 },
      book.count.sink { _ in notified += 1 }, book.lastTrade.sink { _ in notified += 1 },
    ]
    let duration = ContinuousClock().measure { for event in session { book.apply(event) } }
    for subscription in subscriptions { subscription.cancel() }
    let events = session.count { if case .passed = $0 { false } else { true } }
    self.events = events
    self.runs = runs.count
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    func rate(_ count: Int) -> String { "\((Double(count) / Double(max(events, 1)) * 10).rounded() / 10)" }
    lines = [
      "\(events) events, \(Int(Double(events) / max(seconds, 1e-9))) in a second",
      "\(rate(runs.count)) functions run and \(rate(notified)) observers called for each",
    ]
  }
}
