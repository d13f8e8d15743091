// Tests: Keyed+Filter, Keyed+Map, Keyed+Reduce

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Batches that restore a keyed collection")
struct KeyedRevertsTests {
  fileprivate struct Row: Identifiable {
    var id: Int
    var number: Int
    var comparisons = Count()
  }
  fileprivate final class Count { var number = 0 }
  private final class Result {}
  private final class LiveID: Hashable {
    let number: Int
    let tracked: Tracked
    init(_ number: Int, _ live: LiveCount) {
      self.number = number
      tracked = live.make()
    }
    static func == (one: LiveID, other: LiveID) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("notify nothing and run no function, however many there are", arguments: [false, true])
  func many(readsBetween: Bool) {
    let rows = OpenKeyed((0..<10).map { Row(id: $0, number: $0) })
    var runs = 0
    let results = rows.map { _ in
      runs += 1
      return Result()
    }
    var notified = 0
    let all = results.sink { _ in notified += 1 }
    let changes = results.changes.sink { _ in notified += 1 }
    let count = rows.filter { $0.number >= 0 }.array.sink { _ in notified += 1 }
    runs = 0
    for _ in 0..<300 {
      batch {
        for id in 5...6 {
          rows.update(id) { $0.number += 1 }
          if readsBetween { #expect(rows.peek(id)?.number == id + 1) }
          rows.update(id) { $0.number -= 1 }
        }
      }
    }
    #expect(runs == 0 && notified == 0)
    for token in [all, changes, count] { token.cancel() }
  }

  @Test("compare the rows that they have changed, not those of earlier ones")
  func comparisons() {
    let comparisons = Count()
    let rows = OpenKeyed((0..<10_000).map { Row(id: $0, number: 0, comparisons: comparisons) })
    let count = rows.count.sink { _ in }
    func restore(_ id: Int) {
      batch {
        rows.update(id) { $0.number = 1 }
        rows.update(id) { $0.number = 0 }
      }
    }
    restore(0)
    comparisons.number = 0
    restore(1)
    let first = comparisons.number
    for id in 2..<1_000 { restore(id) }
    comparisons.number = 0
    restore(1_000)
    #expect(comparisons.number == first)
    count.cancel()
  }

  @Test("keep no ids of rows that came and went")
  func ids() {
    let live = LiveCount()
    let rows = OpenKeyedRows((0..<10).map { $0 }, id: { LiveID($0, live) })
    let count = rows.filter { $0 >= 0 }.count.sink { _ in }
    for number in 10..<4_000 {
      batch {
        rows.insert(number)
        rows.remove(LiveID(number, live))
      }
    }
    #expect(live.alive < 200)
    count.cancel()
  }

  @Test("an edit counts that joins one which was compared in the middle of the batch", arguments: [false, true])
  func comparedInBetween(isIndependent: Bool) {
    let rows = OpenKeyed((1...2).map { Row(id: $0, number: 0) })
    let sum = rows.reduce(0, adding: { $0 + $1.number }, removing: { $0 - $1.number })
    var notified: [Int] = []
    let token = sum.sink { notified.append($0) }
    batch {
      rows.update(2) { $0.number = 5 }
      #expect(rows.value.map(\.number) == [0, 5] && sum.value == 5)
      if isIndependent {
        independently {
          batch {
            rows.update(1) { $0.number = 9 }
            rows.update(1) { $0.number = 0 }
          }
        }
      } else {
        // Of rows with the same id, the last is kept.
        rows.value = [Row(id: 1, number: 9), Row(id: 1, number: 0), Row(id: 2, number: 5)]
      }
      rows.update(1) { $0.number = 7 }
      #expect(rows.value.map(\.number) == [7, 5] && sum.value == 12)
    }
    #expect(rows.value.map(\.number) == [7, 5] && notified == [12])
    token.cancel()
  }

  @Test("a row that is back is not visited with another that has changed")
  func visits() {
    let rows = OpenKeyed((1...4).map { Row(id: $0, number: $0) })
    var visited: [Int] = []
    let filtered = rows.filter {
      visited.append($0.id)
      return $0.number > 0
    }
    let sum = rows.reduce(0) {
      visited.append($1.id)
      return $0 + $1.number
    } removing: {
      visited.append($1.id)
      return $0 - $1.number
    }
    let tokens = [filtered.count.sink { _ in }, sum.sink { _ in }]
    visited = []
    batch {
      rows.update(1) { $0.number = 9 }
      rows.update(1) { $0.number = 1 }
      rows.update(2) { $0.number = 7 }
    }
    #expect(visited == [2, 2, 2])
    #expect(sum.value == 15)
    for token in tokens { token.cancel() }
  }
}

extension KeyedRevertsTests.Row: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.comparisons.number += 1
    return one.id == other.id && one.number == other.number
  }
}
