/// The behaviors written in batches and deliveries, in the order of their last writes, until their bindings settle.
///
/// Parts of one whole may overlap. If a batch writes several of the behaviors that are bound to them, the oldest write
/// is carried first: each later one then changes what it is about, and leaves the rest.
struct UnsettledWrites {
  private struct Write {
    weak var stamp: WriteStamp?
    let localTime: WriteTime
    /// Nil if the side was written again, or is deallocated.
    var present: WriteStamp? { stamp.flatMap { $0.localTime == localTime ? $0 : nil } }
  }
  private var writes: [Write] = []
  private var first = 0
  /// How many writes may be added before superseded ones are removed.
  private var room = 16

  /// The side that was written first.
  var oldest: WriteStamp? {
    mutating get {
      while first < writes.count {
        if let stamp = writes[first].present { return stamp }
        first += 1
      }
      self = UnsettledWrites()
      return nil
    }
  }

  mutating func removeOldest() { first += 1 }

  /// `localTime` is about to become that of `stamp`.
  mutating func add(_ stamp: WriteStamp, at localTime: WriteTime) {
    if writes.count >= room { removeSuperseded() }
    writes.append(Write(stamp: stamp, localTime: localTime))
  }

  mutating func add(_ later: UnsettledWrites) {
    if later.writes.isEmpty { return }
    writes += later.writes[later.first...]
    removeSuperseded()
  }

  private mutating func removeSuperseded() {
    writes = writes[first...].filter { $0.present != nil }
    first = 0
    room = max(16, 2 * writes.count)
  }
}

/// A binding, as its sides' stamps know it.
protocol Settling: AnyObject {
  /// Settles if the side with `stamp` is bound to a whole with other bound parts, or to such a part.
  func settleWhole(from stamp: WriteStamp) -> Bool
  /// Notes earlier changes of the side to which that with `stamp` is bound.
  func noteChanges(before stamp: WriteStamp)
}

/// The bindings of a side.
struct SideBindings {
  private struct Reference {
    weak var binding: (any Settling)?
  }
  private var references: [Reference] = []

  var isEmpty: Bool { references.isEmpty }

  mutating func add(_ binding: any Settling) {
    if references.count == references.capacity { references.removeAll { $0.binding == nil } }
    references.append(Reference(binding: binding))
  }

  func visit(first most: Int = .max, _ body: (any Settling) -> Void) {
    for reference in references.prefix(most) { if let binding = reference.binding { body(binding) } }
  }
}
