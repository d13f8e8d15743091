import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Windows of rows")
struct KeyedWindowTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  @Test(
    "places out of range give the rows that there are",
    arguments: [
      0..<0, 0..<3, 2..<100, 5..<9, 4..<5, -3..<2, -5 ..< -1, .min ..< .max, 100..<200, Int.max - 1..<Int.max,
    ])
  func outOfRange(places: Range<Int>) {
    let rows = OpenKeyed((0..<5).map { Row(id: $0) })
    let window = rows.window(places)
    func plain() -> [Row] {
      let all = rows.value
      return all.indices.filter { places.contains($0) }.map { all[$0] }
    }
    var shown = window.value
    let subscription = window.changes.sink { $0.apply(to: &shown) }
    #expect(window.value == plain())
    for step in 0..<30 {
      switch step % 5 {
      case 0: rows.insert(Row(id: 50 + step))
      case 1: rows.remove(step)
      case 2: rows.move(50, before: rows.value.first?.id)
      case 3: rows.insert(Row(id: step, number: 1), before: rows.value.first?.id)
      default: rows.removeAll { $0.id % 4 == 1 }
      }
      #expect(window.value == plain() && shown == plain() && window.count.value == plain().count)
    }
    rows.removeAll()
    #expect(window.value.isEmpty && shown.isEmpty)
    subscription.cancel()
  }

  @Test("places that a behavior says: the window follows, and a batch that takes them back is no change")
  func behavior() {
    let rows = OpenKeyed((0..<20).map { Row(id: $0) })
    let places = OpenBehavior(0..<2)
    let window = rows.window(places)
    var log: [[Int]] = []
    window.sink { log.append($0.map(\.id)) }
    places.value = 5..<7
    batch {
      places.value = 0..<9
      #expect(window.count.value == 9)
      places.value = 5..<7
    }
    batch {
      places.value = 6..<8
      rows.remove(0)
    }
    rows.update(1) { $0.number = 1 }
    #expect(log == [[5, 6], [7, 8]])
  }

  @Test("an edit outside of the window notifies of nothing; one before it shifts the rows")
  func edits() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0) })
    let window = rows.window(10..<12)
    var log: [String] = []
    let subscriptions = [
      window.sink { log.append("\($0.map(\.id))") }, window.count.sink { log.append("count \($0)") },
      window[10].sink { log.append("10: \($0?.number ?? -1)") },
    ]
    rows.update(50) { $0.number = 1 }
    rows.update(3) { $0.number = 1 }
    rows.move(50, before: 60)
    rows.remove(70)
    #expect(log.isEmpty)
    rows.update(10) { $0.number = 4 }
    rows.remove(3)
    rows.insert(Row(id: 3), before: 0)
    #expect(log.sorted() == ["10: -1", "10: 4", "10: 4", "[10, 11]", "[10, 11]", "[11, 12]"].sorted())
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("a window of a sorted and filtered collection asks for as much as has changed")
  func calls() {
    let rows = OpenKeyed((0..<10_000).map { Row(id: $0, number: $0) })
    var (asked, compared) = (0, 0)
    let page = rows.filter {
      asked += 1
      return $0.number % 2 == 0
    }.sorted {
      compared += 1
      return $0.number > $1.number
    }.window(0..<3)
    #expect(page.value.map(\.id) == [9998, 9996, 9994])
    (asked, compared) = (0, 0)
    for id in 0..<50 {
      rows.update(id) { $0.number = 20_000 + 2 * id }
      #expect(page.value.first?.id == id)
    }
    #expect(asked == 50 && compared < 50 * 200)
  }

  @Test("a row that a move brings out of the window, and that comes back in the same delivery", arguments: 0..<4)
  func leftByMove(kind: Int) {
    let rows = OpenKeyed((0..<3).map { Row(id: $0) })
    let size = OpenBehavior(2)
    let page = rows.window(size.map { 0..<$0 })
    func touched(_ row: Row) -> Row {
      _ = size.value
      return row
    }
    // The function reads the size, so its change makes it run for all rows.
    let dependent =
      switch kind {
      case 0: page.map(touched)
      case 1: page.filter { touched($0) == $0 }
      case 2: page.joined(with: rows) { touched($0).id }.map(\.left)
      default: page.grouped { touched($0).number }.group(0)
      }
    var shown = dependent.value
    let growing = dependent.sink { _ in size.value = 3 }
    let following = dependent.changes.sink { $0.apply(to: &shown) }
    rows.move(0, before: nil)
    #expect(shown.map(\.id) == [1, 2, 0] && dependent.value == shown)
    growing.cancel()
    following.cancel()
  }

  @Test("windows of windows, dropped in any order, leave nothing")
  func drops() {
    let live = LiveCount()
    do {
      let rows = OpenKeyedRows<Int, Row>((0..<20).map { Row(id: $0) })
      let mark = live.make()
      var sorted: Keyed<Int, Row>? = rows.sorted { [mark] in
        mark.touch()
        return $0.number < $1.number
      }
      var outer = sorted?.window(2..<10)
      let inner = outer?.window(1..<3)
      sorted = nil
      outer = nil
      rows.update(3) { $0.number = 1 }
      #expect(inner?.value.map(\.id) == [4, 5])
    }
    #expect(live.alive == 0)
  }

  @Test("100,000 rows, of which the first come and go")
  func many() {
    let rows = OpenKeyed((0..<100_000).map { Row(id: $0, number: $0) })
    let page = rows.sorted(by: \.number).window(0..<50)
    var lists = 0
    var shown = page.value
    let subscription = page.changes.sink {
      lists += 1
      $0.apply(to: &shown)
    }
    for id in 0..<100 {
      rows.update(id) { $0.number += 200_000 }
      #expect(shown.map(\.id) == Array(id + 1..<id + 51))
    }
    #expect(lists == 100)
    subscription.cancel()
  }
}
