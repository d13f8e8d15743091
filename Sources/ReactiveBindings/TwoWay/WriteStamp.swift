// Bound sides agree when both carry the same time of writing. Otherwise the newer value is carried over with its time.
// So a value of any type passes a ring of bindings once, and no two sides can keep changing each other.

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

  /// A time after all others, in this clock's own time.
  fileprivate func next() -> (time: Int64, bounces: Int) {
    let (clock, shift) = end
    clock.present += 1
    return (clock.present - shift, clock.bounces)
  }

  /// Calls `look` when a side that comes from `source` may have been written elsewhere, until it returns nil.
  func addLook(_ look: WriteLook, of source: ReactiveNode?) {
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
  fileprivate func lookAround() -> Bool {
    let clock = end.clock
    if clock.isLooking || Context.current.isIdle { return false }
    clock.look { !$0.isKnown }
    return true
  }

  /// Before sides are compared: looks at the sides that writes of a batch or delivery may have changed.
  ///
  /// Such a change counts as newer than those writes, but older than the last one, if there are several.
  func catchUp() {
    let clock = end.clock
    if clock.writesBehind == 0 || clock.isLooking { return }
    let (last, isLastNewer, time) = (clock.lastWritten, clock.writesBehind > 1, clock.present)
    clock.writesBehind = 0
    clock.look { $0.awaitsLook }
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

  fileprivate func noteWrite(of stamp: WriteStamp) {
    let clock = end.clock
    if clock.writesBehind == 0 { return }
    clock.writesBehind += 1
    clock.lastWritten = stamp
  }

  /// A side that comes from `source` has forwarded a write, after a look at all sides.
  fileprivate func noteForwarded(to source: ReactiveNode) {
    let clock = end.clock
    guard let group = clock.looks.group(of: source) else { return }
    group.hasForwarded()
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
    let writesBehind = mine.writesBehind + theirs.writesBehind
    defer { (end.clock.lastWritten, end.clock.writesBehind) = (last, writesBehind) }
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

final class WriteStamp {
  let clock = WriteClock()
  private var localTime: Int64 = 0
  /// The write is a property's own, instead of a value carried to it.
  private(set) var isCorrection = false
  /// The length of the chain of carries that led to the write. A carried write keeps its number.
  private(set) var bounces = 0
  /// The write being carried to this side, which takes its time.
  private var incoming: (localTime: Int64, bounces: Int, isCorrection: Bool)?

  /// The time of the last write, comparable among bound sides until the next binding is made.
  var time: Int64 { localTime + clock.shiftToAll }

  /// The side is written, or if not `isDirect`, was found to have changed.
  func noteWrite(isCorrection: Bool = false, isDirect: Bool = true) {
    if let incoming {
      (localTime, bounces, self.isCorrection) = incoming
      hasLooked = false
    } else {
      hasLooked = isDirect && clock.lookAround()
      (localTime, bounces) = clock.next()
      clock.noteWrite(of: self)
      self.isCorrection = isCorrection
    }
    // Only once: the write may cause another write of this side.
    incoming = nil
  }

  /// For a forwarding behavior: its last noted change, and the last that the binding has looked at.
  private var seenChange: ChangeStamp?
  private var settledChange: ChangeStamp?

  /// For a forwarding behavior whose writes wait before they arrive.
  private var waiting: (any WaitingLook)?

  /// All sides were looked at before the last noted write.
  private var hasLooked = false
  private var isLookedAt = false

  /// Looks at `behavior`, which is up to date and has this stamp, for writes made elsewhere from now on.
  func lookAt<Value>(_ behavior: OpenBehavior<Value>) {
    noteChange(of: behavior)
    if isLookedAt { return }
    isLookedAt = true
    if behavior.writesLate {
      waiting = LateValue(behavior) { [weak self, weak behavior] in
        if let behavior { self?.noteChange(of: behavior) }
      }
    }
    let look = WriteLook { [weak self, weak behavior] looks in
      guard let self, let behavior else { return nil }
      if !looks { return WriteOrigin(source: nil) }
      _ = behavior.peek()
      noteChange(of: behavior)
      return WriteOrigin(source: behavior.onlySource)
    }
    clock.addLook(look, of: behavior.onlySource)
  }

  /// `node` is up to date, and has forwarded a noted write.
  func noteForwarded(by node: ReactiveNode) {
    seenChange = ChangeStamp(of: node)
    _ = waiting?.look()
    if bounces > 0 {
      // Other sides that change with a source continue the chain.
      for source in node.dependencies.compactMap(\.onlySource) {
        source.bindings.bounces = max(source.bindings.bounces, bounces)
      }
    }
    if hasLooked, let source = node.onlySource { clock.noteForwarded(to: source) }
  }

  fileprivate func countAsLast() { localTime = clock.next().time }

  /// `node` is up to date. Its change by a write elsewhere counts as written now.
  func noteChange(of node: ReactiveNode) {
    let (seen, settled, present) = (seenChange, settledChange, ChangeStamp(of: node))
    seenChange = present
    settledChange = present
    switch waiting?.look() {
    case .isNew?: break
    case .isKnown?: return
    // A batch that reverts forwarded writes is not a write, nor is the refusal of one.
    case nil, .hasArrivedOtherwise?: guard let seen, seen != present, settled != present else { return }
    }
    noteWrite(isDirect: false)
    bounces = max(bounces, bouncesBeforeChange(of: node) + 1)
  }

  /// The length of the chain of carries that led to the write by which `node` has changed.
  private func bouncesBeforeChange(of node: ReactiveNode) -> Int {
    var source = node
    while case .change(let dependency)? = source.nodeCause { source = dependency }
    return source.attachment == nil ? 0 : source.bindings.bounces
  }

  /// Calls `write` to carry the value of `source` over, or a value that counts as written now.
  func carry(from source: WriteStamp?, _ write: () -> Void) {
    if let source {
      incoming = (source.time - clock.shiftToAll, source.bounces, source.isCorrection)
    } else {
      let (time, bounces) = clock.next()
      incoming = (time, bounces, false)
    }
    write()
    // A duplicate is not written, but both sides agree now.
    if incoming != nil { noteWrite() }
  }
}
