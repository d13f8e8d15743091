/// The order of slots, as a linked list: constant-time edits without renumbering.
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

  private static let gap: UInt64 = 1 << 32
  private static let unlinked: Int32 = -2

  @usableFromInline
  init() {}

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

  /// The indices of as many slots as possible that are linked in the order of `slots`, once each. A slot may also be -1.
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
    let low = before < 0 ? 0 : labels[Int(before)]
    if after < 0 {
      let (label, isOver) = low.addingReportingOverflow(Self.gap)
      if isOver { labelAll() } else { labels[Int(slot)] = label }
      return
    }
    let high = labels[Int(after)]
    // No label is left between: relabels all, which the halvings have paid for.
    if high - low < 2 { labelAll() } else { labels[Int(slot)] = low + (high - low) / 2 }
  }

  private func labelAll() {
    labels = ContiguousArray(repeating: 0, count: next.count)
    let gap = min(Self.gap, .max / UInt64(next.count + 2))
    var (slot, label) = (head, gap)
    while slot >= 0 {
      labels[Int(slot)] = label
      label += gap
      slot = next[Int(slot)]
    }
  }
}
