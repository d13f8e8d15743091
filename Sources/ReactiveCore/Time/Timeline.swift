// Unsafe: coming back to an isolation when a time has come.
//
// All alarms of one clock and one isolation lie in one heap, and one task sleeps for the first of them. So a change moves a
// deadline and nothing else: the task wakes early then, and sleeps on for the rest. Alarms that are due together ring in
// the order in which their operators were made, which several tasks could not promise.
//
// Invariant: a timeline and its alarms are used in their isolation alone. The task that sleeps holds neither, and comes back
// to the isolation first. The heap points at alarms unowned; an alarm leaves it before it ends.

/// The time of one clock in one isolation, and what waits for it there.
@safe
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
final class Timeline {
  private let time: ClockTime
  private let isolation: IsolationReference
  private let home = Home.current
  /// Of all timelines that there ever were.
  private let number: Int
  private var alarms = AlarmHeap()
  private var lastTurn = 0
  /// When what wakes the timeline does so; nil if nothing does, or it has just done so.
  private var wakeTime: Duration?
  /// How often something was made to wake the timeline. What wakes it for an earlier number is out of date.
  private var sleepNumber = 0
  /// Ends what wakes the timeline.
  private var endSleep: (() -> Void)?
  /// The round of the alarms that ring now; nil while none does.
  private var round: Int?
  private var isCallUnderway = false
  /// When the clock ended: a sleep threw an error in place of waking in time. Everything is due from then on.
  private var end: Duration?

  fileprivate init(_ time: ClockTime, _ isolation: IsolationReference, number: Int) {
    self.time = time
    self.isolation = isolation
    self.number = number
  }

  var now: Duration { end ?? time.now() }

  /// The clock wakes nothing any more.
  var isOver: Bool { end != nil }

  func nextTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  func insert(_ alarm: Alarm, at now: Duration) {
    let isDue = alarm.deadline <= now
    // What was due before is left over from a time at which the isolation was busy.
    let isForNoTime = alarm.deadline == now
    alarms.insert(alarm, round: isForNoTime ? (round ?? -1) + 1 : 0)
    if round != nil { return }
    // Where nothing runs, what is due at once is due in the next turn: not inside of the call that arms it.
    if isDue && !Context.isIdle { ringWhenIdle() } else { sleep() }
  }

  /// The alarm, which is armed, has another deadline.
  func move(_ alarm: Alarm, at now: Duration) {
    if alarm.deadline >= alarm.listedDeadline { return }
    let entry = alarms.takeOut(alarm)
    insert(alarm, at: now)
    withExtendedLifetime(entry) {}
  }

  /// Returns what may be all that keeps the alarm.
  func withdraw(_ alarm: Alarm) -> Alarm? {
    let entry = alarms.takeOut(alarm)
    // Nothing sleeps for nothing.
    if alarms.isEmpty && round == nil { stopSleeping() }
    return entry.kept
  }

  /// The other alarm rings in the place of this one, which is armed.
  func handOver(_ alarm: Alarm, to heir: Alarm) {
    let entry = alarms.replace(alarm, by: heir)
    withExtendedLifetime(entry) {}
  }

  // --- Sleeping ------------------------------------------------------------------------------------------------------

  /// Sees to it that something wakes the timeline when the first alarm is due.
  private func sleep() {
    guard let first = alarms.first else { return stopSleeping() }
    if let wakeTime, wakeTime <= first.deadline { return }
    if endSleep != nil {
      // A clock of the user's may run any code when a sleep is cancelled.
      stopSleeping()
      return sleep()
    }
    wakeTime = first.deadline
    sleepNumber += 1
    let wake = Wake(of: self, number: sleepNumber)
    if let clock = time.manual {
      let call = clock.call(at: first.deadline) { [home, isolation] in
        // What is called where it belongs has happened when `advance` returns.
        if home != .nowhere && home == .current {
          if let actor = isolation.actor { withExtendedLifetime(actor) { _ = wake.callInIsolation() } }
        } else {
          Task.detached { await wake.call(in: isolation) }
        }
      }
      endSleep = { clock.cancel(call) }
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

  private func stopSleeping() {
    wakeTime = nil
    let end = endSleep
    endSleep = nil
    end?()
  }

  /// Called in the isolation when a sleep is over. Returns until when the task that slept is to sleep on; nil if it is
  /// not.
  func wake(number: Int, isOver: Bool) -> Duration? {
    if number != sleepNumber || wakeTime == nil { return nil }
    if isOver { end = alarms.lastDeadline ?? now }
    let endSleep = endSleep
    self.endSleep = nil
    wakeTime = nil
    var wakesAgain = false
    func sleepOn() {
      if time.manual != nil { return sleep() }
      guard let first = alarms.first else { return }
      wakeTime = first.deadline
      self.endSleep = endSleep
      wakesAgain = true
    }
    // What it slept for may have been withdrawn or put off. A call that waited for an idle thread all the same would have a
    // place in the queue before what comes now, and ring then what is due later.
    if hasDueAlarm() {
      var isInCall = true
      ringWhenIdle { if isInCall { sleepOn() } else { self.sleep() } }
      isInCall = false
    } else {
      sleepOn()
    }
    return wakesAgain ? wakeTime : nil
  }

  /// Whether an alarm is due; puts those off that have another deadline by now.
  private func hasDueAlarm() -> Bool {
    let now = now
    while let first = alarms.first, first.deadline <= now {
      if first.alarm.deadline <= first.deadline { return true }
      alarms.putOffFirst()
    }
    return false
  }

  // --- Ringing -------------------------------------------------------------------------------------------------------

  private func ringWhenIdle() { ringWhenIdle { self.sleep() } }

  /// A time that has come is a change of its own: after all that is running.
  private func ringWhenIdle(then sleep: @escaping () -> Void) {
    if isCallUnderway { return }
    isCallUnderway = true
    callWhenThreadIsIdle(label: alarms.first?.alarm.label ?? "a clock") {
      self.isCallUnderway = false
      if self.round != nil { return }
      self.ring()
      sleep()
    }
  }

  private func ring() {
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
        // What it called may have advanced a manual clock, whose call has ended. Time that passes by itself is left for the
        // next turn.
        if time.manual != nil && self.now != now {
          now = self.now
          rings += 1
          if rings > Context.roundLimit { stopEndless(alarm) }
        }
      }
    }
    round = nil
  }

  private func stopEndless(_ alarm: Alarm) -> Never {
    if isOver {
      stop(
        """
        \(alarm.label) waits for a clock that has failed: its sleep threw an error though nothing was cancelled, so \
        everything is due at once. What it emitted made it wait anew \(Context.roundLimit) times. Give it a clock that works.
        """)
    }
    stop(
      """
      \(alarm.label) was due \(Context.roundLimit) times at one time: what it emits makes it wait anew, for no time at all. \
      Give it a time above zero, or end the loop.
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

  /// The timeline of `clock` in the isolation of the caller, `actor`.
  static func of(_ clock: any Clock<Duration>, in actor: any Actor) -> Timeline {
    let time = ClockTime(of: clock)
    let isolation = IsolationReference(actor)
    let key = time.identity.map { Key(actor: ObjectIdentifier(actor), clock: $0) }
    nonisolated(unsafe) var found: Timeline?
    let number = table.withLock { table in
      // Released outside of the lock, which its end takes.
      if let key { unsafe found = table.known[key]?.timeline }
      table.lastNumber += 1
      return table.lastNumber
    }
    // Another actor may have been at the same address.
    if let found = unsafe found, found.isolation.actor === actor { return found }
    let new = Timeline(time, isolation, number: number)
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

/// What wakes a timeline, in any isolation.
@safe
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Wake: Sendable {
  nonisolated(unsafe) private weak var timeline: Timeline?
  /// Of the sleep.
  private let number: Int

  init(of timeline: Timeline, number: Int) {
    self.number = number
    unsafe self.timeline = timeline
  }

  @discardableResult
  func callInIsolation(isOver: Bool = false) -> Duration? {
    unsafe timeline?.wake(number: number, isOver: isOver)
  }

  @discardableResult
  func call(in isolation: IsolationReference, isOver: Bool = false) async -> Duration? {
    // An actor that ends may be releasing alarms at this moment, so those are not touched without it.
    guard let actor = isolation.actor else { return nil }
    return await call(on: actor, isOver)
  }

  private func call(on actor: isolated any Actor, _ isOver: Bool) -> Duration? {
    // Looked at here: what cancels the task does so in this isolation.
    Task.isCancelled ? nil : callInIsolation(isOver: isOver)
  }
}
