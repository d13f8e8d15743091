import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A tree of slots, against an array")
struct SlotTreeTests {
  private func insert(_ slot: Int, at place: Int, _ tree: inout SlotTree) {
    var (other, isLeft) = (tree.first, true)
    while let present = other {
      isLeft = place <= tree.place(of: present)
      guard let child = tree.child(of: present, isLeft: isLeft) else { break }
      other = child
    }
    tree.insert(slot, below: other, isLeft: isLeft)
  }

  private func expect(_ tree: SlotTree, _ slots: [Int], of all: Int) {
    #expect(tree.count == slots.count)
    #expect((0..<slots.count).map { tree.slot(at: $0) } == slots)
    #expect(slots.map { tree.place(of: $0) } == Array(slots.indices))
    #expect(slots.map { tree.successor(of: $0) } == slots.dropFirst().map { $0 } + (slots.isEmpty ? [] : [nil]))
    #expect((0..<all).allSatisfy { tree.contains($0) == slots.contains($0) })
    #expect(tree.slot(at: -1) == nil && tree.slot(at: slots.count) == nil && !tree.contains(all + 1000))
  }

  @Test("random inserts, removals and builds", arguments: 0..<40)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tree = SlotTree()
    var slots: [Int] = []
    let all = 1 + Int.random(in: 0..<40, using: &random)
    for _ in 0..<200 {
      let slot = Int.random(in: 0..<all, using: &random)
      if Int.random(in: 0..<40, using: &random) == 0 {
        slots.shuffle(using: &random)
        tree.build(slots)
      } else if let place = slots.firstIndex(of: slot) {
        tree.remove(slot)
        slots.remove(at: place)
      } else {
        let place = Int.random(in: 0...slots.count, using: &random)
        insert(slot, at: place, &tree)
        slots.insert(slot, at: place)
      }
      expect(tree, slots, of: all)
    }
  }

  @Test("a tree that was built is the one that inserting makes; an empty one has no places")
  func building() {
    var (built, inserted) = (SlotTree(), SlotTree())
    built.build([])
    expect(built, [], of: 3)
    let slots = [4, 0, 3, 1, 2]
    built.build(slots)
    for (place, slot) in slots.enumerated() { insert(slot, at: place, &inserted) }
    #expect(built.first == inserted.first)
    for slot in slots {
      #expect(built.child(of: slot, isLeft: true) == inserted.child(of: slot, isLeft: true))
      #expect(built.child(of: slot, isLeft: false) == inserted.child(of: slot, isLeft: false))
    }
    built.build([7])
    expect(built, [7], of: 8)
  }

  @Test("of 100,000 slots in order, none lies deep")
  func depth() {
    var tree = SlotTree()
    for slot in 0..<100_000 { insert(slot, at: slot, &tree) }
    var level = [tree.first].compactMap { $0 }
    var depth = 0
    while !level.isEmpty {
      depth += 1
      level = level.flatMap { slot in [true, false].compactMap { tree.child(of: slot, isLeft: $0) } }
    }
    #expect(depth < 70)
    for slot in 0..<100_000 where slot % 1000 != 7 { tree.remove(slot) }
    expect(tree, (0..<100).map { $0 * 1000 + 7 }, of: 10)
  }
}
