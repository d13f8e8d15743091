import ReactiveDerived
import Testing

@Suite("Law 10 of properties: cycles")
struct CyclesTests {
  @Test("an item that a collection has lost reads the total in its end", arguments: [false, true])
  func endOfAnItem(isObserved: Bool) {
    final class Item {
      let price: StoredProperty<Int>
      let end: () -> Void
      init(_ price: Int, _ end: @escaping () -> Void) {
        self.price = StoredProperty(price)
        self.end = end
      }
      deinit { end() }
    }
    let items = StoredProperty<[Item]>([])
    let observed = MultilevelCollectionProperty(parentProperty: items, childKeyPath: \.price)
    let total = DerivedProperty(observed) { $0.reduce(0) { $0 + $1.price.value } }
    var totals: [Int?] = []
    var notified: [Int] = []
    if isObserved { total.sink { notified.append($0) } }
    items.value = [Item(3) { [weak total] in totals.append(total?.value) }]
    #expect(total.value == 3)
    items.value = []
    #expect(total.value == 0 && totals == [0])
    #expect(notified == (isObserved ? [3, 0] : []))
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that needs its own value stops with a message")
  func cycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let connectable = ConnectableProperty(unconnectedValue: 1, name: "loop")
      let next = DerivedProperty(connectable, name: "next") { $0 + 1 }
      connectable.connect(next)
      _ = next.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("dependency cycle: next reads loop reads next"))
  }
  #endif
}
