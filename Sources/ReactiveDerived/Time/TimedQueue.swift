/// Payloads with deadlines, in order of arrival.
@usableFromInline
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct TimedQueue<Payload> {
  private var entries = Deque<(deadline: Duration, payload: Payload)>()

  @usableFromInline init() {}

  var count: Int { entries.count }
  @usableFromInline var firstDeadline: Duration? { entries.first?.deadline }

  /// A deadline is not before the previous one, even if a clock has gone back.
  @usableFromInline
  mutating func append(_ payload: Payload, dueAt deadline: Duration) {
    entries.append((max(deadline, entries.last?.deadline ?? deadline), payload))
  }

  /// Cost: amortized constant.
  @usableFromInline
  mutating func removeFirst() -> Payload? { entries.removeFirst()?.payload }
}
