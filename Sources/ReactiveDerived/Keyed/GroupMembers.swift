/// The slots of each group, as a pairing heap whose first slot is found when it is needed.
///
/// Until then, a heap is a list of heaps, so that adding a slot compares nothing. Amortized cost: logarithmic for
/// removing a slot or finding the first one. From Fredman, Sedgewick, Sleator and Tarjan, "The pairing heap" (1986).
@usableFromInline
struct GroupMembers {
  /// The next heap of the same list.
  @usableFromInline var next: ContiguousArray<Int32> = []
  /// The heap before in the list, or the slot above the list, or -1.
  @usableFromInline var previous: ContiguousArray<Int32> = []
  /// The first of the heaps below; none until a first slot is needed.
  @usableFromInline var below: ContiguousArray<Int32> = []
  /// By group, the first heap.
  @usableFromInline var heaps: ContiguousArray<Int32> = []

  @inlinable
  init() {}

  @inlinable
  func isEmpty(_ group: Int) -> Bool { group >= heaps.count || heaps[group] < 0 }

  @inlinable
  mutating func insert(_ slot: Int, into group: Int) {
    let missing = slot + 1 - next.count
    if missing > 0 {
      next.append(contentsOf: repeatElement(-1, count: missing))
      previous.append(contentsOf: repeatElement(-1, count: missing))
      if !below.isEmpty { below.append(contentsOf: repeatElement(-1, count: missing)) }
    }
    if group >= heaps.count { heaps.append(contentsOf: repeatElement(-1, count: group + 1 - heaps.count)) }
    let other = heaps[group]
    next[slot] = other
    previous[slot] = -1
    if other >= 0 { previous[Int(other)] = Int32(slot) }
    heaps[group] = Int32(slot)
  }

  @inlinable
  mutating func remove(_ slot: Int, from group: Int) {
    let (before, after) = (previous[slot], next[slot])
    if before < 0 {
      heaps[group] = after
    } else if !below.isEmpty && below[Int(before)] == slot {
      below[Int(before)] = after
    } else {
      next[Int(before)] = after
    }
    if after >= 0 { previous[Int(after)] = before }
    if !below.isEmpty && below[slot] >= 0 { spill(slot, into: group) }
  }

  /// Adds the heaps below a slot to the list of the group.
  @usableFromInline
  mutating func spill(_ slot: Int, into group: Int) {
    let (first, other) = (below[slot], heaps[group])
    below[slot] = -1
    var last = first
    while next[Int(last)] >= 0 { last = next[Int(last)] }
    next[Int(last)] = other
    if other >= 0 { previous[Int(other)] = last }
    previous[Int(first)] = -1
    heaps[group] = first
  }

  /// The first slot of a group by a comparison, which calls no user function.
  mutating func first(in group: Int, _ precedes: (Int, Int) -> Bool) -> Int? {
    if isEmpty(group) { return nil }
    if next[Int(heaps[group])] < 0 { return Int(heaps[group]) }
    if below.isEmpty { below = ContiguousArray(repeating: -1, count: next.count) }
    // In pairs, then all from the last pair on, which bounds the amortized cost.
    var (rest, pairs) = (heaps[group], Int32(-1))
    while rest >= 0 {
      var heap = rest
      let other = next[Int(heap)]
      rest = other < 0 ? -1 : next[Int(other)]
      if other >= 0 { heap = join(heap, other, precedes) }
      next[Int(heap)] = pairs
      pairs = heap
    }
    var heap = pairs
    rest = next[Int(pairs)]
    while rest >= 0 {
      let other = rest
      rest = next[Int(other)]
      heap = join(heap, other, precedes)
    }
    next[Int(heap)] = -1
    previous[Int(heap)] = -1
    heaps[group] = heap
    return Int(heap)
  }

  private mutating func join(_ heap: Int32, _ other: Int32, _ precedes: (Int, Int) -> Bool) -> Int32 {
    let isFirst = precedes(Int(heap), Int(other))
    let (above, lower) = (Int(isFirst ? heap : other), Int(isFirst ? other : heap))
    let child = below[above]
    next[lower] = child
    if child >= 0 { previous[Int(child)] = Int32(lower) }
    previous[lower] = Int32(above)
    below[above] = Int32(lower)
    return Int32(above)
  }

  /// Forgets what is known of the order of the slots.
  mutating func forgetOrder() {
    if below.isEmpty { return }
    for group in heaps.indices {
      let slots = slots(in: group)
      for slot in slots { below[slot] = -1 }
      heaps[group] = -1
      for slot in slots { insert(slot, into: group) }
    }
    below = []
  }

  @inlinable
  func slots(in group: Int) -> [Int] {
    var slots: [Int] = []
    forEach(in: group) { slots.append($0) }
    return slots
  }

  @inlinable
  func forEach(in group: Int, _ body: (Int) -> Void) {
    var slot = group < heaps.count ? heaps[group] : -1
    while slot >= 0 {
      body(Int(slot))
      if !below.isEmpty && below[Int(slot)] >= 0 {
        slot = below[Int(slot)]
      } else {
        slot = following(slot)
      }
    }
  }

  /// The next heap of a list or, after its last one, of the list around it.
  @inlinable
  func following(_ slot: Int32) -> Int32 {
    var slot = slot
    while next[Int(slot)] < 0 {
      if below.isEmpty { return -1 }
      // Back to the first of the list, which alone is linked from above.
      while previous[Int(slot)] >= 0 && below[Int(previous[Int(slot)])] != slot { slot = previous[Int(slot)] }
      slot = previous[Int(slot)]
      if slot < 0 { return -1 }
    }
    return next[Int(slot)]
  }
}
