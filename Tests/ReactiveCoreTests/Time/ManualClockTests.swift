import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("ManualClock")
struct ManualClockTests {
  @Test("time stands still until the test advances the clock")
  func standsStill() async throws {
    let clock = ManualClock()
    #expect(clock.now.offset == .zero)
    let task = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(9))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    try await task.value
    #expect(clock.now.offset == .seconds(10))
  }

  @MainActor
  @Test("sleepers wake when their deadlines come, and not before")
  func order() async throws {
    let clock = ManualClock()
    var woken: [String] = []
    var tasks: [Task<Void, any Error>] = []
    for (count, (name, seconds)) in [("late", 3), ("early", 1), ("late too", 3), ("middle", 2)].enumerated() {
      tasks.append(
        Task {
          try await clock.sleep(for: .seconds(seconds))
          woken.append(name)
        })
      await clock.waitForSleepers(count + 1)
    }
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 3)
    try await tasks[1].value
    #expect(woken == ["early"])
    clock.advance(to: clock.now.advanced(by: .seconds(1)))
    #expect(clock.sleeperCount == 2)
    try await tasks[3].value
    #expect(woken == ["early", "middle"])
    clock.advance(by: .seconds(7))
    #expect(clock.sleeperCount == 0)
    for task in tasks { try await task.value }
    #expect(woken.count == 4)
  }

  @Test("a deadline that has come is not slept for")
  func past() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: clock.now)
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.sleeperCount == 0)
  }

  @Test("a sleeper that is cancelled wakes with an error, before or while it sleeps")
  func cancelling() async {
    let clock = ManualClock()
    let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    #expect(clock.sleeperCount == 0)
    let cancelled = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.sleeperCount == 0)
    // Cancelled without a sleeper, it still returns.
    let waiting = Task { await clock.waitForSleepers() }
    waiting.cancel()
    await waiting.value
  }

  @Test("a loop that sleeps takes one turn for each advance")
  func loop() async {
    let clock = ManualClock()
    let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      for number in 1... {
        try await clock.sleep(for: .seconds(1))
        continuation.yield(number)
      }
    }
    var iterator = ticks.makeAsyncIterator()
    for number in 1...5 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
      #expect(await iterator.next() == number)
    }
    task.cancel()
  }

  @Test("it keeps no sleeper that is done")
  func lifetime() async throws {
    weak var gone: ManualClock?
    do {
      let clock = ManualClock()
      gone = clock
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
      try await task.value
    }
    #expect(gone == nil)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("it does not go back")
  func back() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ManualClock().advance(by: .seconds(-1))
    }
    try expectStop(
      result,
      says: [
        "ManualClockTests.swift:", "a ManualClock at 0.0 seconds was to go back to -1.0 seconds.",
        "Advance it to a later time.",
      ])
  }
  #endif

  @Test("no duration is too long: the time ends at 2^63 seconds")
  func longest() {
    let clock = ManualClock()
    let last = Duration.seconds(Int64.max)
    for _ in 0..<25 { clock.advance(by: last) }
    clock.advance(by: last * 18)
    #expect(clock.now.offset == last)
    clock.advance(by: .zero)
    let first = clock.now.advanced(by: .zero - last).advanced(by: .zero - last * 18)
    #expect(first.offset == .zero - last && first.duration(to: clock.now) == last * 2)
  }

  @Test("time is measured exactly")
  func measures() {
    let clock = ManualClock()
    #expect(clock.measure { clock.advance(by: .nanoseconds(1)) } == .nanoseconds(1))
    #expect(clock.minimumResolution == .zero)
    #expect(clock.now.advanced(by: .seconds(2)).duration(to: clock.now) == .seconds(-2))
  }
}
