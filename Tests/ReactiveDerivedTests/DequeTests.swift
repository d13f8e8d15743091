import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("A queue with two ends, against an array")
struct DequeTests {
  @Test("random insertions and removals, of objects and of numbers", arguments: 0..<20)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (numbers, objects, model) = (Deque<Int>(), Deque<Box>(), [Int]())
    for step in 0..<2000 {
      // Longer phases of growth and of removal, so that the queue compacts at many lengths.
      switch Int.random(in: 0..<10, using: &random) + (step / 200 % 2) * 4 {
      case 0..<6:
        numbers.append(step)
        objects.append(Box(step))
        model.append(step)
      case 6:
        let place = Int.random(in: 0...model.count, using: &random)
        numbers.insert(step, at: place)
        objects.insert(Box(step), at: place)
        model.insert(step, at: place)
      case 7:
        let last = model.popLast()
        #expect(numbers.removeLast() == last && objects.removeLast()?.number == last)
      default:
        let first = model.isEmpty ? nil : model.removeFirst()
        #expect(numbers.removeFirst() == first && objects.removeFirst()?.number == first)
      }
      #expect(numbers.count == model.count && numbers.first == model.first && numbers.last == model.last)
      #expect(numbers.second == model.dropFirst().first)
    }
    #expect(model.indices.allSatisfy { numbers[$0] == model[$0] && objects[$0].number == model[$0] })
  }

  @Test("a removed element is released, and a burst's memory is freed, from both ends")
  func memory() {
    var queue = Deque<Box>()
    weak var removed: Box?
    for number in 0..<10_000 { queue.append(Box(number)) }
    removed = queue.first
    _ = queue.removeFirst()
    #expect(removed == nil)
    while queue.removeFirst() != nil {}
    #expect(queue.capacity <= 64)

    for number in 0..<10_000 { queue.append(Box(number)) }
    while queue.removeLast() != nil {}
    #expect(queue.capacity <= 64)
  }

  private final class Box {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
}
