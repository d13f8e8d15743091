// Bound sides agree when both carry the same time of writing. Otherwise the newer value is carried over with its time.
// So a value of any type passes a ring of bindings once, and no two sides can keep changing each other.

import ReactiveCore

/// When a side was written, in the time of one clock.
struct WriteTime: Comparable {
  /// The number of the write.
  var write: Int64
  /// Of a change that a carried write has caused, as of another part: its number among all such changes of the group.
  /// So the change is newer than that write, older than the next one, and two sides that differ have different times.
  var change: UInt64 = 0

  static func < (one: WriteTime, other: WriteTime) -> Bool { (one.write, one.change) < (other.write, other.change) }

  func shifted(by shift: Int64) -> WriteTime { WriteTime(write: write + shift, change: change) }
}

/// A write whose time is known.
struct NotedWrite {
  /// The clock of the time.
  let clock: WriteClock
  let localTime: WriteTime

  /// Comparable among bound sides until the next binding is made.
  var time: WriteTime { localTime.shifted(by: clock.shiftToAll) }
}

/// The time of a side's last write, and how it came about.
final class WriteStamp {
  let clock = WriteClock()
  private(set) var localTime = WriteTime(write: 0)
  /// The bindings of a behavior; none for a property, whose binding settles when it is announced.
  var bindings = SideBindings()
  /// The write is a property's own, instead of a value carried to it.
  private(set) var isCorrection = false
  /// The length of the chain of carries that led to the write. A carried write keeps its number.
  private(set) var bounces = 0
  /// The write being carried to this side, which takes its time.
  private var incoming: (localTime: WriteTime, bounces: Int, isCorrection: Bool)?

  /// The time of the last write, comparable among bound sides until the next binding is made.
  var time: WriteTime { localTime.shifted(by: clock.shiftToAll) }

  /// The side is written, or if not `isDirect`, was found to have changed.
  func noteWrite(isCorrection: Bool = false, isDirect: Bool = true) {
    if let incoming {
      (localTime, bounces, self.isCorrection) = incoming
      hasLooked = false
    } else {
      hasLooked = isDirect && clock.lookAround()
      if hasLooked && clock.hasLooks { noteChangesOfOthers() }
      (localTime, bounces) = clock.next(for: self)
      self.isCorrection = isCorrection
      if isLookedAt && isDirect, let part { noteWriteOfWholes(of: part) }
    }
    // Only once: the write may cause another write of this side.
    incoming = nil
  }

  /// The bound wholes to which `part`, which is written, forwards the write: for them it is the same one.
  private func noteWriteOfWholes(of part: ReactiveNode) {
    wholes = part.stampsOfWholes
    for whole in wholes {
      let time = whole.timeAfter(lastWrite, isWhole: true)
      whole.incoming = (time, bounces, false)
      clock.noteUnsettled(whole, at: time)
    }
  }

  /// For a forwarding behavior: its last noted change, and the last that the binding has looked at.
  private var seenChange: ChangeStamp?
  private var settledChange: ChangeStamp?

  /// For a forwarding behavior whose writes wait before they arrive.
  private var waiting: (any WaitingLook)?

  /// All sides were looked at before the last noted write.
  private var hasLooked = false
  private var isLookedAt = false
  /// The behavior, if it forwards its writes.
  private weak var part: ReactiveNode?
  /// The bound wholes to which it forwards the present write.
  private var wholes: [WriteStamp] = []

  /// Looks at `behavior`, which is up to date and has this stamp, for writes made elsewhere from now on.
  func lookAt<Value>(_ behavior: OpenBehavior<Value>) {
    noteChange(of: behavior)
    if isLookedAt { return }
    isLookedAt = true
    part = behavior
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
    if node.isInBatch { clock.lookWhenIdle() }
    if !wholes.isEmpty {
      for whole in wholes { whole.incoming = nil }
      wholes = []
    }
    _ = waiting?.look()
    let source = node.onlySource
    if waiting == nil, let source { source.presentBindings?.noteChange(of: source, by: lastWrite) }
    if bounces > 0 {
      // Other sides that change with a source continue the chain.
      for source in node.dependencies.compactMap(\.onlySource) {
        source.bindings.bounces = max(source.bindings.bounces, bounces)
      }
    }
    if hasLooked, let source { clock.noteForwarded(to: source) }
  }

  /// The value of `node` was carried over, or is that of the other side. If the open batch reverts it, it is carried
  /// again.
  func noteCarried(_ node: ReactiveNode) { settledChange = ChangeStamp(of: node) }

  func countAsLast() { localTime = clock.next(for: self).time }

  /// `node` is up to date. Its change by a write elsewhere counts as written now.
  func noteChange(of node: ReactiveNode) {
    let (seen, settled, present) = (seenChange, settledChange, ChangeStamp(of: node))
    seenChange = present
    if node.isInBatch { clock.lookWhenIdle() }
    // The open batch may revert it; see ``noteCarried(_:)``.
    if !(node.isInBatch && Context.isCollecting) { settledChange = present }
    switch waiting?.look() {
    case .isNew?: break
    case .isKnown?: return
    // A batch that reverts forwarded writes is not a write, nor is the refusal of one.
    case nil, .hasArrivedOtherwise?: guard let seen, seen != present, settled != present else { return }
    }
    if waiting == nil, let write = writeBehindValue(of: node) {
      (localTime, hasLooked, isCorrection) = (timeAfter(write), false, false)
      bounces = 0
    } else {
      noteWrite(isDirect: false)
    }
    bounces = max(bounces, bouncesBeforeChange(of: node) + 1)
    clock.noteChange()
  }

  /// The noted write of another side, or of the whole, by which `node` has changed.
  private func writeBehindValue(of node: ReactiveNode) -> NotedWrite? {
    guard let source = node.onlySource else { return nil }
    return source.presentBindings?.writeBehindValue(of: source)
  }

  /// The length of the chain of carries that led to the write by which `node` has changed.
  private func bouncesBeforeChange(of node: ReactiveNode) -> Int {
    var source = node
    while case .change(let dependency)? = source.nodeCause { source = dependency }
    return source.attachment == nil ? 0 : source.bindings.bounces
  }

  /// Before a write: gives earlier changes of the sides that are bound to this one a time. Only of a few: the side may
  /// be written as often as it has bindings. The others are looked at later, with all sides.
  private func noteChangesOfOthers() { bindings.visit(first: WriteLookGroup.few) { $0.noteChanges(before: self) } }

  /// Settles the bindings by which this side changes a whole with bound parts. Returns false if there are none.
  func settleWholes() -> Bool {
    var isAny = false
    bindings.visit { if $0.settleWhole(from: self) { isAny = true } }
    return isAny
  }

  var lastWrite: NotedWrite { NotedWrite(clock: clock, localTime: localTime) }

  /// Carries the value of `source` to `part`, which has this stamp.
  ///
  /// The wholes, and other parts that change with them, count as written just after `source`: a later write of one of
  /// them is still newer.
  func carry(from source: WriteStamp?, toPart part: ReactiveNode, _ write: () -> Void) {
    let wholes = part.stampsOfWholes
    let origin = part.onlySource
    if let origin { clock.lookAtSides(of: origin) }
    noteChangesOfOthers()
    carry(from: source) {
      if let incoming {
        let present = NotedWrite(clock: clock, localTime: incoming.localTime)
        for whole in wholes { whole.incoming = (whole.timeAfter(present, isWhole: true), incoming.bounces + 1, false) }
      }
      write()
    }
    for whole in wholes { whole.incoming = nil }
    if let origin { clock.noteCarried(to: origin) }
  }

  /// The time of a change that a noted write has caused: just after it.
  ///
  /// A part of the side may have been written later. Then the change is newer than that, so that it reaches what the
  /// side is bound to. But a change that was itself caused by such a change may have passed a ring: the later write
  /// replaces it.
  private func timeAfter(_ write: NotedWrite, isWhole: Bool = false) -> WriteTime {
    let cause = write.localTime.shifted(by: write.clock.shiftToAll - clock.shiftToAll)
    if cause < localTime && cause.change > 0 && !isWhole { return cause }
    return WriteTime(write: max(localTime.write, cause.write), change: clock.nextChange())
  }

  /// Calls `write` to carry the value of `source` over, or a value that counts as written now.
  func carry(from source: WriteStamp?, _ write: () -> Void) {
    if let source {
      incoming = (source.time.shifted(by: -clock.shiftToAll), source.bounces, source.isCorrection)
    } else {
      let (time, bounces) = clock.next()
      incoming = (time, bounces, false)
    }
    write()
    // A duplicate is not written, but both sides agree now.
    if incoming != nil { noteWrite() }
  }
}
