package import ReactiveCore

/// The state of an observed stream over time.
///
/// Usually the handler at the source retains it and its alarm. If the source finishes while something waits, the armed
/// alarm retains it, and so the stream, which finishes after the last payload.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
class Waiting<Output>: HeldBack {
  @usableFromInline final let link: StreamLink<Output>
  @safe @exclusivity(unchecked) @usableFromInline final private(set) var alarm: Alarm!
  private final var isSourceOver = false
  private final var isKeptByAlarm = false

  @usableFromInline
  init(_ link: StreamLink<Output>, _ schedule: Schedule) {
    self.link = link
    super.init()
    alarm = Alarm(schedule, label: link.observers.label) { [unowned self] in ring() }
    link.heldBack = self
  }

  // --- Per operator --------------------------------------------------------------------------------------------------

  /// Whether a received payload needs the alarm.
  var isWaiting: Bool { false }

  /// Emits due payloads when the alarm rings, and arms it again if others wait.
  func emit() {}

  // --- Shared --------------------------------------------------------------------------------------------------------

  override final var isAlone: Bool { isSourceOver }

  private final func ring() {
    // Retained, because another thread may release the last other reference, which drops waiting payloads.
    guard let stream = link.stream else { return drop() }
    emit()
    if isSourceOver { goOnAlone(atOnce: false) }
    withExtendedLifetime(stream) {}
  }

  override final func sourceFinished() {
    isSourceOver = true
    goOnAlone(atOnce: true)
  }

  /// `atOnce`: in the delivery of the source's end.
  private final func goOnAlone(atOnce: Bool) {
    // Otherwise it has ended: its last observer was cancelled, or an observer of the last payload ended its source.
    guard let stream = link.stream else { return }
    defer { withExtendedLifetime(stream) {} }
    if !isWaiting {
      letGoOfAlarm()
      if atOnce { link.finish() } else { link.finishLater() }
    } else if !isKeptByAlarm {
      isKeptByAlarm = true
      alarm = Alarm(inPlaceOf: alarm) { [self] in ring() }
    }
  }

  // First: a payload's `deinit` may advance the clock, and the alarm would call this object.
  deinit { alarm?.cancel() }

  override final func drop() { if isKeptByAlarm { letGoOfAlarm() } }

  /// The alarm may hold the last reference to this.
  private final func letGoOfAlarm() {
    withExtendedLifetime(self) {
      alarm?.cancel()
      if isKeptByAlarm { alarm = nil }
    }
  }
}
