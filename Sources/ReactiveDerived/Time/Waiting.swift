package import ReactiveCore

/// What a stream over time waits with while it is observed.
///
/// As a rule the handler at the source keeps it, and with it the alarm. When the source finishes while something waits,
/// nothing does any more. From then on an alarm that lives while it is armed keeps it, so it keeps the stream, which
/// finishes after the last payload.
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

  // --- What a kind of operator does ----------------------------------------------------------------------------------

  /// Whether the alarm has to ring for something that has been received.
  var isWaiting: Bool { false }

  /// Emits what is due, when the alarm has rung; arms it again if something still waits.
  func emit() {}

  // --- What all do ---------------------------------------------------------------------------------------------------

  override final var isAlone: Bool { isSourceOver }

  private final func ring() {
    // Kept meanwhile: another thread may release the last other reference at any moment, and the end of the stream drops
    // what waits.
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
    // Or else it has ended: its last observer is gone, or an observer of what has just been emitted has ended its source.
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

  override final func drop() { if isKeptByAlarm { letGoOfAlarm() } }

  /// The alarm may be all that keeps this.
  private final func letGoOfAlarm() {
    withExtendedLifetime(self) {
      alarm?.cancel()
      if isKeptByAlarm { alarm = nil }
    }
  }
}
