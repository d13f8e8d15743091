// Tests: Keyed+Sorted, Keyed+Filter, Keyed+Grouped

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Ids of derived rows and of groups")
struct KeyedIDsTests {
  private struct Row: Equatable {
    let id: ComparedID
    var group: ComparedID
    var price = 0
  }
  private let comparisons = ComparedID.Count()
  private func id(_ number: Int) -> ComparedID { ComparedID(number, counting: comparisons) }

  /// The comparisons of ids in an edit, beside those of look-ups, which are fewer than 60.
  private func count(_ edit: () -> Void) -> Int {
    let before = comparisons.number
    edit()
    return (comparisons.number - before) / 60
  }

  @Test("an edit after which sorted or filtered rows have their places compares no other ids")
  func derived() {
    let rows = OpenKeyedRows((0..<1000).map { Row(id: id($0), group: id(0), price: 10 * $0) }, id: \.id)
    let sorted = rows.sorted { $0.price > $1.price }
    let filtered = rows.filter { $0.price < 5000 }
    var seen: [[Int]] = []
    let subscriptions = [sorted, filtered].map { $0.ids.sink { seen.append([$0.count, $0[0].number]) } }
    #expect(count { rows.update(id(7)) { $0.price += 1 } } == 0)
    #expect(count { rows.update(id(700)) { $0.price += 1 } } == 0)
    #expect(count { batch { for number in 1..<5 { rows.update(id(number)) { $0.price += 1 } } } } == 0)
    #expect(seen == [])
    rows.update(id(3)) { $0.price = 100_000 }
    #expect(seen == [[1000, 3], [499, 0]])
    #expect(sorted.ids.value.map(\.number) == sorted.value.map(\.id.number))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("an edit after which the groups are the same, in the same order, compares no other groups")
  func groups() {
    let rows = OpenKeyedRows((0..<2000).map { Row(id: id($0), group: id($0 % 1000)) }, id: \.id)
    let groups = rows.grouped(by: \.group)
    var seen: [Int] = []
    let subscription = groups.ids.sink { seen.append($0.count) }
    rows.update(id(1500)) { $0.group = id(5) }
    #expect(count { rows.update(id(1501)) { $0.group = id(7) } } == 0)
    #expect(count { rows.update(id(1)) { $0.price = 7 } } == 0)
    #expect(seen == [])
    rows.update(id(1502)) { $0.group = id(-1) }
    #expect(count { rows.update(id(1503)) { $0.group = id(8) } } == 0)
    #expect(seen == [1001])
    subscription.cancel()
  }
}
