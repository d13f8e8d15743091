// Tests: MultilevelCollectionProperty, FollowedElements

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("MultilevelCollectionProperty")
struct MultilevelCollectionPropertyTests {
  private final class Item {
    let price: StoredProperty<Int>
    let name = StoredProperty("x")
    init(_ price: Int) { self.price = StoredProperty(price) }
  }

  @Test("notifies when the collection is replaced and at each inner change, once for a batch")
  func notifies() {
    let first = Item(1)
    let second = Item(2)
    let items = StoredProperty([first, second])
    let deep = MultilevelCollectionProperty(parentProperty: items) { [$0.price, $0.name] }
    var notified: [[Int]] = []
    deep.sink { notified.append($0.map { $0.price.value }) }
    first.price.value = 10
    second.name.value = "y"
    batch {
      first.price.value = 11
      second.price.value = 12
      items.value.append(Item(3))
    }
    batch {
      first.price.value = 0
      first.price.value = 11
    }
    #expect(notified == [[10, 2], [10, 2], [11, 12, 3]])
    items.value.removeFirst()
    first.price.value = 100
    #expect(notified.count == 4 && notified.last == [12, 3])
    #expect(first.price.dependentCount == 0 && first.name.dependentCount == 0)
  }

  @Test("by key path, with behaviors of any kind")
  func keyPath() {
    struct Row { let total: Behavior<Int> }
    let price = StoredProperty(2)
    let rows = StoredProperty([Row(total: DerivedProperty(price) { $0 * 3 })])
    let deep = MultilevelCollectionProperty(parentProperty: rows, childKeyPath: \.total)
    let sum = DerivedProperty(deep) { $0.reduce(0) { $0 + $1.total.value } }
    #expect(sum.value == 6)
    price.value = 3
    #expect(sum.value == 9)
  }

  @Test("an equal collection is no change, an inner change always is, also together with one")
  func cut() {
    let inner = StoredProperty(0)
    let source = StoredProperty([1, 2], isDuplicate: { _, _ in false })
    let deep = MultilevelCollectionProperty(parentProperty: source) { _ in [inner] }
    var notified = 0
    deep.sink { _ in notified += 1 }
    source.value = [1, 2]
    #expect(notified == 0)
    batch {
      source.value = [1, 2]
      inner.value = 1
    }
    #expect(notified == 1)
    source.value = [1]
    #expect(notified == 2)
  }

  @Test("a given test decides about collections, not about inner changes")
  func given() {
    let inner = StoredProperty(0)
    let source = StoredProperty([1])
    let deep = MultilevelCollectionProperty(
      parentProperty: source, childSelector: { _ in [inner] }, isDuplicate: { $0.count == $1.count })
    var notified: [[Int]] = []
    deep.sink { notified.append($0) }
    source.value = [2]
    inner.value = 1
    source.value = [3, 4]
    #expect(notified == [[1], [3, 4]])
  }

  @Test("lazy: the selector runs only when the value is needed")
  func lazy() {
    let source = StoredProperty([1])
    var selections = 0
    let deep = MultilevelCollectionProperty(parentProperty: source) { _ in
      selections += 1
      return []
    }
    source.value = [1, 2]
    #expect(selections == 0)
    #expect(deep.value == [1, 2] && selections == 2)
  }

  @Test("by key path, an equal collection is no change, or by a test of one's own")
  func keyPathKinds() {
    struct Row: Equatable {
      let total: StoredProperty<Int>
      var note = 0
      static func == (left: Row, right: Row) -> Bool { left.total === right.total }
    }
    let total = StoredProperty(1)
    let rows = StoredProperty([Row(total: total)], isDuplicate: { _, _ in false })
    let equal = MultilevelCollectionProperty(parentProperty: rows, childKeyPath: \.total)
    let tested = MultilevelCollectionProperty(
      parentProperty: rows, childKeyPath: \.total, isDuplicate: { $0.map(\.note) == $1.map(\.note) })
    var notified: [String] = []
    equal.sink { notified.append("equal \($0[0].note) \($0[0].total.value)") }
    tested.sink { notified.append("tested \($0[0].note) \($0[0].total.value)") }
    rows.value = [Row(total: total)]
    #expect(notified == [])
    rows.value = [Row(total: total, note: 1)]
    #expect(notified == ["tested 1 1"])
    total.value = 2
    #expect(notified.count == 3 && notified.suffix(2).sorted() == ["equal 0 2", "tested 1 2"])
    withExtendedLifetime((equal, tested)) {}
  }

  @Test(
    "a change of one element asks no other, and looks at a few of them, however many there are",
    arguments: [10, 100_000])
  func asksOnlyWhatChanged(count: Int) {
    var asked = 0
    var runs = 0
    let base = StoredProperty(0)
    let items = (0..<count).map { Item($0) }
    let source = StoredProperty(items)
    let deep = MultilevelCollectionProperty(parentProperty: source) { item in
      asked += 1
      return [
        DerivedProperty(item.price) {
          runs += 1
          return $0
        }
      ]
    }
    var notified = 0
    deep.sink { _ in notified += 1 }
    #expect(asked == count && runs == count)
    for place in [0, count / 2, count - 1] { items[place].price.value += 1 }
    #expect(asked == count && runs == count + 3 && notified == 3)
    // The selector is called for new elements, wherever they are, and not for moved ones.
    source.value.append(Item(0))
    source.value.insert(Item(0), at: 0)
    #expect(asked == count + 2 && notified == 5)
    source.value.swapAt(0, count)
    #expect(asked == count + 2 && notified == 6)
    items[0].price.value += 1
    items[count - 1].price.value += 1
    #expect(asked == count + 2 && notified == 8)
    source.value.remove(at: 1)
    #expect(asked == count + 2 && notified == 9)
    #expect(items[0].price.dependentCount == 0 && items[1].price.dependentCount == 1)
    source.value = []
    items[0].price.value += 1
    #expect(notified == 10 && items[0].price.dependentCount == 0)
    withExtendedLifetime(base) {}
  }

  @Test("elements with several behaviors, fewer, or none, come and go")
  func severalChildren() {
    final class Node {
      var children: [StoredProperty<Int>]
      init(_ count: Int) { children = (0..<count).map { _ in StoredProperty(0) } }
    }
    let nodes = [3, 0, 40, 1, 2].map(Node.init)
    let source = StoredProperty(nodes)
    let deep = MultilevelCollectionProperty(parentProperty: source) { $0.children }
    var notified = 0
    deep.sink { _ in notified += 1 }
    for kept in [[0, 1, 2, 3, 4], [1, 2], [4, 2, 0], [0], [], [2, 2]] {
      source.value = kept.map { nodes[$0] }
      for (place, node) in nodes.enumerated() {
        for child in node.children {
          notified = 0
          child.value += 1
          #expect(notified == (kept.contains(place) ? 1 : 0))
          #expect(child.dependentCount == (kept.contains(place) ? kept.filter { $0 == place }.count : 0))
        }
      }
    }
  }

  @Test("random collections of some objects: each is asked when it comes, and followed while it is there")
  func random() {
    final class Node {
      let children: [StoredProperty<Int>]
      var asked = 0
      init(_ count: Int) { children = (0..<count).map { _ in StoredProperty(0) } }
    }
    var random = SeededGenerator(seed: 7)
    let nodes = (0..<60).map { Node($0 % 4) }
    let collection = StoredProperty([Node]())
    let deep = MultilevelCollectionProperty(parentProperty: collection) { node in
      node.asked += 1
      return node.children
    }
    var notified = 0
    deep.sink { _ in notified += 1 }
    for _ in 0..<400 {
      let old = collection.value
      var new = old
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let node = nodes.randomElement(using: &random)!
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: new.insert(node, at: Int.random(in: 0...new.count, using: &random))
        case 2: if !new.isEmpty { new.remove(at: Int.random(in: 0..<new.count, using: &random)) }
        case 3: if new.count > 30 { new.removeFirst(20) }
        default: new.shuffle(using: &random)
        }
      }
      for node in nodes { node.asked = 0 }
      collection.value = new
      for node in nodes {
        let times = (old: old.count { $0 === node }, new: new.count { $0 === node })
        #expect(node.asked == max(0, times.new - times.old))
        for child in node.children { #expect((child.dependentCount > 0) == (times.new > 0)) }
      }
      guard let child = new.randomElement(using: &random)?.children.first else { continue }
      notified = 0
      child.value += 1
      #expect(notified == 1)
    }
  }

  @Test("what a batch takes back is no change, also after a read in it")
  func takenBack() {
    let items = [Item(1), Item(2)]
    let source = StoredProperty(items)
    let deep = MultilevelCollectionProperty(parentProperty: source, childKeyPath: \.price)
    let total = DerivedProperty(deep) { $0.reduce(0) { $0 + $1.price.value } }
    var notified: [Int] = []
    total.sink { notified.append($0) }
    batch {
      items[0].price.value = 5
      #expect(total.value == 7)
      items[0].price.value = 1
    }
    batch {
      source.value = [items[1]]
      #expect(total.value == 2)
      source.value = items
    }
    #expect(notified == [] && total.value == 3)
    items[0].price.value = 4
    items[1].price.value = 4
    #expect(notified == [6, 8])
  }

  @Test("in a batch, a duplicate of what an element had is read as it is")
  func duplicateInABatch() {
    final class Coarse {
      let number = StoredProperty(3, isDuplicate: { $0 / 2 == $1 / 2 })
    }
    let items = [Coarse()]
    let source = StoredProperty(items)
    let deep = MultilevelCollectionProperty(parentProperty: source, childKeyPath: \.number)
    let total = DerivedProperty(deep) { $0.reduce(0) { $0 + $1.number.peek() } }
    #expect(total.value == 3)
    batch {
      items[0].number.value = 4
      items[0].number.value = 2
      #expect(total.value == 2)
    }
    #expect(total.value == items[0].number.value)
  }
}
