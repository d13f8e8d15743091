import ReactiveElm
import Testing

@Suite("A keyed collection")
struct KeyedCollectionTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  private func contents<Models: KeyedCollection>(of models: Models) -> [String] {
    var lines: [String] = []
    models.forEachKeyed { lines.append("\($0) \($1)") }
    return lines
  }

  @Test("a dictionary is one in the order of its keys")
  func dictionary() {
    var names = [3: "c", 1: "a", 2: "b"]
    #expect(contents(of: names) == ["1 a", "2 b", "3 c"])
    #expect(names.updateKeyedValue(forKey: 3) { $0 += "!" } != nil)
    #expect(names.updateKeyedValue(forKey: 4) { $0 += "!" } == nil)
    names.setKeyedValue("z", forKey: 1)
    names.setKeyedValue("y", forKey: 0)
    #expect(contents(of: names) == ["0 y", "1 z", "2 b", "3 c!"])
  }

  @Test("an array of identifiable values is one in its own order")
  func array() {
    var items = [Item(id: 3), Item(id: 1)]
    #expect(items.updateKeyedValue(forKey: 1) { $0.text = "one" } != nil)
    #expect(items.updateKeyedValue(forKey: 2) { $0.text = "two" } == nil)
    items.setKeyedValue(Item(id: 2, text: "new"), forKey: 2)
    items.setKeyedValue(Item(id: 3, text: "other"), forKey: 3)
    #expect(items == [Item(id: 3, text: "other"), Item(id: 1, text: "one"), Item(id: 2, text: "new")])
    var ids: [Int] = []
    items.forEachKeyed { id, _ in ids.append(id) }
    #expect(ids == [3, 1, 2])
  }

  @Test("an update of a value that is not there does not run, and may return anything")
  func results() {
    var names = [1: "a"]
    var runs = 0
    let missing: Int?? = names.updateKeyedValue(forKey: 2) { _ in
      runs += 1
      return nil
    }
    let present: Int?? = names.updateKeyedValue(forKey: 1) { _ in
      runs += 1
      return nil
    }
    #expect(missing == .none && present == .some(.none) && runs == 1)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("an array stops with a message when the key is not the value's id")
  func otherKey() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var items: [Item] = []
      items.setKeyedValue(Item(id: 2), forKey: 1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Item: a value with the id 2 was added to an array under the key 1."))
  }
  #endif
}
