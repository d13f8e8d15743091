import ReactiveDerived

/// Every operator over time, and the sources that live outside of the graph.
enum TimedKind: String, CaseIterable, Codable {
  case debounce, throttle, delay, timeout, collect, window, every, debounced
  case lingering, following

  /// Whether a number is emitted when the clock rings, instead of by its source.
  var waits: Bool { self != .lingering && self != .following }
  /// Whether two numbers that are written together are both emitted.
  var emitsEach: Bool { self == .delay || self == .following }

  static let waiting = allCases.filter(\.waits)
}

/// A sample of one kind, which emits each written number at the next step: after a second on the clock, at once if its
/// kind does not wait, or when its task got a turn.
///
/// Write numbers greater than zero, each greater than the one before.
@MainActor
final class TimedSample {
  private final class State {
    var written = 0
    /// How often a lingering source has started and stopped.
    var (starts, stops) = (0, 0)
    var place: ((Int) -> Void)?
  }
  let kind: TimedKind
  let clock: ManualClock
  /// The last emitted number, initially 0.
  let behavior: Behavior<Int>
  /// Calls the function with each emitted number.
  let observe: (@escaping (Int) -> Void) -> Subscription
  private let state: State
  private let send: (Int) -> Void

  var starts: Int { state.starts }
  var stops: Int { state.stops }

  convenience init(_ kind: TimedKind, clock: ManualClock = ManualClock()) {
    let second = Duration.seconds(1)
    let event = Event<Int>()
    let state = State()
    func written<Payload>(_ payload: Payload) -> Int { state.written }
    func make(_ stream: EventStream<Int>, _ send: @escaping (Int) -> Void) -> Parts {
      Parts(behavior: stream.hold(0), observe: { stream.sink($0) }, send: send)
    }
    func make(_ behavior: Behavior<Int>, _ send: @escaping (Int) -> Void) -> Parts {
      Parts(behavior: behavior, observe: { behavior.sink($0) }, send: send)
    }
    let parts: Parts
    switch kind {
    case .debounce: parts = make(event.debounce(for: second, clock: clock)) { event.trigger($0) }
    case .throttle:
      // A zero is emitted at once, or replaced by the number that waits.
      parts = make(event.throttle(for: second, clock: clock).filter { $0 > 0 }) {
        event.trigger(0)
        event.trigger($0)
      }
    case .delay: parts = make(event.delay(by: second, clock: clock)) { event.trigger($0) }
    case .timeout: parts = make(event.timeout(after: second, clock: clock).map(written)) { event.trigger($0) }
    case .collect:
      parts = make(event.collect(for: second, clock: clock).map { $0.last ?? -1 }) { event.trigger($0) }
    case .window:
      // The last number that has left the window.
      parts = make(event.window(0, for: second, clock: clock, adding: { _, _ in }, removing: { $0 = $1 })) {
        event.trigger($0)
      }
    case .every: parts = make(EventStream.every(second, clock: clock).map(written)) { _ in }
    case .debounced:
      let number = OpenBehavior(0)
      parts = make(number.debounced(for: second, clock: clock)) { number.value = $0 }
    case .lingering:
      let source = OpenBehavior(
        0,
        whileObserved: { place in
          state.starts += 1
          state.place = place
          place(state.written)
          return Subscription {
            state.stops += 1
            state.place = nil
          }
        }, lingering: second, clock: clock)
      parts = make(source) { state.place?($0) }
    case .following:
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      parts = make(Behavior(following: numbers, initial: 0)) { source.yield($0) }
    }
    self.init(kind, clock, state, parts)
  }

  private struct Parts {
    let behavior: Behavior<Int>
    let observe: (@escaping (Int) -> Void) -> Subscription
    let send: (Int) -> Void
  }

  private init(_ kind: TimedKind, _ clock: ManualClock, _ state: State, _ parts: Parts) {
    (self.kind, self.clock, self.state) = (kind, clock, state)
    (behavior, observe, send) = (parts.behavior, parts.observe, parts.send)
  }

  func write(_ number: Int) {
    state.written = number
    send(number)
  }

  /// Lets everything emit that is due, `count` times.
  func step(_ count: Int = 1) async {
    if kind.waits { for _ in 0..<count { clock.advance(by: .seconds(1)) } }
    if kind == .following { while behavior.peek() != state.written { await Task.yield() } }
  }

  func emit(_ number: Int) async {
    write(number)
    await step()
  }
}
