// Who wrote last. Two sides that are bound agree when both carry the same time; otherwise the newer one is carried over,
// and its time with it. So a value goes around a ring of bindings once, whatever its type, and no two sides can push
// each other on.

/// The time that everything which is bound together shares. It only goes forward, and only when something is written.
///
/// It belongs to the isolation of what it serves, as the behaviors do. When two groups are bound they get one time, in
/// which all of the one is newer than all of the other: one clock forwards to the other, the smaller to the larger group,
/// with the difference between their times, so nothing has to be written anew and the way to the end is short.
final class WriteClock {
  private var successor: WriteClock?
  /// What makes a time of this clock one of the successor's.
  private var shift: Int64 = 0
  private var earliest: Int64 = 0
  private var present: Int64 = 0
  private var weight = 1

  /// The clock at the end of the way, and what makes a time of this one its own; after shortening the way.
  private var end: (clock: WriteClock, shift: Int64) {
    var clock = self
    var sum: Int64 = 0
    while let next = clock.successor {
      if let afterNext = next.successor {
        clock.shift += next.shift
        clock.successor = afterNext
      }
      sum += clock.shift
      if let successor = clock.successor { clock = successor }
    }
    return (clock, sum)
  }

  /// What makes a time of this clock one that all who are bound together understand.
  var shiftToAll: Int64 { end.shift }

  /// A time after all others, in this clock's own.
  func next() -> Int64 {
    let (clock, shift) = end
    clock.present += 1
    return clock.present - shift
  }

  /// Makes this and `other` one: everything here is newer than everything there. False if they are one already.
  func overtake(_ other: WriteClock) -> Bool {
    let (mine, theirs) = (end.clock, other.end.clock)
    if mine === theirs { return false }
    let lift = theirs.present - mine.earliest + 1
    if mine.weight <= theirs.weight {
      mine.successor = theirs
      mine.shift = lift
      theirs.present = mine.present + lift
      theirs.weight += mine.weight
    } else {
      theirs.successor = mine
      theirs.shift = -lift
      mine.earliest = theirs.earliest - lift
      mine.weight += theirs.weight
    }
    return true
  }
}

/// When a side was written.
final class WriteStamp {
  let clock = WriteClock()
  private var localTime: Int64 = 0
  /// The write was made by a property, which made something else of a value that was carried to it.
  private(set) var isCorrection = false
  /// The write that is on its way to this side, and whose time it gets instead of one of its own.
  private var incoming: (localTime: Int64, isCorrection: Bool)?

  /// The time of the last write. Times can be compared among those who are bound together, until the next binding is made.
  var time: Int64 { localTime + clock.shiftToAll }

  /// The side was written, by somebody else or by a binding.
  func noteWrite(isCorrection: Bool = false) {
    (localTime, self.isCorrection) = incoming ?? (clock.next(), isCorrection)
    // Only once: what the write sets off may write the side again.
    incoming = nil
  }

  /// Calls `write`, which carries the value of `source` over; or, without one, a value that counts as written now.
  func carry(from source: WriteStamp?, _ write: () -> Void) {
    incoming = source.map { ($0.time - clock.shiftToAll, $0.isCorrection) } ?? (clock.next(), false)
    write()
    // Not written if it was a duplicate; but it is known now that both sides agree.
    if incoming != nil { noteWrite() }
  }
}
