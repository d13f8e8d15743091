import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("A filter whose function writes what it reads")
struct KeyedFilterOfWrittenTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 4
  }

  @Test(
    "a level that is written and written back while rows are visited: all rows are visited again",
    arguments: [false, true])
  func writtenBack(isObserved: Bool) {
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    let level = OpenBehavior(3)
    var writes: [Int: Int] = [:]
    let large = rows.filter { row in
      if let new = writes.removeValue(forKey: row.id) { level.value = new }
      return row.number > level.value
    }
    let token = isObserved ? large.sink { _ in } : nil
    #expect(large.value.count == 4)
    writes = [0: 5, 2: 3]
    batch { for id in [0, 2] { rows.value[id] = Row(id: id, number: 5) } }
    _ = large.value
    #expect(writes.isEmpty && large.value == rows.value.filter { $0.number > level.value })
    token?.cancel()
  }
}
