/// Slots in an order found by comparison: a treap that also counts the slots before each.
///
/// Expected cost: logarithmic for inserting, removing, and converting slots and places; linear to build. 16 bytes for
/// each slot ever used. From Seidel and Aragon, "Randomized search trees" (1996). Removal compares nothing, since the
/// row may have changed.
@usableFromInline
package struct SlotTree {
  private var left: ContiguousArray<Int32> = []
  private var right: ContiguousArray<Int32> = []
  private var parent: ContiguousArray<Int32> = []
  /// Of a slot's subtree, itself included; 0 outside the tree.
  private var size: ContiguousArray<Int32> = []
  private var root: Int32 = -1

  @usableFromInline
  package init() {}

  @usableFromInline package var count: Int { root < 0 ? 0 : Int(size[Int(root)]) }

  /// Whether the slot has a place.
  @usableFromInline
  package func contains(_ slot: Int) -> Bool { slot < size.count && size[slot] > 0 }

  private func priority(_ slot: Int32) -> UInt64 {
    var bits = UInt64(truncatingIfNeeded: slot) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  private func size(of slot: Int32) -> Int32 { slot < 0 ? 0 : size[Int(slot)] }

  private mutating func makeRoom(for slot: Int) {
    let missing = slot + 1 - size.count
    if missing <= 0 { return }
    left.append(contentsOf: repeatElement(-1, count: missing))
    right.append(contentsOf: repeatElement(-1, count: missing))
    parent.append(contentsOf: repeatElement(-1, count: missing))
    size.append(contentsOf: repeatElement(0, count: missing))
  }

  @usableFromInline
  package mutating func build(_ slots: [Int]) {
    self = SlotTree()
    makeRoom(for: slots.max() ?? -1)
    var path: [Int32] = []
    for slot in slots {
      let slot = Int32(slot)
      var last: Int32 = -1
      while let top = path.last, priority(top) < priority(slot) {
        finish(top)
        last = top
        path.removeLast()
      }
      left[Int(slot)] = last
      if last >= 0 { parent[Int(last)] = slot }
      if let top = path.last {
        right[Int(top)] = slot
        parent[Int(slot)] = top
      }
      path.append(slot)
    }
    root = path.first ?? -1
    while let top = path.popLast() { finish(top) }
  }

  private mutating func finish(_ slot: Int32) {
    size[Int(slot)] = 1 + size(of: left[Int(slot)]) + size(of: right[Int(slot)])
  }

  /// Where the search for an insertion point begins. The caller compares, since comparisons may do anything and must
  /// not run during an access.
  @usableFromInline package var first: Int? { root < 0 ? nil : Int(root) }
  @usableFromInline
  package func child(of slot: Int, isLeft: Bool) -> Int? {
    let child = isLeft ? left[slot] : right[slot]
    return child < 0 ? nil : Int(child)
  }

  /// Inserts a slot below another one without a child on that side.
  @usableFromInline
  package mutating func insert(_ slot: Int, below other: Int?, isLeft: Bool) {
    makeRoom(for: slot)
    let slot = Int32(slot)
    left[Int(slot)] = -1
    right[Int(slot)] = -1
    size[Int(slot)] = 1
    guard let other else {
      parent[Int(slot)] = -1
      root = slot
      return
    }
    parent[Int(slot)] = Int32(other)
    if isLeft { left[other] = slot } else { right[other] = slot }
    var above = Int32(other)
    while above >= 0 {
      size[Int(above)] += 1
      above = parent[Int(above)]
    }
    while parent[Int(slot)] >= 0 && priority(parent[Int(slot)]) < priority(slot) { rotateUp(slot) }
  }

  /// The slot must be in the tree.
  @usableFromInline
  package mutating func remove(_ slot: Int) {
    let slot = Int32(slot)
    while left[Int(slot)] >= 0 || right[Int(slot)] >= 0 {
      let (a, b) = (left[Int(slot)], right[Int(slot)])
      rotateUp(b < 0 || (a >= 0 && priority(a) > priority(b)) ? a : b)
    }
    let above = parent[Int(slot)]
    if above < 0 {
      root = -1
    } else if left[Int(above)] == slot {
      left[Int(above)] = -1
    } else {
      right[Int(above)] = -1
    }
    size[Int(slot)] = 0
    var next = above
    while next >= 0 {
      size[Int(next)] -= 1
      next = parent[Int(next)]
    }
  }

  private mutating func rotateUp(_ slot: Int32) {
    let down = parent[Int(slot)]
    let above = parent[Int(down)]
    let isLeft = left[Int(down)] == slot
    let middle = isLeft ? right[Int(slot)] : left[Int(slot)]
    if isLeft {
      left[Int(down)] = middle
      right[Int(slot)] = down
    } else {
      right[Int(down)] = middle
      left[Int(slot)] = down
    }
    if middle >= 0 { parent[Int(middle)] = down }
    parent[Int(down)] = slot
    parent[Int(slot)] = above
    if above < 0 {
      root = slot
    } else if left[Int(above)] == down {
      left[Int(above)] = slot
    } else {
      right[Int(above)] = slot
    }
    finish(down)
    finish(slot)
  }

  @usableFromInline
  package func place(of slot: Int) -> Int {
    var place = size(of: left[slot])
    var slot = Int32(slot)
    while parent[Int(slot)] >= 0 {
      let above = parent[Int(slot)]
      if right[Int(above)] == slot { place += size(of: left[Int(above)]) + 1 }
      slot = above
    }
    return Int(place)
  }

  @usableFromInline
  package func slot(at place: Int) -> Int? {
    if place < 0 || place >= count { return nil }
    var (slot, place) = (root, Int32(place))
    while true {
      let before = size(of: left[Int(slot)])
      if place == before { return Int(slot) }
      if place < before {
        slot = left[Int(slot)]
      } else {
        place -= before + 1
        slot = right[Int(slot)]
      }
    }
  }

  @usableFromInline
  package func predecessor(of slot: Int) -> Int? {
    var slot = Int32(slot)
    if left[Int(slot)] >= 0 {
      slot = left[Int(slot)]
      while right[Int(slot)] >= 0 { slot = right[Int(slot)] }
      return Int(slot)
    }
    while parent[Int(slot)] >= 0 {
      let above = parent[Int(slot)]
      if right[Int(above)] == slot { return Int(above) }
      slot = above
    }
    return nil
  }

  @usableFromInline
  package func successor(of slot: Int) -> Int? {
    var slot = Int32(slot)
    if right[Int(slot)] >= 0 {
      slot = right[Int(slot)]
      while left[Int(slot)] >= 0 { slot = left[Int(slot)] }
      return Int(slot)
    }
    while parent[Int(slot)] >= 0 {
      let above = parent[Int(slot)]
      if left[Int(above)] == slot { return Int(above) }
      slot = above
    }
    return nil
  }
}
