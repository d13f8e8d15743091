// Who wrote last. Two sides that are bound agree when both carry the same time; otherwise the newer one is carried over,
// and its time with it. So a value goes around a ring of bindings once, whatever its type, and no two sides can push
// each other on.

/// The time that everything which is bound together shares. It only goes forward, and only when something is written.
///
/// It belongs to the isolation of what it serves, as the behaviors do. When two groups are bound they get one time:
/// one clock forwards to the other, the smaller to the larger group, so the way to the end is short.
final class WriteClock {
  private var successor: WriteClock?
  private var present: UInt64 = 0
  private var weight = 1

  /// The clock at the end of the way, after shortening it.
  private var last: WriteClock {
    var clock = self
    while let next = clock.successor {
      if let afterNext = next.successor { clock.successor = afterNext }
      clock = next
    }
    return clock
  }

  /// A time after all others.
  func next() -> UInt64 {
    let clock = last
    clock.present += 1
    return clock.present
  }

  /// Makes this and `other` one.
  func join(_ other: WriteClock) {
    let (first, second) = (last, other.last)
    if first === second { return }
    let (larger, smaller) = first.weight < second.weight ? (second, first) : (first, second)
    smaller.successor = larger
    larger.weight += smaller.weight
    larger.present = max(larger.present, smaller.present)
  }
}

/// When a side was written.
final class WriteStamp {
  let clock = WriteClock()
  /// 0 before the first write that was noted.
  private(set) var time: UInt64 = 0
  /// The time of the write that is on its way to this side, and that it gets instead of one of its own.
  private var incoming: UInt64?

  /// The side was written, by somebody else or by a binding.
  func noteWrite() {
    time = incoming ?? clock.next()
    // Only once: what the write sets off may write the side again.
    incoming = nil
  }

  /// Calls `write`, which carries a value over that was written at `time`.
  func carry(from time: UInt64, _ write: () -> Void) {
    incoming = time
    write()
    // Not written if it was a duplicate; but it is known now that both sides agree.
    if incoming != nil { noteWrite() }
  }
}
