// Unsafe: a ring of entries in memory of its own.
//
// Invariant: of the `capacity` entries at `base`, those from `begin` up to `end` wait. Entries are trivial: a push
// retains the entry's delivery, and the code that pops the entry releases it.

/// A ring of waiting entries.
@safe
struct RingBuffer {
  @unsafe
  struct Entry {
    var node: NodeRef?
    var delivery: Unmanaged<Delivery>?
  }

  private(set) var base: UnsafeMutablePointer<Entry>?
  private(set) var capacity: UInt32 = 0
  // Places count up forever and wrap. The index is the place modulo the capacity, a power of two.
  private(set) var begin: UInt32 = 0
  private(set) var end: UInt32 = 0

  /// `begin` when the ring last grew.
  private var beginAtGrowth: UInt32 = 0

  var isEmpty: Bool { begin == end }
  /// A full ring must ``grow()`` before a push.
  @inline(__always)
  var isFull: Bool { end &- begin == capacity }

  /// Whether the full ring multiplies: many entries processed since it last grew have queued more than themselves. A
  /// burst of any size comes from one or a few entries.
  var isMultiplying: Bool { capacity >= Context.waitingLimit && begin &- beginAtGrowth >= 16 }

  mutating func push(_ entry: Entry) -> UInt32 {
    let place = end
    unsafe (base.unsafelyUnwrapped + Int(place & (capacity &- 1))).initialize(to: entry)
    end = place &+ 1
    return place
  }
  mutating func pushFirst(_ entry: Entry) {
    begin = begin &- 1
    unsafe (base.unsafelyUnwrapped + Int(begin & (capacity &- 1))).initialize(to: entry)
  }
  mutating func pop() -> Entry {
    let entry = unsafe base.unsafelyUnwrapped[Int(begin & (capacity &- 1))]
    begin = begin &+ 1
    return unsafe entry
  }
  func holds(_ node: NodeRef, at place: UInt32) -> Bool {
    if place &- begin >= end &- begin { return false }
    return unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))].node == node
  }
  /// The node at `place`, between `begin` and `end`; nil for a delivery or a cleared entry.
  func node(at place: UInt32) -> NodeRef? { unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))].node }

  /// Clears the entry of a node that was deallocated or cancelled.
  mutating func clear(_ place: UInt32) {
    unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))].node = nil
  }
  mutating func replace(_ place: UInt32, by entry: Entry) {
    unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))] = entry
  }
  /// Takes the entry at `place` and leaves it empty.
  mutating func take(at place: UInt32) -> Entry {
    let entry = unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))]
    unsafe base.unsafelyUnwrapped[Int(place & (capacity &- 1))] = Entry()
    return unsafe entry
  }
  mutating func grow() {
    beginAtGrowth = begin
    let larger = max(64, capacity * 2)
    let new = UnsafeMutablePointer<Entry>.allocate(capacity: Int(larger))
    var place = begin
    while place != end {
      unsafe (new + Int(place & (larger - 1))).initialize(to: base.unsafelyUnwrapped[Int(place & (capacity &- 1))])
      place = place &+ 1
    }
    unsafe base?.deallocate()
    unsafe base = new
    capacity = larger
  }
  /// Frees the memory of a burst. Call only on an empty queue.
  mutating func shrink() {
    if capacity > 4096 { deallocate() }
  }
  mutating func deallocate() {
    unsafe base?.deallocate()
    unsafe base = nil
    capacity = 0
    beginAtGrowth = begin
  }
}
