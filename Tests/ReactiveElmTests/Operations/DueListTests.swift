import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Lists of what is due")
struct DueListTests {
  @Test(
    "the first due comes first, then the lowest number, as from a list that is sorted",
    arguments: 1...20 as ClosedRange<UInt64>)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var list = DueList()
    var model: [(number: Int, time: Int64)] = []
    for number in 1...200 {
      let time = Int64.random(in: 0..<20, using: &generator)
      list.insert(number, at: TimeSpan(seconds: time, attoseconds: 0))
      model.append((number, time))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let gone = model.remove(at: Int.random(in: 0..<model.count, using: &generator))
        list.remove(gone.number, at: TimeSpan(seconds: gone.time, attoseconds: 0))
        list.remove(gone.number, at: TimeSpan(seconds: gone.time, attoseconds: 0))
      case 1:
        let now = Int64.random(in: 0..<20, using: &generator)
        model.sort { ($0.time, $0.number) < ($1.time, $1.number) }
        let next = list.takeFirst(dueAt: TimeSpan(seconds: now, attoseconds: 0))
        if model[0].time <= now { #expect(next?.number == model.removeFirst().number) } else { #expect(next == nil) }
      default: break
      }
      if model.isEmpty {
        model.append((0, 0))
        list.insert(0, at: .none)
      }
    }
    model.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    #expect(list.all.map(\.number) == model.map(\.number))
    #expect(list.all.map(\.time.seconds) == model.map(\.time))
  }
}
