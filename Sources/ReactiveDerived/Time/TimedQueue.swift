/// Payloads with deadlines, in order of arrival.
@usableFromInline
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct TimedQueue<Payload> {
  private var entries: [(deadline: Duration, payload: Payload)?] = []
  private var begin = 0

  @usableFromInline init() {}

  var count: Int { entries.count - begin }
  @usableFromInline var firstDeadline: Duration? { begin < entries.count ? entries[begin]?.deadline : nil }

  /// A deadline is not before the previous one, even if a clock has gone back.
  @usableFromInline
  mutating func append(_ payload: Payload, dueAt deadline: Duration) {
    entries.append((max(deadline, entries.last??.deadline ?? deadline), payload))
  }

  /// Cost: amortized constant.
  @usableFromInline
  mutating func removeFirst() -> Payload? {
    guard begin < entries.count, let first = entries[begin] else { return nil }
    entries[begin] = nil
    begin += 1
    if begin == entries.count {
      entries.removeAll(keepingCapacity: begin <= 64)
      begin = 0
    } else if begin >= 64 && begin > entries.count / 2 {
      entries.removeFirst(begin)
      begin = 0
    }
    return first.payload
  }
}
