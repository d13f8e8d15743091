public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// A stream that emits when no payload arrives for `duration`.
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
  /// The time begins when the stream is observed, and begins anew with each payload. After an emission, it begins with
  /// the next payload. So each silence emits once. The end of the source is no silence: the stream finishes and emits
  /// nothing. The timeout ends nothing itself; use `prefix` for that.
  ///
  /// Timing and lifetime otherwise: see ``debounce(for:clock:isolation:file:line:)``. Cost: while observed, about
  /// 200 bytes more than `map`; a payload moves a deadline. In Combine and RxSwift, `timeout` ends the stream with an
  /// error.
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
