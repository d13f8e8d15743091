// Tests: DueQueue, BinaryHeap

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Queues of what is due")
struct DueQueueTests {
  @Test(
    "the first due comes first, then the lowest number, as from a list that is sorted",
    arguments: 1...20 as ClosedRange<UInt64>)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = DueQueue<Int, String>()
    var model: [(number: Int, time: Int)] = []
    for number in 1...200 {
      let time = Int.random(in: 0..<20, using: &generator)
      queue.insert("\(number)", number: number, at: time)
      model.append((number, time))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let gone = model.remove(at: Int.random(in: 0..<model.count, using: &generator))
        #expect(queue[gone.number]?.time == gone.time)
        #expect(queue.remove(gone.number)?.element == "\(gone.number)")
        #expect(queue.remove(gone.number)?.number == nil)
        #expect(queue[gone.number]?.number == nil)
      case 1:
        let now = Int.random(in: 0..<20, using: &generator)
        model.sort { ($0.time, $0.number) < ($1.time, $1.number) }
        let next = queue.take(dueAt: now)
        if model[0].time <= now {
          #expect(next?.element == "\(model.removeFirst().number)")
        } else {
          #expect(next?.number == nil)
        }
      default: break
      }
      #expect(queue.count == model.count)
      if model.isEmpty {
        model.append((0, 0))
        queue.insert("0", number: 0, at: 0)
      }
    }
    model.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    #expect(queue.content.map(\.number) == model.map(\.number))
    #expect(queue.content.map(\.time) == model.map(\.time))
  }
}
