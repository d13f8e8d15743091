/// Plays the events of a session at their times.
public struct Player {
  private var events: ArraySlice<MarketEvent>
  private let speed: Double
  /// Elapsed market time not yet used by an event.
  private var credit = 0.0
  public var isPaused = false

  public init(_ events: ArraySlice<MarketEvent>, speed: Double) {
    self.events = events
    self.speed = speed
  }

  /// Applies the events of the next `milliseconds`.
  @MainActor
  public mutating func advance(by milliseconds: Int, _ book: OrderBook) {
    if isPaused { return }
    credit += Double(milliseconds) * speed
    while let event = events.first {
      if case .passed(let time) = event {
        if Double(time) > credit { return }
        credit -= Double(time)
      }
      book.apply(event)
      events.removeFirst()
    }
  }
}
