import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Parts that are objects")
struct OpenBehaviorPartsOfObjectsTests {
  private final class Item: Equatable, Identifiable {
    let id: Int
    let title: String
    private let end: () -> Void
    init(_ id: Int, _ title: String, _ end: @escaping () -> Void = {}) {
      (self.id, self.title, self.end) = (id, title, end)
    }
    static func == (a: Item, b: Item) -> Bool { a.id == b.id && a.title == b.title }
    deinit { end() }
  }
  private struct Shelf: Equatable {
    var item: Item
    var size = 0
  }

  @Test("the end of an equal object, which the part has not seen, may use the whole", arguments: [false, true])
  func equalObjects(isObserved: Bool) {
    let shelf = OpenBehavior(Shelf(item: Item(1, "a")))
    let rows = OpenBehavior([Item(1, "a")])
    let (item, row) = (shelf[\.item], rows[id: 1])
    #expect(item.value.title == "a" && row.value?.title == "a")
    let tokens = isObserved ? [item.sink { _ in }, row.sink { _ in }] : []
    var log: [String] = []
    shelf.value = Shelf(item: Item(1, "a") { log.append(shelf.value.item.title) }, size: 1)
    rows.value = [Item(1, "a") { log.append("\(rows.value.map(\.title))") }, Item(2, "b")]
    item.value = Item(1, "c")
    row.value = Item(1, "c")
    #expect(log == ["c", "[\"c\", \"b\"]"])
    rows.value[0] = Item(1, "d") { log.append("\(rows.value.map(\.id))") }
    row.value = nil
    #expect(log.last == "[2]")
    for token in tokens { token.cancel() }
  }
}
