// Tests: Timeline, AlarmHeap, Alarm, ClockTime, Wake

import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Alarms of one clock and one isolation")
struct TimelineTests {
  private let clock = ManualClock()
  /// Keeps the alarms, which do not ring if they are deallocated.
  private let kept = Box<[Alarm]>([])

  private func makeAlarm(_ whenDue: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(Schedule(clock, #isolation, "an alarm"), label: "an alarm", whenDue: whenDue)
    kept.value.append(alarm)
    return alarm
  }

  @Test("ring at their times; those that are due together in the order in which they were made, whenever they were set")
  func order() {
    var log: [String] = []
    let alarms = (0..<100).map { number in makeAlarm { [clock] in log.append("\(number) at \(clock.now.offset)") } }
    var generator = SeededGenerator(seed: 17)
    let seconds = (0..<100).map { _ in Int.random(in: 1...10, using: &generator) }
    for number in (0..<100).shuffled(using: &generator) { alarms[number].arm(after: .seconds(seconds[number])) }
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(20))
    let expected = (0..<100).sorted { (seconds[$0], $0) < (seconds[$1], $1) }
    #expect(log == expected.map { "\($0) at \(Duration.seconds(seconds[$0]))" })
    #expect(clock.sleeperCount == 0)
  }

  @Test("set anew: put off, and brought forward; cancelled, and released while they are set")
  func moved() {
    var log: [String] = []
    let late = makeAlarm { log.append("late") }
    let early = makeAlarm { log.append("early") }
    var released: Alarm? = Alarm(Schedule(clock, #isolation, "an alarm"), label: "an alarm") { log.append("released") }
    let cancelled = makeAlarm { log.append("cancelled") }
    for alarm in [late, early, released, cancelled] { alarm?.arm(after: .seconds(5)) }
    late.arm(after: .seconds(9))
    early.arm(after: .seconds(1))
    released = nil
    cancelled.cancel()
    cancelled.cancel()
    clock.advance(by: .seconds(1))
    #expect(log == ["early"] && late.isArmed && !early.isArmed && !cancelled.isArmed)
    clock.advance(by: .seconds(7))
    #expect(log == ["early"])
    clock.advance(by: .seconds(1))
    #expect(log == ["early", "late"] && released == nil)
  }

  @Test(
    "what was withdrawn or put off has no place among the calls that wait for an idle thread: what is due later comes in turn",
    arguments: [false, true])
  func staleSleep(isPutOff: Bool) {
    var log: [String] = []
    let first = makeAlarm { log.append("first") }
    let second = makeAlarm { log.append("second") }
    first.arm(after: .seconds(1))
    second.arm(after: .seconds(3))
    if isPutOff { first.arm(after: .seconds(9)) } else { first.cancel() }
    batch {
      clock.advance(by: .seconds(2))
      callLater(after: .idleThread, label: "a call") { log.append("call") }
      clock.advance(by: .seconds(1))
    }
    #expect(log == ["call", "second"])
    clock.advance(by: .seconds(6))
    #expect(log == ["call", "second"] + (isPutOff ? ["first"] : []))
  }

  @Test("a sleep that ends while due alarms ring takes no place among the calls that wait for an idle thread")
  func sleepEndsInRing() {
    var log: [String] = []
    let first = makeAlarm { [clock] in
      log.append("first")
      callLater(after: .idleThread, label: "time passes") { clock.advance(by: .seconds(1)) }
      clock.advance(by: .seconds(1))
      callLater(after: .idleThread, label: "a call") { log.append("call") }
    }
    let second = makeAlarm { log.append("second") }
    let third = makeAlarm { log.append("third") }
    batch {
      first.arm(after: .zero)
      // The sleep begins while the first alarm waits for the idle thread, and ends while it rings.
      second.arm(after: .seconds(1))
      third.arm(after: .seconds(2))
    }
    #expect(log == ["first", "second", "call", "third"])
  }

  @Test("random alarms ring when a list that is sorted anew each time says")
  func random() {
    struct Expected {
      var deadline: Duration
      let number: Int
    }
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let clock = ManualClock()
      var log: [Int] = []
      var alarms: [Alarm?] = (0..<20).map { number in
        Alarm(Schedule(clock, #isolation, "an alarm"), label: "alarm \(number)") { log.append(number) }
      }
      var model: [Expected] = []
      var expected: [Int] = []
      for _ in 0..<200 {
        let number = Int.random(in: 0..<20, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<4:
          let duration = Duration.seconds(Int.random(in: 1...30, using: &generator))
          alarms[number]?.arm(after: duration)
          model.removeAll { $0.number == number }
          if alarms[number] != nil { model.append(Expected(deadline: clock.now.offset + duration, number: number)) }
        case 4:
          alarms[number]?.cancel()
          model.removeAll { $0.number == number }
        case 5:
          if Int.random(in: 0..<4, using: &generator) == 0 { alarms[number] = nil }
          if alarms[number] == nil { model.removeAll { $0.number == number } }
        default:
          let now = clock.now.offset + .seconds(Int.random(in: 0...10, using: &generator))
          clock.advance(to: clock.now.advanced(by: now - clock.now.offset))
          let due = model.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
          expected += due.map(\.number)
          model.removeAll { $0.deadline <= now }
        }
        #expect(log == expected)
        #expect(clock.sleeperCount == (model.isEmpty ? 0 : 1))
      }
    }
  }

  @Test("in a batch and in a delivery they ring after it, and what they set for no time after that")
  func turns() {
    var log: [String] = []
    let source = OpenBehavior(0)
    var next: Alarm?
    let alarm = makeAlarm {
      log.append("due, source is \(source.value)")
      next?.arm(after: .zero)
    }
    next = makeAlarm { log.append("next") }
    alarm.arm(after: .seconds(1))
    batch {
      clock.advance(by: .seconds(1))
      source.value = 1
      log.append("end of the batch")
    }
    #expect(log == ["end of the batch", "due, source is 1", "next"])
    log = []
    let subscription = source.sink { [clock] in
      alarm.arm(after: .seconds(1))
      clock.advance(by: .seconds(1))
      log.append("notified of \($0)")
    }
    source.value = 2
    #expect(log == ["notified of 2", "due, source is 2", "next"])
    subscription.cancel()
    next = nil
  }

  @Test("set for no time where nothing runs, an alarm does not ring inside of that call")
  func idle() {
    var count = 0
    let alarm = makeAlarm { count += 1 }
    alarm.arm(after: .zero)
    #expect(count == 0 && alarm.isArmed)
    clock.advance(by: .zero)
    #expect(count == 1)
  }

  @Test(
    "a clock that is advanced by what an alarm calls, also at the end of a batch: what is due then rings",
    arguments: [false, true])
  func nested(inBatch: Bool) {
    var log: [String] = []
    let later = makeAlarm { log.append("later") }
    let alarm = makeAlarm { [clock] in
      clock.advance(by: .seconds(5))
      log.append("first")
    }
    alarm.arm(after: .seconds(1))
    later.arm(after: .seconds(3))
    if inBatch { batch { clock.advance(by: .seconds(1)) } } else { clock.advance(by: .seconds(1)) }
    #expect(log == ["first", "later"] && clock.now.offset == .seconds(6) && clock.sleeperCount == 0)
  }

  @Test("a wake that is under way from another thread is out of date once the alarm was cancelled")
  func underway() async {
    var count = 0
    let alarm = makeAlarm { count += 1 }
    for _ in 0..<5 {
      alarm.arm(after: .seconds(1))
      await Task.detached { [clock] in clock.advance(by: .seconds(1)) }.value
      alarm.cancel()
      alarm.arm(after: .seconds(100))
      for _ in 0..<20 { await Task.yield() }
      #expect(clock.sleeperCount == 1)
      alarm.cancel()
      #expect(clock.sleeperCount == 0)
    }
    #expect(count <= 5)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("loops stop: one that advances the clock itself, and one that waits for a clock that has failed")
  func endless() async throws {
    let advancing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let clock = ManualClock()
      var alarm: Alarm?
      alarm = Alarm(Schedule(clock, MainActor.shared, "an alarm"), label: "the loop") {
        alarm?.arm(after: .seconds(1))
        clock.advance(by: .seconds(1))
      }
      alarm?.arm(after: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    try expectStop(advancing, says: ["the loop"])
    let failed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let clock = BadClock()
      var alarm: Alarm?
      alarm = Alarm(Schedule(clock, MainActor.shared, "an alarm"), label: "the loop") { alarm?.arm(after: .seconds(1)) }
      alarm?.arm(after: .seconds(1))
      await clock.base.wait(forSleepers: 1)
      clock.base.advance(by: .seconds(1))
      for _ in 0..<1000 { await Task.yield() }
    }
    try expectStop(failed, says: ["the loop waits for a clock that has failed"])
  }
  #endif

  // --- Other clocks --------------------------------------------------------------------------------------------------

  @Test("any clock: one task sleeps, wakes early, and sleeps on")
  func anyClock() async {
    let clock = TestClock()
    var log: [String] = []
    let (rings, continuation) = AsyncStream.makeStream(of: Void.self)
    var iterator = rings.makeAsyncIterator()
    let schedule = Schedule(clock, #isolation, "an alarm")
    let alarm = Alarm(schedule, label: "an alarm") {
      log.append("alarm")
      continuation.yield()
    }
    let other = Alarm(schedule, label: "an alarm") { log.append("other") }
    alarm.arm(after: .seconds(1))
    await clock.wait(forSleepers: 1)
    alarm.arm(after: .seconds(3))
    other.arm(after: .seconds(3))
    clock.advance(by: .seconds(1))
    await clock.wait(forSleepers: 0)
    await clock.wait(forSleepers: 1)
    #expect(log.isEmpty)
    clock.advance(by: .seconds(2))
    await iterator.next()
    #expect(log == ["alarm", "other"] || log == ["alarm"])
    alarm.arm(after: .seconds(9))
    await clock.wait(forSleepers: 1)
    // Due earlier than the current sleep, which ends.
    other.arm(after: .seconds(2))
    await clock.wait(forSleepers: 1)
    alarm.cancel()
    other.cancel()
    await clock.wait(forSleepers: 0)
    #expect(log == ["alarm", "other"])
  }

  @Test("what ends and begins within a turn shares one sleep; it ends in the next turn, if nothing waits then")
  func sleepTakenOver() async {
    let clock = TestClock()
    let schedule = Schedule(clock, #isolation, "an alarm")
    var count = 0
    var alarm: Alarm?
    for _ in 0..<10 {
      for _ in 0..<10 {
        alarm?.cancel()
        alarm = Alarm(schedule, label: "an alarm") { count += 1 }
        alarm?.arm(after: .seconds(1))
      }
      await clock.wait(forSleepers: 1)
      await Task.yield()
    }
    #expect(clock.sleepCount == 1)
    // Due earlier than the sleep that goes on.
    alarm?.cancel()
    alarm?.arm(after: .milliseconds(1))
    while clock.sleepCount < 2 { await Task.yield() }
    clock.advance(by: .milliseconds(1))
    while count == 0 { await Task.yield() }
    await clock.wait(forSleepers: 0)
    alarm?.arm(after: .seconds(1))
    await clock.wait(forSleepers: 1)
    alarm?.cancel()
    await clock.wait(forSleepers: 0)
    alarm?.arm(after: .seconds(1))
    await clock.wait(forSleepers: 1)
    #expect(clock.sleepCount == 4)
    // Ends with the last alarm, whether a turn follows or not.
    alarm?.cancel()
    alarm = nil
    await clock.wait(forSleepers: 0)
    #expect(count == 1)
  }

  /// Fails instead of waking its sleepers, or goes back, on request.
  private final class BadClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }
    struct Failure: Error {}
    let time = Locked(Duration.seconds(100))
    let base = TestClock()
    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try await base.sleep(until: base.now.advanced(by: .seconds(1)), tolerance: nil)
      throw Failure()
    }
  }

  @Test("a clock that fails: all that waits is due, and so is what is set from then on")
  func failingClock() async {
    let clock = BadClock()
    let (rings, continuation) = AsyncStream.makeStream(of: String.self)
    var iterator = rings.makeAsyncIterator()
    let schedule = Schedule(clock, #isolation, "an alarm")
    var again: Alarm?
    let alarm = Alarm(schedule, label: "an alarm") {
      continuation.yield("first")
      again?.arm(after: .seconds(1000))
    }
    again = Alarm(schedule, label: "an alarm") { continuation.yield("again") }
    alarm.arm(after: .seconds(60))
    await clock.base.wait(forSleepers: 1)
    #expect(!alarm.isClockOver)
    clock.base.advance(by: .seconds(1))
    #expect(await iterator.next() == "first")
    #expect(await iterator.next() == "again")
    #expect(alarm.isClockOver)
    again = nil
  }

  @Test("a clock that goes back: what is set then is due when the clock says")
  func clockThatGoesBack() async {
    let clock = BadClock()
    let alarm = Alarm(Schedule(clock, #isolation, "an alarm"), label: "an alarm") {}
    alarm.arm(after: .seconds(60))
    await clock.base.wait(forSleepers: 1)
    let before = alarm.now
    clock.time.withLock { $0 = .zero }
    #expect(alarm.now < before)
    alarm.arm(after: .seconds(60))
    await clock.base.wait(forSleepers: 1)
    alarm.cancel()
    await clock.base.wait(forSleepers: 0)
  }

  @Test("clocks of the system that show the same time share a timeline; the real ones ring")
  func systemClocks() async {
    for clock in [ContinuousClock(), SuspendingClock()] as [any Clock<Duration>] {
      let (rings, continuation) = AsyncStream.makeStream(of: Int.self)
      var iterator = rings.makeAsyncIterator()
      let second = Alarm(Schedule(clock, #isolation, "an alarm"), label: "an alarm") { continuation.yield(2) }
      let first = Alarm(Schedule(clock, #isolation, "an alarm"), label: "an alarm") { continuation.yield(1) }
      // Reads the clock once: between two reads more than a hundred microseconds may pass.
      let now = first.now
      second.arm(at: now + .microseconds(200))
      first.arm(at: now + .microseconds(100))
      #expect(await iterator.next() == 1)
      #expect(await iterator.next() == 2)
      withExtendedLifetime((first, second)) {}
    }
  }

  // --- Isolations ----------------------------------------------------------------------------------------------------

  private actor Owner {
    private var alarm: Alarm?
    private var count = 0
    var rings: Int { count }
    private var waiting: CheckedContinuation<Void, Never>?

    /// Returns the deadline.
    @discardableResult
    func set(_ clock: any Clock<Duration>, after duration: Duration) -> Duration {
      let schedule = Schedule(clock, #isolation, "an alarm")
      let new = Alarm(schedule, label: "an alarm") { [weak self] in
        self?.assumeIsolated { $0.ring() }
      }
      alarm = new
      new.arm(after: duration)
      return new.deadline
    }
    private func ring() {
      count += 1
      waiting?.resume()
      waiting = nil
    }
    func advance(_ clock: ManualClock) -> Int {
      clock.advance(by: .seconds(1))
      return count
    }
    func next() async -> Int {
      if count == 0 { await withCheckedContinuation { waiting = $0 } }
      return count
    }
    func cancel() { alarm = nil }
  }

  @Test("an actor's alarm rings on it: in the call that advances the clock there, or in a turn when that is elsewhere")
  func actors() async {
    let inside = Owner()
    await inside.set(clock, after: .seconds(1))
    #expect(await inside.advance(clock) == 1)
    let outside = Owner()
    await outside.set(clock, after: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(await outside.next() == 1)
  }

  @Test("set while another thread advances the clock past its time, an alarm rings without a further advance")
  func advancedMeanwhile() async {
    for _ in 0..<200 {
      let owner = Owner()
      let clock = ManualClock()
      let isSet = Locked(false)
      let advancing = Task.detached {
        while !isSet.withLock({ $0 }) { clock.advance(by: .nanoseconds(1)) }
      }
      while clock.now.offset == .zero { await Task.yield() }
      let deadline = await owner.set(clock, after: .nanoseconds(1))
      isSet.withLock { $0 = true }
      await advancing.value
      if clock.now.offset < deadline { clock.advance(by: .nanoseconds(1)) }
      var yields = 0
      while await owner.rings == 0 && yields < 10_000 {
        await Task.yield()
        yields += 1
      }
      #expect(await owner.rings == 1)
    }
  }

  @Test("a sleep that nothing needs any more ends with the actor")
  func unusedSleepOfActorThatEnds() async {
    let clock = TestClock()
    for _ in 0..<20 {
      let owner = Owner()
      await owner.set(clock, after: .seconds(1))
      await clock.wait(forSleepers: 1)
      await owner.cancel()
    }
    await clock.wait(forSleepers: 0)
  }

  @Test("an alarm does not keep its actor, and ends with it")
  func actorsThatEnd() async {
    weak var gone: Owner?
    do {
      let owner = Owner()
      gone = owner
      await owner.set(clock, after: .seconds(1))
      #expect(clock.sleeperCount == 1)
    }
    while gone != nil { await Task.yield() }
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
  }
}
