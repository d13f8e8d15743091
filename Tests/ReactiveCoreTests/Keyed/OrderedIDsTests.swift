import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Ids in order")
struct OrderedIDsTests {
  private struct Row: Equatable {
    let id: ComparedID
    var price = 0
  }

  @Test("an edit that leaves the ids and their order compares and notifies none")
  func keepsArray() {
    let comparisons = ComparedID.Count()
    func id(_ number: Int) -> ComparedID { ComparedID(number, counting: comparisons) }
    let rows = OpenKeyedRows((0..<1000).map { Row(id: id($0)) }, id: \.id)
    var seen: [Int] = []
    let subscription = rows.ids.sink { seen.append($0.count) }
    func count(_ edit: () -> Void) -> Int {
      let before = comparisons.number
      edit()
      let after = comparisons.number
      #expect(rows.ids.value.map(\.number) == rows.value.map(\.id.number))
      return after - before
    }
    // The comparisons of look-ups.
    let few = 20
    #expect(count { rows.update(id(7)) { $0.price += 1 } } < few)
    #expect(count { batch { for number in 0..<4 { rows.update(id(number)) { $0.price += 1 } } } } < few)
    #expect(seen == [])
    rows.insert(Row(id: id(-1)), before: id(0))
    #expect(count { rows.update(id(7)) { $0.price += 1 } } < few)
    #expect(seen == [1001])
    // Reverted batches, one of which has seen other ids.
    batch {
      rows.move(id(3), before: nil)
      rows.move(id(3), before: id(4))
    }
    batch {
      rows.insert(Row(id: id(-2)))
      #expect(rows.ids.value.count == 1002)
      rows.remove(id(-2))
    }
    rows.update(id(8)) { $0.price += 1 }
    #expect(count { rows.update(id(7)) { $0.price += 1 } } < few)
    #expect(seen == [1001])
    subscription.cancel()
  }

  @Test("the ids are those of the rows, and notified only if they change", arguments: 0..<40)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let comparisons = ComparedID.Count()
    func id(_ number: Int) -> ComparedID { ComparedID(number, counting: comparisons) }
    let rows = OpenKeyedRows((0..<6).map { Row(id: id($0)) }, id: \.id)
    var seen: [Int]? = nil
    let subscription = seed % 2 == 0 ? rows.ids.sink { seen = $0.map(\.number) } : nil
    func edit() {
      let (number, other) = (Int.random(in: 0..<9, using: &random), Int.random(in: 0..<9, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: rows.remove(id(number))
      case 1: rows.move(id(number), before: other == 8 ? nil : id(other))
      // New ids, so that slots are reused.
      case 2: rows.insert(Row(id: id(Int.random(in: 9..<1_000_000, using: &random))), before: id(other))
      case 3: rows.removeAll { $0.id.number > 8 }
      default: rows.insert(Row(id: id(number), price: Int.random(in: 0..<3, using: &random)))
      }
    }
    for _ in 0..<300 {
      let before = rows.peek().map(\.id.number)
      seen = nil
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        batch {
          for _ in 0..<Int.random(in: 0..<4, using: &random) {
            edit()
            if Bool.random(using: &random) { #expect(rows.ids.value.map(\.number) == rows.value.map(\.id.number)) }
          }
        }
      default: edit()
      }
      let after = rows.peek().map(\.id.number)
      if subscription != nil { #expect(seen == (before == after ? nil : after)) }
      if Int.random(in: 0..<20, using: &random) == 0 { #expect(rows.ids.value.map(\.number) == after) }
    }
    subscription?.cancel()
  }
}
