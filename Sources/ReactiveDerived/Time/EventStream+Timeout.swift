public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// A stream that emits when nothing has come for `duration`.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let answered = Event<String>()
  /// answered.timeout(after: .seconds(5), clock: clock).sink { print("no answer") }
  /// clock.advance(by: .seconds(4))
  /// answered.trigger("yes")
  /// clock.advance(by: .seconds(4))
  /// clock.advance(by: .seconds(1))  // prints "no answer"
  /// ```
  ///
  /// The time begins when the stream is observed, and anew with each payload; after it has emitted, with the next
  /// payload. So it emits once for each silence. It emits, and lives, as ``debounce(for:clock:isolation:file:line:)``
  /// says, but the end of the source is no silence: it finishes with it, and emits nothing. It ends nothing itself: use
  /// `prefix` for that. Cost: while it is observed, about 200 bytes more than `map`; a
  /// payload moves a deadline. In Combine and RxSwift the operator of this name ends the stream with an error.
  public final func timeout(
    after duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Void> {
    let schedule = Schedule(clock, isolation, "timeout(after:) of \(label) was made")
    return derive(file, line) { link in
      let alarm = Alarm(schedule, label: link.observers.label) { link.send(()) }
      alarm.arm(after: duration)
      return { _ in alarm.arm(after: duration) }
    }
  }
}
