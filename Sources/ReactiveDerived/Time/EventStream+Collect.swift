public import ReactiveCore

extension EventStream {
  /// A stream of arrays of `count` payloads.
  ///
  /// ```swift
  /// let typed = Event<Character>()
  /// typed.collect(3).sink { print(String($0)) }
  /// for character in "tomato" { typed.trigger(character) }  // prints "tom", "ato"
  /// ```
  ///
  /// When the source finishes, an incomplete group is emitted, and the stream finishes. The last cancellation drops the
  /// group. A count below 1 stops with a message. Lifetime: see ``map(file:line:_:)``. Cost: while observed, about
  /// 100 bytes more than that; an array for each group. Same name in Combine; `buffer` in RxSwift.
  public final func collect(
    _ count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<[Payload]> {
    if count < 1 { stop("collect(_:) of \(label): cannot make groups of \(count) payloads. Collect at least 1.") }
    return derive(file, line) { link in
      let group = Group(link, count)
      return { group.receive($0) }
    }
  }
}

/// An incomplete group.
private final class Group<Payload>: HeldBack {
  private let link: StreamLink<[Payload]>
  private let count: Int
  private var payloads: [Payload] = []

  init(_ link: StreamLink<[Payload]>, _ count: Int) {
    self.link = link
    self.count = count
    super.init()
    link.heldBack = self
  }

  func receive(_ payload: Payload) {
    payloads.append(payload)
    if payloads.count == count { forward() }
  }

  private func forward() {
    let full = payloads
    payloads = []
    link.forward(full)
  }

  override func sourceFinished() {
    if !payloads.isEmpty { forward() }
    link.finish()
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// A stream of arrays of the payloads that arrive within `duration` of a first one, at most `limit`.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let logged = Event<String>()
  /// logged.collect(for: .seconds(1), limit: 3, clock: clock).sink { print($0.joined()) }
  /// logged.trigger("a")
  /// logged.trigger("b")
  /// clock.advance(by: .seconds(1))                             // prints "ab"
  /// for line in ["c", "d", "e", "f"] { logged.trigger(line) }  // prints "cde"
  /// clock.advance(by: .seconds(1))                             // prints "f"
  /// ```
  ///
  /// A group begins with a payload, so none is empty. A full group is emitted at once. Timing and lifetime: see
  /// ``debounce(for:clock:isolation:file:line:)``. A limit below 1 stops with a message. Cost: while observed, about
  /// 260 bytes more than `map`; an array for each group. Combine's `collect(.byTimeOrCount)`; RxSwift's `buffer`, whose
  /// groups follow the clock and may be empty.
  public final func collect(
    for duration: Duration, limit: Int = .max, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<[Payload]> {
    if limit < 1 {
      stop("collect(for:limit:) of \(label): cannot make groups of \(limit) payloads. Collect at least 1.")
    }
    let schedule = Schedule(clock, isolation, "collect(for:) of \(label) was made")
    return derive(file, line) { link in
      let collection = Collection(link, schedule, duration, limit)
      return { collection.receive($0) }
    }
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Collection<Payload>: Waiting<[Payload]> {
  private let duration: Duration
  private let limit: Int
  private var group: [Payload] = []

  init(_ link: StreamLink<[Payload]>, _ schedule: Schedule, _ duration: Duration, _ limit: Int) {
    self.duration = duration
    self.limit = limit
    super.init(link, schedule)
  }

  override var isWaiting: Bool { !group.isEmpty }

  override func emit() { if !group.isEmpty { link.send(takeGroup()) } }

  func receive(_ payload: Payload) {
    group.append(payload)
    if group.count == limit {
      // The alarm stays armed for the next group to postpone. Otherwise each group would begin its own sleep.
      link.forward(takeGroup())
    } else if group.count == 1 {
      alarm.arm(after: duration)
    }
  }

  private func takeGroup() -> [Payload] {
    let full = group
    group = []
    return full
  }
}

extension Behavior {
  /// Unavailable: a stream's name.
  @available(*, unavailable, message: "write behavior.changes.collect(count)")
  public final func collect(_ count: Int) -> EventStream<[Value]> { stop("unavailable") }

  /// Unavailable: a stream's name.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  @available(*, unavailable, message: "write behavior.changes.collect(for:), or with limit:")
  public final func collect(
    for duration: Duration, limit: Int = .max, clock: any Clock<Duration> = ContinuousClock()
  ) -> EventStream<[Value]> { stop("unavailable") }
}
