import ReactiveDerived
import ReactiveTestSupport
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Law 14 of time and tasks: bad input")
struct TimeBadInputTests {
  enum Operator: String, CaseIterable, Codable {
    case debounce = "debounce(for:) of typed was made"
    case throttle = "throttle(for:) of typed was made"
    case delay = "delay(by:) of typed was made"
    case timeout = "timeout(after:) of typed was made"
    case collect = "collect(for:) of typed was made"
    case window = "window(_:for:adding:removing:) of typed was made"
    case every = "Timer.swift:7 was made by EventStream.every(_:)"
    case debounced = "debounced(for:) of query was made"
    case debouncedByIdentity = "debounced(for:) of loose was made"
    case mapAsync = "mapAsync of query was called"
    case mapAsyncOfOptional = "mapAsync of place was called"

    /// Outside of any actor, as every synchronous function without one.
    func make() {
      struct Loose {}
      let event = Event<Int>(name: "typed")
      let query = OpenBehavior("", name: "query")
      switch self {
      case .debounce: _ = event.debounce(for: .seconds(1))
      case .throttle: _ = event.throttle(for: .seconds(1))
      case .delay: _ = event.delay(by: .seconds(1))
      case .timeout: _ = event.timeout(after: .seconds(1))
      case .collect: _ = event.collect(for: .seconds(1))
      case .window: _ = event.window(0, for: .seconds(1), adding: +=, removing: -=)
      case .every: _ = EventStream.every(.seconds(1), file: "Timer.swift", line: 7)
      case .debounced: _ = query.debounced(for: .seconds(1))
      case .debouncedByIdentity: _ = OpenBehavior(Loose(), name: "loose").debounced(for: .seconds(1))
      case .mapAsync: _ = query.mapAsync { $0 }
      case .mapAsyncOfOptional: _ = OpenBehavior<Int?>(nil, name: "place").mapAsync { $0 }
      }
    }
  }

  @Test("what is made outside of any actor stops with a message that says what to do", arguments: Operator.allCases)
  func nowhere(made: Operator) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [made = made as Operator] in
      made.make()
    }
    try expectStop(result, says: ["\(made.rawValue) outside of any actor", "Make it on the main actor or another one"])
  }
}
#endif
