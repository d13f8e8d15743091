/// A postponable timer of an operator over time. Used and released in its isolation.
///
/// Cost of postponing: a clock read and a store.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
package final class Alarm {
  let timeline: Timeline
  /// Alarms due together ring by ascending turn.
  let turn: Int
  /// Whether the heap retains the alarm while it is armed.
  let isKeptWhileArmed: Bool
  // A check of exclusivity would take as long as the rest of an event into an armed debounce.
  @safe @exclusivity(unchecked) @usableFromInline package internal(set) var deadline = Duration.zero
  /// The deadline in the heap, which is not later.
  var listedDeadline = Duration.zero
  /// The index in the timeline's heap; -1 if not armed.
  var place = -1
  private var findLabel: () -> String
  private var whenDue: () -> Void

  /// `whenDue` runs in the isolation, in a turn of its own. The alarm is then no longer armed.
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

  /// Takes over the deadline of `last`, which no longer rings; due now, if `last` has rung. Kept while armed.
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

  /// Releases what the alarm retains, which may retain the alarm.
  func forget() { (findLabel, whenDue) = ({ "" }, {}) }

  /// Whether the alarm is due to ring.
  @usableFromInline package var isArmed: Bool { place >= 0 }

  /// The time on its clock since some origin.
  @usableFromInline package var now: Duration { timeline.now }

  /// The clock has failed: each armed alarm is due at once.
  package var isClockOver: Bool { timeline.isOver }

  /// Replaces the deadline. A negative duration counts as zero, which is due after the running work. More than a
  /// hundred years counts as a hundred years, since no clock can add more.
  @usableFromInline
  package func arm(after duration: Duration) {
    let now = timeline.now
    let deadline = now + Self.bounded(duration)
    // The usual case.
    if isArmed && deadline >= listedDeadline && !timeline.isOver {
      self.deadline = deadline
    } else {
      arm(at: deadline, now)
    }
  }

  /// The deadline for ``arm(at:)``.
  package func deadline(after duration: Duration) -> Duration { now + Self.bounded(duration) }

  private static let longest = Duration.seconds(3_155_760_000)

  @inline(__always)
  private static func bounded(_ duration: Duration) -> Duration {
    duration <= .zero ? .zero : duration > longest ? longest : duration
  }

  @usableFromInline package func arm(at deadline: Duration) { arm(at: deadline, timeline.now) }

  private func arm(at deadline: Duration, _ now: Duration) {
    self.deadline = timeline.isOver ? now : deadline
    if isArmed { timeline.move(self, at: now) } else { timeline.insert(self, at: now) }
  }

  @usableFromInline package func cancel() { if isArmed { _ = timeline.withdraw(self) } }

  deinit { cancel() }
}

/// The clock and isolation of an operator over time, and its turn among alarms due together.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
package struct Schedule {
  let timeline: Timeline
  let turn: Int

  /// `actor` is the caller's isolation. Without one, the program stops with a message that begins with `event`.
  @usableFromInline
  package init(_ clock: any Clock<Duration>, _ actor: (any Actor)?, _ event: @autoclosure () -> String) {
    self.init(.of(clock, in: IsolationReference.need(actor, toComeBack: "when its time has come", event)))
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    turn = timeline.nextTurn()
  }

  /// `isolation` is the caller's. Nil if its actor is missing or has ended.
  package init?(_ clock: any Clock<Duration>, in isolation: IsolationReference) {
    guard let actor = isolation.actor else { return nil }
    self.init(.of(clock, in: actor))
  }

  /// The same with the last turn.
  package func following() -> Schedule { Schedule(timeline) }
}
