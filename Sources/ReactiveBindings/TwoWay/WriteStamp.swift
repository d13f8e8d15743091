// Which side was written last. Two sides that are bound agree when both carry the same time; otherwise the newer value
// is carried over, and its time with it. So a value passes a ring of bindings once, whatever its type, and no two sides
// can keep changing each other.

import ReactiveCore

/// The time that everything which is bound together shares. It only increases, and only when something is written.
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
  /// What ``WriteStamp/bounces`` of a write is that is made now.
  private var bounces = 0
  /// The last behaviors whose values were carried over, collected when the limit is near.
  private var lastLabels: [String] = []
  private var looks = WriteLooks()
  private var isLooking = false
  /// How many writes were made since a side has forwarded one in a batch, with that; 0 when all sides have been looked at.
  private var writesBehind = 0
  /// The last of them, if they are several.
  private weak var lastWritten: WriteStamp?

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

  /// What makes a time of this clock comparable for everything that is bound together.
  var shiftToAll: Int64 { end.shift }

  /// A time after all others, in this clock's own, for a write that is made now.
  fileprivate func next() -> (time: Int64, bounces: Int) {
    let (clock, shift) = end
    clock.present += 1
    return (clock.present - shift, clock.bounces)
  }

  /// `look` is called where a side that comes from `source` may have been written elsewhere; until it returns nil.
  func addLook(_ look: @escaping WriteLook, of source: ReactiveNode?) { end.clock.looks.add([look], of: source) }

  /// In a batch, what was written elsewhere gets its time before what is written now. Returns whether it has.
  fileprivate func lookAround() -> Bool {
    let clock = end.clock
    if clock.isLooking || !Context.isCollecting { return false }
    clock.look { !$0.isKnown }
    return true
  }

  /// Before sides are compared: what the writes of a batch have changed on other sides was not looked at yet.
  ///
  /// It counts as newer than those writes, and as older than the last one, if that came after another one.
  func catchUp() {
    let clock = end.clock
    if clock.writesBehind == 0 || clock.isLooking { return }
    let (last, isLastNewer, time) = (clock.lastWritten, clock.writesBehind > 1, clock.present)
    clock.writesBehind = 0
    clock.look { $0.isBehind && $0.isKnown }
    if isLastNewer && end.clock.present > time { last?.countAsLast() }
  }

  private func look(_ isDue: (WriteLookGroup) -> Bool) {
    if looks.isEmpty { return }
    isLooking = true
    defer { isLooking = false }
    var isAny = false
    withoutTracking {
      for group in looks.groups where isDue(group) {
        isAny = true
        for (look, source) in group.look() { addLook(look, of: source) }
      }
    }
    if isAny { end.clock.looks.removeEmpty() }
  }

  /// A side is written now.
  fileprivate func noteWrite(of stamp: WriteStamp) {
    let clock = end.clock
    if clock.writesBehind == 0 { return }
    clock.writesBehind += 1
    clock.lastWritten = stamp
  }

  /// A side that comes from `source` has forwarded a write, before which all were looked at.
  fileprivate func noteForwarded(to source: ReactiveNode) {
    let clock = end.clock
    guard let group = clock.looks.group(of: source) else { return }
    group.hasForwarded()
    clock.writesBehind = max(clock.writesBehind, 1)
  }

  /// Writes that are made from now on come after `bounces` carries. Returns what it was before.
  @discardableResult
  func countWrites(as bounces: Int) -> Int {
    let clock = end.clock
    defer { clock.bounces = bounces }
    return clock.bounces
  }

  /// A value is carried from one side to the other, and the limit is near. Stops behind it.
  func watch(_ side: String, _ other: String, _ bounces: Int) {
    let clock = end.clock
    for label in [side, other] where !clock.lastLabels.contains(label) { clock.lastLabels.append(label) }
    if bounces < Context.roundLimit { return }
    stop(
      """
      two-way bindings kept writing for \(Context.roundLimit) rounds without settling: \
      \(clock.lastLabels.joined(separator: " -> ")) -> \(clock.lastLabels[0]). Each time that a value is carried over, a setter \
      or a conversion writes another one: let it stop when nothing is left to change.
      """)
  }

  /// Makes this and `other` one: everything here is newer than everything there. False if they are one already.
  func overtake(_ other: WriteClock) -> Bool {
    let (mine, theirs) = (end.clock, other.end.clock)
    if mine === theirs { return false }
    let lift = theirs.present - mine.earliest + 1
    let last = mine.lastWritten ?? theirs.lastWritten
    let writesBehind = mine.writesBehind + theirs.writesBehind
    defer { (end.clock.lastWritten, end.clock.writesBehind) = (last, writesBehind) }
    if mine.weight <= theirs.weight {
      mine.successor = theirs
      mine.shift = lift
      theirs.present = mine.present + lift
      theirs.weight += mine.weight
      theirs.looks.take(in: mine.looks)
      mine.looks = WriteLooks()
    } else {
      theirs.successor = mine
      theirs.shift = -lift
      mine.earliest = theirs.earliest - lift
      mine.weight += theirs.weight
      mine.looks.take(in: theirs.looks)
      theirs.looks = WriteLooks()
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
  /// How many values had been carried over when it was written, each because of the one before, with nothing else
  /// written in between. A write that is carried takes its number along.
  private(set) var bounces = 0
  /// The write that is being carried to this side; the side takes its time instead of a new one.
  private var incoming: (localTime: Int64, bounces: Int, isCorrection: Bool)?

  /// The time of the last write. Times can be compared among sides that are bound together, until the next binding is
  /// made.
  var time: Int64 { localTime + clock.shiftToAll }

  /// The side was written, by a binding or by other code.
  func noteWrite(isCorrection: Bool = false) {
    if let incoming {
      (localTime, bounces, self.isCorrection) = incoming
      hasLooked = false
    } else {
      hasLooked = clock.lookAround()
      (localTime, bounces) = clock.next()
      clock.noteWrite(of: self)
      self.isCorrection = isCorrection
    }
    // Only once: what the write sets off may write the side again.
    incoming = nil
  }

  /// Of a behavior that forwards its writes: its last change that was noted, and the last one that the binding has looked at.
  private var seenChange: ChangeStamp?
  private var settledChange: ChangeStamp?

  /// All sides were looked at before the write that was noted last.
  private var hasLooked = false
  private var isLookedAt = false

  /// From now on `behavior`, whose stamp this is, is looked at for writes that were made elsewhere. It is up to date.
  func lookAt<Value>(_ behavior: OpenBehavior<Value>) {
    noteChange(of: behavior)
    if isLookedAt { return }
    isLookedAt = true
    clock.addLook(
      { [weak self, weak behavior] in
        guard let self, let behavior else { return nil }
        _ = behavior.peek()
        noteChange(of: behavior)
        return WriteOrigin(source: behavior.onlySource)
      }, of: behavior.onlySource)
  }

  /// `node` has forwarded a write, which was noted, and is up to date.
  func noteForwarded(by node: ReactiveNode) {
    seenChange = ChangeStamp(of: node)
    if hasLooked, let source = node.onlySource { clock.noteForwarded(to: source) }
  }

  /// The write is newer than all others.
  fileprivate func countAsLast() { localTime = clock.next().time }

  /// `node` is up to date. If it has changed by a write elsewhere, it counts as written now.
  func noteChange(of node: ReactiveNode) {
    let (seen, settled, present) = (seenChange, settledChange, ChangeStamp(of: node))
    seenChange = present
    settledChange = present
    // A batch that has taken forwarded writes back is no write.
    if let seen, seen != present, settled != present { noteWrite() }
  }

  /// Calls `write`, which carries the value of `source` over; or, without one, a value that counts as written now.
  func carry(from source: WriteStamp?, _ write: () -> Void) {
    if let source {
      incoming = (source.time - clock.shiftToAll, source.bounces, source.isCorrection)
    } else {
      let (time, bounces) = clock.next()
      incoming = (time, bounces, false)
    }
    write()
    // A duplicate was not written, but both sides agree now.
    if incoming != nil { noteWrite() }
  }
}
