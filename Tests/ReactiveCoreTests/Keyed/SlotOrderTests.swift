// Tests: SlotOrder

#if DEBUG
import ReactiveTestSupport
import Testing

@testable import ReactiveCore

@Suite("An order of slots, against an array")
struct SlotOrderTests {
  private func make(_ count: Int, step: UInt64 = 1 << 32) -> SlotOrder {
    let order = SlotOrder(step: step)
    for _ in 0..<count { order.link(order.addSlot()) }
    if count > 1 { #expect(order.precedes(0, 1)) }
    return order
  }

  private func expect(_ order: SlotOrder, _ slots: [Int]) {
    var found: [Int] = []
    order.visit { found.append($0) }
    #expect(found == slots)
    #expect(zip(slots, slots.dropFirst()).allSatisfy { order.precedes($0, $1) && !order.precedes($1, $0) })
  }

  // With wide steps, the labels of both ends are used up, too.
  @Test("random links, moves and removals, often in one place", arguments: 0..<60)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = [2, 9, 60][Int(seed) % 3]
    let order = make(size, step: [1, 1 << 32, 1 << 61][Int(seed / 3) % 3])
    var slots = Array(0..<size)
    var favorite = 0
    for step in 0..<1500 {
      if step % 150 == 0 { favorite = Int.random(in: 0..<size, using: &random) }
      let slot = Int.random(in: 0..<size, using: &random)
      guard let place = slots.firstIndex(of: slot) else {
        order.link(slot, before: slots.first)
        slots.insert(slot, at: 0)
        continue
      }
      slots.remove(at: place)
      if Int.random(in: 0..<20, using: &random) == 0 {
        order.unlink(slot)
        continue
      }
      var other: Int?
      switch Int.random(in: 0..<4, using: &random) {
      case 0: other = slots.first
      case 1: other = slots.first { $0 == favorite }
      case 2: other = slots.randomElement(using: &random)
      default: break
      }
      order.move(slot, before: other)
      slots.insert(slot, at: other.map { slots.firstIndex(of: $0)! } ?? slots.count)
      if step % 10 == 0 { expect(order, slots) }
    }
    expect(order, slots)
  }

  @Test("no pattern of moves renumbers more of many slots than of few", arguments: [100, 1000, 30_000])
  func renumbered(size: Int) {
    let steps = 20_000
    let (middle, quarter) = (size / 2, size / 4)
    func count(_ move: (SlotOrder, _ slot: Int, _ step: Int) -> Void) -> Double {
      let order = make(size)
      let before = order.renumbered
      for step in 0..<steps {
        let slot = step * 7919 % size
        move(order, slot == middle || slot == quarter ? 1 : slot, step)
      }
      return Double(order.renumbered - before) / Double(steps)
    }
    #expect(count { order, _, _ in order.move(Int(order.tail), before: Int(order.head)) } == 0)
    #expect(count { order, _, _ in order.move(Int(order.head), before: nil) } == 0)
    let toFront = count { order, slot, _ in if slot != order.head { order.move(slot, before: Int(order.head)) } }
    #expect(toFront == 0)
    let most = 16.0
    #expect(count { order, slot, _ in order.move(slot, before: middle) } < most)
    #expect(count { order, slot, step in order.move(slot, before: step % 2 == 0 ? middle : quarter) } < most)
    let behind = count { order, slot, _ in
      let after = Int(order.next[middle])
      if slot != after { order.move(slot, before: after < 0 ? nil : after) }
    }
    #expect(behind < most)
    // Always between the last two.
    var last = [middle, quarter]
    let between = count { order, slot, step in
      if last.contains(slot) { return }
      order.move(slot, before: last[step % 2])
      last[(step + 1) % 2] = slot
    }
    #expect(between < most)
  }
}
#endif
