import ReactiveDerived
import Testing

@Suite("Keyed.filter")
struct KeyedFilterTests {
  struct Item: Identifiable, Equatable {
    var id: Int
  }

  @Test("rows that moved with a row that is left out have moved")
  func movedWithOther() {
    let items = OpenKeyed((1...5).map { Item(id: $0) })
    let most = items.filter { $0.id != 2 }
    #expect(most.value.map(\.id) == [1, 3, 4, 5])
    items.value = [1, 5, 2, 3, 4].map { Item(id: $0) }
    #expect(most.value.map(\.id) == [1, 5, 3, 4])
  }
}
