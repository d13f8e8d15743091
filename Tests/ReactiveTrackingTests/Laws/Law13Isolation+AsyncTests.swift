import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Law 13 of async behaviors: isolation")
struct AsyncIsolationTests {
  private struct Offline: Error, Equatable {}

  /// Its behaviors notify on it, otherwise `assumeIsolated` stops the process.
  private actor Bureau {
    private typealias Square = AsyncBehavior<Int, Offline>
    private let number = AtomObject(0)
    private let clocks: [any Clock<Duration>]
    private let unit: Duration
    private var squares: [Square?] = []
    private var subscriptions: [Subscription?] = []
    private var notifications = 0
    private var wrongAnswers = 0

    init(_ clocks: [any Clock<Duration>], unit: Duration) {
      self.clocks = clocks
      self.unit = unit
    }

    func start() {
      for clock in clocks {
        squares.append(make(clock))
        subscriptions.append(nil)
        observe(squares.count - 1)
      }
    }

    /// Waits before asking, while answering, and after a failure. Every seventh number has no square.
    private func make(_ clock: any Clock<Duration>) -> Square {
      deriveAsync(
        after: unit, clock: clock, start: squares.count.isMultiple(of: 2) ? .eager : .whileObserved,
        onFailure: .retry(times: 1, after: unit)
      ) { [number] in
        number.value < 0 ? nil : number.value
      } answer: { [unit] number throws(Offline) in
        try? await clock.sleep(for: unit)
        if number % 7 == 3 { throw Offline() }
        return number * number
      }
    }
    private func observe(_ index: Int) {
      subscriptions[index]?.cancel()
      subscriptions[index] = squares[index]?.sink { [weak self] state in
        self?.assumeIsolated { $0.note(state) }
      }
    }
    private func note(_ state: Loadable<Int, Offline>) {
      notifications += 1
      if case .loaded(let square) = state, square != number.peek() * number.peek() { wrongAnswers += 1 }
    }

    /// Asks, reloads, and releases one that may be in flight, or its observer.
    func step(_ round: Int) {
      number.value = round.isMultiple(of: 13) ? -1 : round
      for index in squares.indices {
        if round % 5 == index { squares[index]?.reload(showing: round.isMultiple(of: 2)) }
        if round % 11 == index {
          subscriptions[index]?.cancel()
          subscriptions[index] = nil
        }
        if round % 17 == index { squares[index] = make(clocks[index]) }
        if round % 11 > index + 3 && subscriptions[index] == nil || round % 17 == index { observe(index) }
      }
    }

    func finish(with last: Int) async throws -> [Int?] {
      number.value = last
      var answers: [Int?] = []
      for square in squares { answers.append(try await square?.settled()) }
      return answers
    }

    /// Releases all while they ask, and returns how many are left.
    func leave() -> (left: Int, notifications: Int, wrongAnswers: Int) {
      number.value += 1
      let remains = squares.map { Weak(wrappedValue: $0) }
      for subscription in subscriptions { subscription?.cancel() }
      subscriptions = []
      squares = []
      return (remains.count { $0.wrappedValue != nil }, notifications, wrongAnswers)
    }
  }

  @Test("eight actors ask, answer, reload and let go, on one clock that others advance and on that of the system")
  func bureaus() async throws {
    let clock = ManualClock()
    let bureaus = (0..<8).map { _ in Bureau([clock, ContinuousClock(), clock], unit: .microseconds(50)) }
    let isOver = Locked(false)
    let advancing = Task {
      while !isOver.withLock({ $0 }) {
        clock.advance(by: .microseconds(20))
        await Task.yield()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for bureau in bureaus {
        group.addTask {
          await bureau.start()
          for round in 1...200 {
            await bureau.step(round)
            if round.isMultiple(of: 3) { await Task.yield() }
          }
          let answers = try await bureau.finish(with: 1000)
          #expect(answers == [1_000_000, 1_000_000, 1_000_000])
        }
      }
      try await group.waitForAll()
    }
    for bureau in bureaus {
      let result = await bureau.leave()
      #expect(result.left == 0 && result.notifications > 0 && result.wrongAnswers == 0)
    }
    isOver.withLock { $0 = true }
    await advancing.value
    // Every sleeping task was cancelled.
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @globalActor
  private actor Elsewhere {
    static let shared = Elsewhere()
  }

  /// Asks in two ways, and checks in each function but the answers that it runs on its actor.
  @Elsewhere
  private final class Office {
    private let number = AtomObject<Int?>(nil)
    private let derived: AsyncBehavior<Int, Offline>
    private let mapped: AsyncBehavior<Int, Offline>
    private var subscriptions: [Subscription] = []
    private var effect: Effect?
    private(set) var log: [String] = []
    private(set) var questions = 0

    init(_ clock: ManualClock, _ start: AsyncStart) {
      var count: () -> Void = {}
      derived = deriveAsync(after: .seconds(1), clock: clock, start: start) { [number] in
        Elsewhere.preconditionIsolated()
        count()
        return number.value
      } answer: { number throws(Offline) in
        try Self.square(number)
      }
      mapped = number.mapAsync(after: .seconds(1), clock: clock, start: start) { number throws(Offline) in
        try Self.square(number)
      }
      count = { [unowned self] in questions += 1 }
    }

    nonisolated private static func square(_ number: Int) throws(Offline) -> Int {
      if number.isMultiple(of: 5) { throw Offline() }
      return number * number
    }

    func open() {
      subscriptions = [
        derived.sink { [unowned self] in note("derived", $0) },
        mapped.sink { [unowned self] in note("mapped", $0) },
        derived.last.sink { [unowned self] in note("last", $0.map { .loaded($0) } ?? .idle) },
      ]
      effect = Effect { [unowned self] in
        Elsewhere.preconditionIsolated()
        _ = (derived.isLoading.value, mapped.isLoading.value)
        onCleanup { Elsewhere.preconditionIsolated() }
      }
    }

    private func note(_ name: String, _ state: Loadable<Int, Offline>) {
      Elsewhere.preconditionIsolated()
      switch state {
      case .idle: log.append("\(name) idle")
      case .loading: log.append("\(name) loading")
      case .loaded(let square): log.append("\(name) \(square)")
      case .failed: log.append("\(name) failed")
      }
    }

    func ask(_ number: Int?) {
      log = []
      self.number.value = number
    }

    /// The lines since the question, in the order of the alphabet.
    func settled() async -> [String] {
      _ = try? await derived.settled()
      _ = try? await mapped.settled()
      return log.sorted()
    }

    func close() {
      effect = nil
      subscriptions = []
    }
  }

  @Test(
    "on a global actor, questions, alarms and observers run there, wherever the clock is advanced",
    arguments: [AsyncStart.whileObserved, .eager])
  func globalActor(start: AsyncStart) async {
    let clock = ManualClock()
    let office = await Office(clock, start)
    await office.open()
    for number in 1...20 {
      await office.ask(number)
      await clock.waitForSleepers()
      await Task.detached { clock.advance(by: .seconds(1)) }.value
      let square = number * number
      #expect(
        await office.settled()
          == (number.isMultiple(of: 5)
            ? ["derived failed", "derived loading", "mapped failed", "mapped loading"]
            : [
              "derived \(square)", "derived loading", "last \(square)", "mapped \(square)", "mapped loading",
            ]))
    }
    await office.ask(nil)
    #expect(await office.settled() == ["derived idle", "last idle", "mapped idle"])
    #expect(await office.questions >= 21 && clock.sleeperCount == 0)
    await office.close()
  }
}
