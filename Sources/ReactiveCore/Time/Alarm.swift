/// What an operator over time waits with: a time that can be put off.
///
/// To put it off costs a look at the clock and a store; nothing is allocated. It is used and released in its isolation.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
package final class Alarm {
  let timeline: Timeline
  /// Of alarms that are due together, the one with the lower turn rings first.
  let turn: Int
  /// It lives while it is armed, whatever else lets go of it.
  let isKeptWhileArmed: Bool
  /// When it is due, on its timeline.
  var deadline = Duration.zero
  /// The deadline under which the heap has it, which is not later.
  var listedDeadline = Duration.zero
  /// Its place in the heap of the timeline; -1 if it is not armed.
  var place = -1
  private let findLabel: () -> String
  private let whenDue: () -> Void

  /// `whenDue` is called in the isolation when it is due, in a turn of its own. It is not armed any more then.
  @usableFromInline
  package init(
    _ schedule: Schedule, isKeptWhileArmed: Bool = false, label: @autoclosure @escaping () -> String,
    whenDue: @escaping () -> Void
  ) {
    timeline = schedule.timeline
    turn = schedule.turn
    self.isKeptWhileArmed = isKeptWhileArmed
    findLabel = label
    self.whenDue = whenDue
  }

  /// Is armed for the time of `last`, which is not going to ring any more; for now, if `last` has rung. It lives while
  /// it is armed.
  package init(inPlaceOf last: Alarm, whenDue: @escaping () -> Void) {
    timeline = last.timeline
    turn = last.turn
    isKeptWhileArmed = true
    findLabel = last.findLabel
    self.whenDue = whenDue
    if last.isArmed { timeline.handOver(last, to: self) } else { arm(at: last.deadline) }
  }

  var label: String { findLabel() }
  func ring() { whenDue() }

  /// Whether it is going to ring.
  @usableFromInline package var isArmed: Bool { place >= 0 }

  /// What has passed on its clock since some beginning.
  @usableFromInline package var now: Duration { timeline.now }

  /// The clock has ended: what is armed is due at once.
  package var isClockOver: Bool { timeline.isOver }

  /// Is due in `duration`, and not when it was due before. What is below zero counts as zero, which comes after what is
  /// running, and what is above a hundred years as a hundred years, since no clock can add more.
  @usableFromInline
  package func arm(after duration: Duration) {
    let now = timeline.now
    let deadline = now + Self.bounded(duration)
    // Nearly always: it is put off.
    if isArmed && deadline >= listedDeadline && !timeline.isOver {
      self.deadline = deadline
    } else {
      arm(at: deadline, now)
    }
  }

  /// The time in `duration` as ``now`` counts it, for ``arm(at:)``.
  package func deadline(after duration: Duration) -> Duration { now + Self.bounded(duration) }

  private static let longest = Duration.seconds(3_155_760_000)

  @inline(__always)
  private static func bounded(_ duration: Duration) -> Duration {
    duration <= .zero ? .zero : duration > longest ? longest : duration
  }

  /// Is due when so much has passed as ``now`` counts it.
  @usableFromInline package func arm(at deadline: Duration) { arm(at: deadline, timeline.now) }

  private func arm(at deadline: Duration, _ now: Duration) {
    self.deadline = timeline.isOver ? now : deadline
    if isArmed { timeline.move(self, at: now) } else { timeline.insert(self, at: now) }
  }

  /// Is not going to ring.
  @usableFromInline package func cancel() { if isArmed { _ = timeline.withdraw(self) } }

  deinit { cancel() }
}

/// The clock and the isolation of an operator over time, and its turn among those that are due together.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
package struct Schedule {
  let timeline: Timeline
  let turn: Int

  /// In the isolation `actor`, which is the caller's. Stops outside of any, with a message that begins with `event`: what
  /// was made or given there.
  @usableFromInline
  package init(_ clock: any Clock<Duration>, _ actor: (any Actor)?, _ event: @autoclosure () -> String) {
    self.init(.of(clock, in: IsolationReference.need(actor, toComeBack: "when its time has come", event)))
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    turn = timeline.nextTurn()
  }

  /// In `isolation`, which is the caller's; nil outside of any, and where its actor has ended.
  package init?(_ clock: any Clock<Duration>, in isolation: IsolationReference) {
    guard let actor = isolation.actor else { return nil }
    self.init(.of(clock, in: actor))
  }

  /// The same clock and isolation, and the turn after all that there are.
  package func following() -> Schedule { Schedule(timeline) }
}
