/// The order of slots, as a linked list with ascending labels.
///
/// An edit at an end takes constant time, since labels go on there. Elsewhere it takes amortized logarithmic time:
/// where no label is left, those of a small neighborhood are spread. From Bender, Cole, Demaine, Farach-Colton and
/// Zito, "Two simplified algorithms for maintaining order in a list" (2002).
@usableFromInline
package final class SlotOrder {
  @safe @exclusivity(unchecked) @usableFromInline var next: ContiguousArray<Int32> = []
  @safe @exclusivity(unchecked) @usableFromInline var previous: ContiguousArray<Int32> = []
  @safe @exclusivity(unchecked) @usableFromInline var head: Int32 = -1
  @safe @exclusivity(unchecked) @usableFromInline var tail: Int32 = -1
  /// Ascending along the list; empty until two slots are compared.
  @safe @exclusivity(unchecked) private var labels: ContiguousArray<UInt64> = []
  /// Counts moves, and rows reinserted elsewhere. A dependent that missed one cannot trust its order.
  @safe @exclusivity(unchecked) @usableFromInline package private(set) var moves = 0

  /// Counts changes of the list.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var edits = 0

  /// Counts the slots given to another id.
  @safe @exclusivity(unchecked) @usableFromInline var reuses = 0

  /// How many labels a slot was given because those around it were used up.
  @safe @exclusivity(unchecked) private(set) var renumbered = 0

  /// Between labels at the ends. So wide that these last for billions of edits.
  private let step: UInt64
  private static let unlinked: Int32 = -2

  @usableFromInline
  init(step: UInt64 = 1 << 32) { self.step = step }

  @usableFromInline var slotCount: Int { next.count }

  @usableFromInline
  func addSlot() -> Int {
    next.append(Self.unlinked)
    previous.append(Self.unlinked)
    if !labels.isEmpty { labels.append(0) }
    return next.count - 1
  }

  /// Whether the slot has a place.
  @usableFromInline
  package func isLinked(_ slot: Int) -> Bool { previous[slot] != Self.unlinked }

  /// The slot before this one, or -1.
  @usableFromInline
  package func predecessor(of slot: Int) -> Int32 { previous[slot] }

  /// Links the slot before another one, or at the end.
  @usableFromInline
  func link(_ slot: Int, before other: Int? = nil) {
    let (slot, other) = (Int32(slot), other.map { Int32($0) } ?? -1)
    let before = other < 0 ? tail : previous[Int(other)]
    next[Int(slot)] = other
    previous[Int(slot)] = before
    if before < 0 { head = slot } else { next[Int(before)] = slot }
    if other < 0 { tail = slot } else { previous[Int(other)] = slot }
    if !labels.isEmpty { label(slot) }
    edits &+= 1
  }

  @usableFromInline
  func unlink(_ slot: Int) {
    edits &+= 1
    let (before, after) = (previous[slot], next[slot])
    if before < 0 { head = after } else { next[Int(before)] = after }
    if after < 0 { tail = before } else { previous[Int(after)] = before }
    next[slot] = Self.unlinked
    previous[slot] = Self.unlinked
  }

  @usableFromInline
  func move(_ slot: Int, before other: Int?) {
    unlink(slot)
    link(slot, before: other)
    noteMove()
  }

  @usableFromInline
  package func noteMove() { moves += 1 }

  /// In order. Ends with the slot at which `body` changes the order, and then returns false.
  @inlinable @inline(__always)
  @discardableResult
  func visit(_ body: (Int) -> Void) -> Bool {
    let before = edits
    var slot = head
    while slot >= 0 {
      body(Int(slot))
      if edits != before { return false }
      slot = next[Int(slot)]
    }
    return true
  }

  /// The indices of as many slots as possible that are linked in the order of `slots`, once each. A slot may be -1.
  ///
  /// Linear if these are all; otherwise the longest ascending subsequence of their places.
  @usableFromInline
  func longestPart(inOrderOf slots: [Int]) -> [Int] {
    var places = ContiguousArray(repeating: -1, count: slotCount)
    var count = 0
    visit {
      places[$0] = count
      count += 1
    }
    var (indices, found): ([Int], [Int]) = ([], [])
    indices.reserveCapacity(slots.count)
    found.reserveCapacity(slots.count)
    var (last, isInOrder) = (-1, true)
    for (index, slot) in slots.enumerated() where slot >= 0 && places[slot] >= 0 {
      indices.append(index)
      found.append(places[slot])
      if places[slot] < last { isInOrder = false }
      last = places[slot]
      places[slot] = -1
    }
    return isInOrder ? indices : found.longestAscendingSubsequence.map { indices[$0] }
  }

  /// Whether `slot` comes before `other`. Both must be linked.
  @usableFromInline
  package func precedes(_ slot: Int, _ other: Int) -> Bool {
    if labels.isEmpty { labelAll() }
    return labels[slot] < labels[other]
  }

  private func label(_ slot: Int32) {
    let (before, after) = (previous[Int(slot)], next[Int(slot)])
    if before >= 0 && after >= 0 {
      let low = labels[Int(before)]
      let distance = labels[Int(after)] - low
      labels[Int(slot)] = low + distance / 2
      if distance < 2 { spread(around: slot) }
    } else if before >= 0 || after >= 0 {
      let (label, isOver) =
        before >= 0
        ? labels[Int(before)].addingReportingOverflow(step) : labels[Int(after)].subtractingReportingOverflow(step)
      if isOver { labelAll() } else { labels[Int(slot)] = label }
    } else {
      labels[Int(slot)] = .max / 2
    }
  }

  /// Spreads the labels of the smallest range around a slot that is sparse enough: a range of `2^n` labels may have
  /// `(2 / 1.4)^n` slots. All 2^31 possible slots are few enough for the range of all labels.
  private func spread(around slot: Int32) {
    var (first, last, count) = (slot, slot, 1)
    var most = 1.0
    for bits in UInt64(1)...64 {
      most *= 2 / 1.4
      let size = UInt64.max >> (64 - bits)
      let (low, high) = (labels[Int(slot)] & ~size, labels[Int(slot)] | size)
      while previous[Int(first)] >= 0 && labels[Int(previous[Int(first)])] >= low {
        first = previous[Int(first)]
        count += 1
      }
      while next[Int(last)] >= 0 && labels[Int(next[Int(last)])] <= high {
        last = next[Int(last)]
        count += 1
      }
      if Double(count) <= most { return spread(count, from: first, low, size / UInt64(count)) }
    }
  }

  private func labelAll() {
    labels = ContiguousArray(repeating: 0, count: next.count)
    let count = UInt64(next.count)
    let gap = min(step, .max / (count + 1))
    spread(next.count, from: head, (.max - gap * count) / 2, gap)
  }

  private func spread(_ count: Int, from first: Int32, _ low: UInt64, _ gap: UInt64) {
    var (slot, label, left) = (first, low + gap / 2, count)
    while slot >= 0 && left > 0 {
      labels[Int(slot)] = label
      label &+= gap
      slot = next[Int(slot)]
      left -= 1
    }
    renumbered += count - left
  }
}
