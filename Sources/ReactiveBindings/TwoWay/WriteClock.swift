import ReactiveCore

/// The time shared by everything that is bound together. It increases only at writes.
///
/// It belongs to the isolation of its behaviors. When two groups are bound, all of one becomes newer than all of the
/// other. The smaller group's clock forwards to the other, with the difference between their times: no write needs a
/// new time, and the path to the end stays short.
final class WriteClock {
  private var successor: WriteClock?
  /// Added to a time of this clock, yields the successor's.
  private var shift: Int64 = 0
  private var earliest: Int64 = 0
  private var present: Int64 = 0
  private var weight = 1
  /// The ``WriteStamp/bounces`` of a write made now.
  private var bounces = 0
  /// The last behaviors whose values were carried over, collected near the limit.
  private var lastLabels: [String] = []
  private var looks = WriteLooks()
  private var isLooking = false
  /// How many looks may be added before those at deallocated sides are removed.
  private var room: UInt32 = 64
  /// The number of writes since a side forwarded one in a batch or delivery, including that; 0 after a look at all
  /// sides.
  private var writesBehind = 0
  private weak var lastWritten: WriteStamp?
  private var unsettled = UnsettledWrites()
  /// How many changes of sides by writes elsewhere were noted.
  private var notedChanges: UInt = 0
  /// The last ``WriteTime/change``.
  private var lastChange: UInt64 = 0
  private var isSettling = false
  private lazy var idleLook = IdleCall(label: "two-way bindings") { [weak self] in self?.lookAfterBatch() }

  /// The clock at the end of the path, and the shift to its time. Shortens the path.
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

  /// Added to a time of this clock, makes it comparable within the group.
  var shiftToAll: Int64 { successor == nil ? 0 : end.shift }

  /// A time after all others, in this clock's own time: that of a write of the side with `stamp`, if any.
  func next(for stamp: WriteStamp? = nil) -> (time: WriteTime, bounces: Int) {
    let (clock, shift) = end
    clock.present += 1
    let time = WriteTime(write: clock.present - shift)
    if let stamp, !clock.looks.isEmpty { clock.noteWrite(of: stamp, at: time) }
    return (time, clock.bounces)
  }

  private func noteWrite(of stamp: WriteStamp, at time: WriteTime) {
    noteUnsettled(stamp, at: time)
    if writesBehind == 0 { return }
    writesBehind += 1
    lastWritten = stamp
  }

  /// In a batch or delivery, `localTime` is about to become that of `stamp`, or is; see ``UnsettledWrites``.
  func noteUnsettled(_ stamp: WriteStamp, at localTime: WriteTime) {
    let clock = end.clock
    if stamp.bindings.isEmpty || clock.looks.isEmpty || Context.current.isIdle { return }
    clock.unsettled.add(stamp, at: localTime)
  }

  /// Calls `look` when a side that comes from `source` may have been written elsewhere, until it returns nil.
  func addLook(_ look: WriteLook, of source: ReactiveNode?) {
    source?.shareClock(self)
    let clock = end.clock
    clock.looks.add([look], of: source)
    clock.take(room: 1)
  }

  /// The number of sides that may be looked at, deallocated ones included.
  var lookCount: Int { end.clock.looks.count }

  private func take(room taken: Int) {
    if taken < room {
      room -= UInt32(taken)
      return
    }
    if isLooking { return }
    looks.removeGone()
    room = UInt32(clamping: max(64, looks.count))
  }

  /// In a batch or delivery, gives writes made elsewhere a time before that of the current write. Returns whether it
  /// did.
  func lookAround() -> Bool {
    let clock = end.clock
    if clock.isLooking || Context.current.isIdle { return false }
    clock.look { !$0.isKnown }
    return true
  }

  /// A batch may revert a change that was looked at, and a later change may then have the same stamp.
  func lookWhenIdle() { end.clock.idleLook.request() }

  private func lookAfterBatch() {
    let clock = end.clock
    if !clock.isLooking { clock.look { !$0.isKnown } }
  }

  /// Before sides are compared: looks at the sides that writes of a batch or delivery may have changed.
  ///
  /// Such a change counts as newer than those writes, but older than the last one, if there are several.
  func catchUp() {
    let clock = end.clock
    if clock.writesBehind == 0 || clock.isLooking { return }
    let (last, isLastNewer, changes) = (clock.lastWritten, clock.writesBehind > 1, clock.notedChanges)
    clock.writesBehind = 0
    clock.look { $0.awaitsLook }
    if isLastNewer && end.clock.notedChanges != changes { last?.countAsLast() }
  }

  /// Whether any side forwards its writes, and so may change with a write of another.
  var hasLooks: Bool {
    let clock = end.clock
    return !clock.looks.isEmpty && !clock.isLooking
  }

  private func look(_ isDue: (WriteLookGroup) -> Bool) {
    if looks.isEmpty { return }
    isLooking = true
    defer { isLooking = false }
    var isAny = false
    withoutTracking {
      for group in looks.groups where isDue(group) {
        isAny = true
        let wasEnd = successor == nil
        let moved = group.look()
        if successor != nil {
          // A getter has merged the clocks. The other one has all groups by now, but this one was empty.
          if !wasEnd { continue }
          end.clock.looks.add(group.looks, of: group.source)
        }
        for (look, source) in moved { addLook(look, of: source) }
      }
    }
    if isAny { end.clock.looks.removeEmpty() }
  }

  /// Settles writes made before `time` that change a whole with bound parts; see ``UnsettledWrites``. Returns false if
  /// there are none.
  func settleWrites(before time: @autoclosure () -> WriteTime) -> Bool {
    let clock = end.clock
    if clock.isSettling { return false }
    clock.isSettling = true
    // A merge of clocks in between has another clock settle, if anything is left.
    defer { clock.isSettling = false }
    var isAny = false
    while let oldest = end.clock.unsettled.oldest, oldest.time < time() {
      end.clock.unsettled.removeOldest()
      if oldest.settleWholes() { isAny = true }
    }
    return isAny
  }

  /// A number of a change that a carried write has caused.
  func nextChange() -> UInt64 {
    let clock = end.clock
    clock.lastChange += 1
    return clock.lastChange
  }

  func noteChange() { end.clock.notedChanges &+= 1 }

  /// Before a value is carried to a side that comes from `source`: gives writes made elsewhere a time.
  func lookAtSides(of source: ReactiveNode) {
    let clock = end.clock
    if clock.isLooking || clock.looks.group(of: source)?.isUnchanged != false { return }
    clock.look { $0.source === source }
  }

  /// A value was carried to a side that comes from `source`. Other sides take its time when they are compared.
  func noteCarried(to source: ReactiveNode) { _ = end.clock.looks.group(of: source)?.hasForwarded() }

  /// A side that comes from `source` has forwarded a write, after a look at all sides.
  func noteForwarded(to source: ReactiveNode) {
    let clock = end.clock
    guard let group = clock.looks.group(of: source), group.hasForwarded() else { return }
    clock.writesBehind = max(clock.writesBehind, 1)
  }

  /// Counts later writes as made after `bounces` carries. Returns the previous number.
  @discardableResult
  func countWrites(as bounces: Int) -> Int {
    let clock = end.clock
    defer { clock.bounces = bounces }
    return clock.bounces
  }

  /// Called for a carry near the limit. Stops beyond it.
  func watch(_ side: String, _ other: String, _ bounces: Int) {
    let clock = end.clock
    for label in [side, other] where !clock.lastLabels.contains(label) { clock.lastLabels.append(label) }
    if bounces < Context.roundLimit { return }
    stop(
      """
      two-way bindings kept writing for \(Context.roundLimit) rounds without settling: \
      \(clock.lastLabels.joined(separator: " -> ")) -> \(clock.lastLabels[0]). Each time that a value is carried \
      over, a setter or a conversion writes another one. Let it stop when nothing is left to change.
      """)
  }

  /// Merges both clocks: everything here is newer than everything there. Returns false if they are one already.
  func overtake(_ other: WriteClock) -> Bool {
    let (mine, theirs) = (end.clock, other.end.clock)
    if mine === theirs { return false }
    let lift = theirs.present - mine.earliest + 1
    let last = mine.lastWritten ?? theirs.lastWritten
    let changes = mine.notedChanges &+ theirs.notedChanges
    let lastChange = max(mine.lastChange, theirs.lastChange)
    let writesBehind = mine.writesBehind + theirs.writesBehind
    var unsettled = theirs.unsettled
    unsettled.add(mine.unsettled)
    (mine.unsettled, theirs.unsettled) = (UnsettledWrites(), UnsettledWrites())
    defer {
      let clock = end.clock
      (clock.lastWritten, clock.writesBehind, clock.unsettled) = (last, writesBehind, unsettled)
      (clock.notedChanges, clock.lastChange) = (changes, lastChange)
    }
    if mine.weight <= theirs.weight {
      mine.successor = theirs
      mine.shift = lift
      theirs.present = mine.present + lift
      theirs.weight += mine.weight
      let count = mine.looks.count
      theirs.looks.take(in: mine.looks)
      mine.looks = WriteLooks()
      theirs.take(room: count)
    } else {
      theirs.successor = mine
      theirs.shift = -lift
      mine.earliest = theirs.earliest - lift
      mine.weight += theirs.weight
      let count = theirs.looks.count
      mine.looks.take(in: theirs.looks)
      theirs.looks = WriteLooks()
      mine.take(room: count)
    }
    return true
  }
}
