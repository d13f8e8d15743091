// Unsafe: returns to an isolation at a deadline.
//
// The alarms of one clock and one isolation share a heap and one task that sleeps until the first deadline. A change
// moves a deadline and nothing else; the task wakes early and sleeps on. Alarms due together ring in the order in which
// their operators were made, which several tasks could not guarantee.
//
// Invariant: a timeline and its alarms are used in their isolation only. The sleeping task retains neither, and returns
// to the isolation first. If the actor has ended, a message of the home releases what the alarms retain, after the
// actor's `deinit`. The heap's references are unowned; an alarm leaves the heap before it is deallocated.

@safe
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
final class Timeline {
  private let time: ClockTime
  private let isolation: IsolationReference
  private let home = Home.current
  /// Tells when the actor has ended.
  private let actorPin: Pin?
  /// Unique among all timelines.
  private let number: Int
  private var alarms = AlarmHeap()
  private var lastTurn = 0
  /// The time of the next wake-up, if any.
  private var wakeTime: Duration?
  /// Wake-ups with an earlier number are outdated.
  private var sleepNumber = 0
  private var endSleep: (() -> Void)?
  /// Whether the next turn ends the sleep if no alarm is armed by then.
  private var isAboutToStop = false
  /// The round of the ringing alarms, if any.
  private var round: Int?
  private var isCallUnderway = false
  /// When a sleep threw without being cancelled. From then on every alarm is due.
  private var end: Duration?

  fileprivate init(_ time: ClockTime, in actor: any Actor, number: Int) {
    self.time = time
    isolation = IsolationReference(actor)
    // The main actor does not end.
    actorPin = actor === MainActor.shared ? nil : Pin(actor)
    self.number = number
  }

  var now: Duration { end ?? time.now() }

  var isOver: Bool { end != nil }

  func nextTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  func insert(_ alarm: Alarm, at now: Duration) {
    let isDue = alarm.deadline <= now
    // An earlier deadline is left over from a time at which the isolation was busy.
    let isForNoTime = alarm.deadline == now
    alarms.insert(alarm, round: isForNoTime ? (round ?? -1) + 1 : 0)
    if round != nil { return }
    // On an idle thread, a due alarm rings in the next turn, not inside of the call that arms it.
    if isDue && !Context.isIdle { return ringWhenIdle() }
    // If another thread has advanced a manual clock past the deadline, no later call of `advance` need follow.
    sleep(since: isDue && !isForNoTime ? alarm.deadline - .nanoseconds(1) : now)
  }

  func move(_ alarm: Alarm, at now: Duration) {
    if alarm.deadline >= alarm.listedDeadline { return }
    let entry = alarms.takeOut(alarm)
    insert(alarm, at: now)
    withExtendedLifetime(entry) {}
  }

  /// Returns what may be the last reference to the alarm.
  func withdraw(_ alarm: Alarm) -> Alarm? {
    let entry = alarms.takeOut(alarm)
    if alarms.isEmpty && round == nil { stopSleepingSoon() }
    return entry.kept
  }

  func handOver(_ alarm: Alarm, to heir: Alarm) {
    let entry = alarms.replace(alarm, by: heir)
    withExtendedLifetime(entry) {}
  }

  // --- Sleeping ------------------------------------------------------------------------------------------------------

  /// Ensures a wake-up at the first deadline. `seen` is the time at which the alarms that were due were noticed.
  private func sleep(since seen: Duration) {
    guard let first = alarms.first else { return stopSleeping() }
    if let wakeTime, wakeTime <= first.deadline { return }
    if endSleep != nil {
      // A custom clock may run any code when a sleep is cancelled.
      stopSleeping()
      return sleep(since: seen)
    }
    wakeTime = first.deadline
    sleepNumber += 1
    let wake = makeWake()
    if let clock = time.manual {
      let call = clock.call(at: first.deadline, since: seen) { [home, isolation] in
        // In the same isolation, alarms ring before `advance` returns.
        if home != .nowhere && home == .current {
          guard let actor = isolation.actor else { return wake.endAfterActor() }
          withExtendedLifetime(actor) { _ = wake.callInIsolation() }
        } else {
          Task.detached { await wake.call(in: isolation) }
        }
      }
      if let call {
        endSleep = { clock.cancel(call) }
      } else {
        Task.detached { [isolation] in await wake.call(in: isolation) }
      }
    } else {
      // Detached, since it serves alarms of several tasks.
      let task = Task.detached { [time, isolation, deadline = first.deadline] in
        var next: Duration? = deadline
        while let deadline = next {
          var isOver = false
          do { try await time.sleep(deadline) } catch { isOver = true }
          if Task.isCancelled { return }
          next = await wake.call(in: isolation, isOver: isOver)
        }
      }
      endSleep = { task.cancel() }
    }
  }

  private func makeWake() -> Wake { Wake(of: self, number: sleepNumber, home, actorPin) }

  /// Ends a sleep for which there is no alarm. A task sleeps on until the isolation's next turn, and an alarm armed by
  /// then takes it over. Otherwise each end of a wait before the beginning of another would cost a sleep, and Swift's
  /// runtime keeps a cancelled one until its deadline.
  private func stopSleepingSoon() {
    if endSleep == nil || isAboutToStop { return }
    // An actor that ends has no further turn.
    if time.manual != nil || isolation.actor == nil { return stopSleeping() }
    isAboutToStop = true
    let wake = makeWake()
    Task.detached { [isolation] in await wake.endUnusedSleep(in: isolation) }
  }

  func endUnusedSleep() {
    isAboutToStop = false
    if alarms.isEmpty && round == nil { stopSleeping() }
  }

  private func stopSleeping() {
    wakeTime = nil
    let end = endSleep
    endSleep = nil
    end?()
  }

  /// Called in the isolation after a sleep. Returns the time until which the task sleeps on, if any.
  func wake(number: Int, isOver: Bool) -> Duration? {
    if number != sleepNumber || wakeTime == nil { return nil }
    if isOver { end = alarms.lastDeadline ?? now }
    let endSleep = endSleep
    self.endSleep = nil
    wakeTime = nil
    var wakesAgain = false
    func sleepOn(since seen: Duration) {
      if time.manual != nil { return sleep(since: seen) }
      guard let first = alarms.first else { return }
      wakeTime = first.deadline
      self.endSleep = endSleep
      wakesAgain = true
    }
    // The alarm may have been withdrawn or postponed. An unconditional call on the idle thread would be queued ahead of
    // new work, and ring later alarms from there.
    let now = now
    if hasDueAlarm(at: now) {
      var isInCall = true
      ringWhenIdle { if isInCall { sleepOn(since: $0) } else { self.sleep(since: $0) } }
      isInCall = false
    } else {
      sleepOn(since: now)
    }
    return wakesAgain ? wakeTime : nil
  }

  /// Moves postponed alarms to their places.
  private func hasDueAlarm(at now: Duration) -> Bool {
    while let first = alarms.first, first.deadline <= now {
      if first.alarm.deadline <= first.deadline { return true }
      alarms.putOffFirst()
    }
    return false
  }

  /// The actor has ended, and no alarm will ring. Nothing else would release those that are kept while armed.
  func endAfterActor() {
    stopSleeping()
    // Releasing what one retains may cancel others.
    for alarm in alarms.kept where alarm.isArmed {
      _ = withdraw(alarm)
      alarm.forget()
    }
  }

  // --- Ringing -------------------------------------------------------------------------------------------------------

  private func ringWhenIdle() { ringWhenIdle { self.sleep(since: $0) } }

  /// A due alarm is a change of its own, after all running work. A round that has begun rings what is due by then, too.
  private func ringWhenIdle(then sleep: @escaping (_ seen: Duration) -> Void) {
    if isCallUnderway || round != nil { return }
    isCallUnderway = true
    callWhenThreadIsIdle(label: alarms.first?.alarm.label ?? "a clock") {
      self.isCallUnderway = false
      sleep(self.ring())
    }
  }

  /// Returns the time at which nothing more was due.
  private func ring() -> Duration {
    var now = now
    var rings = 0
    while let first = alarms.first, first.deadline <= now {
      let alarm = first.alarm
      if alarm.deadline > first.deadline {
        alarms.putOffFirst()
      } else {
        if first.round > Context.roundLimit { stopEndless(alarm) }
        round = first.round
        let entry = alarms.takeOut(alarm)
        alarm.ring()
        withExtendedLifetime(entry) {}
        // The handler may have advanced a manual clock, whose call has ended. Time that passes by itself is left to the
        // next turn.
        if time.manual != nil && self.now != now {
          now = self.now
          rings += 1
          if rings > Context.roundLimit { stopEndless(alarm) }
        }
      }
    }
    round = nil
    return now
  }

  private func stopEndless(_ alarm: Alarm) -> Never {
    if isOver {
      stop(
        """
        \(alarm.label) waits for a clock that has failed: its sleep threw an error although nothing was cancelled. So \
        everything is due at once, and what it emitted made it wait anew \(Context.roundLimit) times. Give it a clock \
        that works.
        """)
    }
    stop(
      """
      \(alarm.label) was due \(Context.roundLimit) times at one time. What it emits makes it wait anew, for no time \
      at all. Give it a time above zero, or end the loop.
      """)
  }

  deinit {
    endSleep?()
    Self.forget(number)
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Timeline {
  private struct Key: Hashable {
    let actor: ObjectIdentifier
    let clock: ObjectIdentifier
  }
  private struct Known {
    weak var timeline: Timeline?
    let number: Int
  }
  private struct Table {
    var lastNumber = 0
    var known: [Key: Known] = [:]
    var keys: [Int: Key] = [:]
  }
  private static let table = Locked(Table())

  /// `actor` is the caller's isolation.
  static func of(_ clock: any Clock<Duration>, in actor: any Actor) -> Timeline {
    let time = ClockTime(of: clock)
    let key = time.identity.map { Key(actor: ObjectIdentifier(actor), clock: $0) }
    nonisolated(unsafe) var found: Timeline?
    let number = table.withLock { table in
      // Released outside of the lock, since its `deinit` takes it.
      if let key { unsafe found = table.known[key]?.timeline }
      table.lastNumber += 1
      return table.lastNumber
    }
    // Another actor may have had the same address.
    if let found = unsafe found, found.isolation.actor === actor { return found }
    let new = Timeline(time, in: actor, number: number)
    nonisolated(unsafe) let known = Known(timeline: new, number: number)
    table.withLock { table in
      guard let key else { return }
      if let last = table.known[key] { table.keys[last.number] = nil }
      unsafe table.known[key] = known
      table.keys[number] = key
    }
    return new
  }

  private static func forget(_ number: Int) {
    table.withLock { table in
      if let key = table.keys.removeValue(forKey: number) { table.known[key] = nil }
    }
  }
}
