/// Plays the events of a session, each in its time.
public struct Player {
  private var events: ArraySlice<MarketEvent>
  private let speed: Double
  /// How much of the market's time has passed that no event has used up.
  private var credit = 0.0
  public var isPaused = false

  public init(_ events: ArraySlice<MarketEvent>, speed: Double) {
    self.events = events
    self.speed = speed
  }

  /// So many milliseconds have passed: applies the events of that time.
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
