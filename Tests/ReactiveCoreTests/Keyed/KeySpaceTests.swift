// Tests: KeySpace, SlotOrder

import ReactiveCore
import ReactiveTestSupport
import Testing

extension KeySpace {
  func add(_ id: ID, at known: Int?, before other: Int? = nil) -> Int {
    add(id, UInt32(truncatingIfNeeded: id.hashValue), at: known, before: other).slot
  }
}

@Suite("Ids and their slots, against a dictionary and an array")
struct KeySpaceTests {
  /// An ID with a bad hash, whose `==` can run an action.
  struct BadID: Hashable {
    let number: Int
    let spread: Int
    var onCompare: (() -> Void)?
    static func == (a: BadID, b: BadID) -> Bool {
      a.onCompare?()
      b.onCompare?()
      return a.number == b.number
    }
    func hash(into hasher: inout Hasher) { hasher.combine(number % spread) }
  }

  @Test("random ids come, go, come back, and are forgotten", arguments: 0..<30)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let spread = [1, 3, 1000][Int(seed) % 3]
    let space = KeySpace<BadID>()
    /// Slots of present IDs, in order, and of removed IDs that are remembered.
    var (present, gone) = ([(id: Int, slot: Int)](), [Int: (slot: Int, position: Int)]())
    var position = 0
    for _ in 0..<400 {
      let number = Int.random(in: 0..<30, using: &random)
      let id = BadID(number: number, spread: spread)
      position += 1
      if let place = present.firstIndex(where: { $0.id == number }) {
        if Bool.random(using: &random) {
          space.remove(present[place].slot, at: position)
          gone[number] = (present[place].slot, position)
          present.remove(at: place)
        }
      } else {
        let known = space.slot(of: id)
        #expect(known == gone[number]?.slot)
        let before =
          present.isEmpty || Bool.random(using: &random) ? nil : Int.random(in: present.indices, using: &random)
        let slot = space.add(id, at: known, before: before.map { present[$0].slot })
        #expect(!present.contains { $0.slot == slot })
        #expect(!gone.contains { $0.key != number && $0.value.slot == slot })
        gone[number] = nil
        present.insert((number, slot), at: before ?? present.count)
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        let limit = Int.random(in: 0...position, using: &random)
        space.reclaim(before: limit)
        gone = gone.filter { $0.value.position >= limit }
      }
      for number in 0..<30 {
        let slot = present.first { $0.id == number }?.slot ?? gone[number]?.slot
        #expect(space.slot(of: BadID(number: number, spread: spread)) == slot)
      }
      for (one, other) in zip(present, present.dropFirst()) {
        #expect(space.order.precedes(one.slot, other.slot) && !space.order.precedes(other.slot, one.slot))
      }
    }
  }

  @Test("an id that is forgotten gives its slot to the next one, and that is counted")
  func reuse() {
    let space = KeySpace<Int>()
    let first = space.add(1, at: nil)
    let second = space.add(2, at: nil)
    space.remove(first, at: 5)
    space.reclaim(before: 5)
    #expect(space.slot(of: 1) == first)
    space.reclaim(before: 6)
    #expect(space.slot(of: 1) == nil && space.slot(of: 2) == second)
    #expect(space.add(3, at: nil) == first)
    #expect(space.slot(of: 3) == first && space.slot(of: 1) == nil)
  }

  @Test("an id that came back in time keeps its slot, however often it goes")
  func comesBack() {
    let space = KeySpace<Int>()
    let slot = space.add(1, at: nil)
    for position in 0..<100 {
      space.remove(slot, at: position)
      _ = space.add(1, at: slot)
      space.reclaim(before: position + 1)
      #expect(space.slot(of: 1) == slot)
    }
  }

  @Test("between two slots there is room for as many as one likes")
  func halving() {
    let space = KeySpace<Int>()
    let last = space.add(-1, at: nil)
    var slots = [space.add(0, at: nil, before: last), last]
    #expect(space.order.precedes(slots[0], slots[1]))
    for number in 1..<500 { slots.insert(space.add(number, at: nil, before: slots[1]), at: 1) }
    for (one, other) in zip(slots, slots.dropFirst()) { #expect(space.order.precedes(one, other)) }
    for number in 500..<900 { slots.insert(space.add(number, at: nil, before: slots[0]), at: 0) }
    for (one, other) in zip(slots, slots.dropFirst()) { #expect(space.order.precedes(one, other)) }
  }

  @Test("an id that is not equal to itself is never found, and takes nothing from others")
  func unlikeItself() {
    let space = KeySpace<Double>()
    let slots = (0..<40).map { space.add($0 % 2 == 0 ? .nan : Double($0), at: nil) }
    #expect(Set(slots).count == 40 && space.slot(of: .nan) == nil)
    for number in stride(from: 1, to: 40, by: 2) { #expect(space.slot(of: Double(number)) == slots[number]) }
  }

  @Test("a comparison may add others, so many that the table grows, while it looks")
  func growsWhileLooking() {
    let space = KeySpace<BadID>()
    let first = space.add(BadID(number: 1, spread: 1), at: nil)
    let second = space.add(BadID(number: 2, spread: 1), at: nil)
    var hasAdded = false
    var id = BadID(number: 2, spread: 1)
    id.onCompare = {
      if hasAdded { return }
      hasAdded = true
      for number in 10..<100 { _ = space.add(BadID(number: number, spread: 1), at: nil) }
    }
    #expect(space.slot(of: id) == second && first != second)
    for number in 10..<100 { #expect(space.slot(of: BadID(number: number, spread: 1)) != nil) }
  }
}
