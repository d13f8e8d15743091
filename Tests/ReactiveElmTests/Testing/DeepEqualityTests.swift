// Tests: DeepEquality, ReflectedChildren

import ReactiveElm
import Testing

private final class Node {
  var value: Int
  var next: Node?
  init(_ value: Int) { self.value = value }
}
private class Animal {
  var legs = 4
}
private final class Bird: Animal {
  var canFly = true
}
private struct Chain {
  indirect enum Link {
    case end
    case link(Int, Link)
  }
  var first: Link
}

@Suite("Testing: deep equality")
struct DeepEqualityTests {
  @Test("objects are compared by their fields, inherited ones too, even if they lead back to themselves")
  func objects() {
    let bird = Bird()
    let other = Bird()
    #expect(difference(bird, other) == nil)
    other.legs = 2
    #expect(difference(bird, other) == "Bird\n  legs: - 4\n        + 2")
    #expect(difference(bird as Animal, Animal()) == "Animal\n  - Bird(legs: 4, canFly: true)\n  + Animal(legs: 4)")

    func ring(_ last: Int) -> Node {
      let (a, b) = (Node(1), Node(last))
      a.next = b
      b.next = a
      return a
    }
    let (first, same, third) = (ring(2), ring(2), ring(3))
    #expect(difference(first, same) == nil)
    #expect(difference(first, third) == "Node\n  next.value: - 2\n              + 3")
    #expect(
      difference([first], []) == """
        [Node]
          [0]: - Node(value: 1, next: Node(value: 2, next: Node(the same again)))
        """)
    for node in [first, same, third] { node.next?.next = nil }
  }

  @Test("an object without fields to see is equal to itself alone")
  func opaqueObjects() {
    final class Token {}
    let token = Token()
    #expect(difference(token, token) == nil)
    #expect(difference(token, Token())?.contains("differ in something that cannot be seen") == true)
  }

  @Test("functions count as equal, types do not")
  func functions() {
    let increment = { (number: Int) in number + 1 }
    let decrement = { (number: Int) in number - 1 }
    #expect(difference(increment, decrement) == nil)
    #expect(difference(Int.self as any Any.Type, String.self) == "Any.Type\n  - Int.self\n  + String.self")
  }

  @Test("a deep value is compared without the stack, and shown to a depth")
  func deep() throws {
    func chain(_ last: Int) -> Chain {
      var link = Chain.Link.link(last, .end)
      for number in 0..<2_000 { link = .link(number, link) }
      return Chain(first: link)
    }
    #expect(difference(chain(1), chain(1)) == nil)
    let text = try #require(difference(chain(1), chain(2)))
    #expect(text.hasPrefix("Chain\n  first.link"))
    #expect(text.count < 6_000)
  }

  @Test("a type is equal to itself")
  func types() {
    #expect(difference(Int.self as any Any.Type, Int.self) == nil)
    #expect(difference(Bird.self as Animal.Type, Bird.self) == nil)
    #expect(difference(Bird.self as Animal.Type, Animal.self) != nil)
  }

  @Test("dictionaries of what has no == are compared key by key, inside of other values, too")
  func dictionaries() {
    struct Table { var links: [String: Chain.Link] = [:] }
    let table = Table(links: ["a": .link(1, .end), "b": .end])
    #expect(difference(table, Table(links: ["b": .end, "a": .link(1, .end)])) == nil)
    #expect(
      difference(table, Table(links: ["a": .link(2, .end), "b": .end]))
        == "Table\n  links[\"a\"].link.0: - 1\n                     + 2")
    // Compared inside a list.
    #expect(difference([table], [Table(links: ["a": .link(1, .end), "c": .end])]) != nil)
    #expect(difference([table, Table()], [table, Table()]) == nil)
  }

  @Test("a collection of one's own that calls itself a dictionary is compared by its pairs")
  func ownDictionary() {
    struct Pairs: CustomReflectable {
      var pairs: [(String, Chain.Link)]
      var customMirror: Mirror { Mirror(self, unlabeledChildren: pairs, displayStyle: .dictionary) }
    }
    #expect(difference(Pairs(pairs: [("a", .end)]), Pairs(pairs: [("a", .end)])) == nil)
    #expect(difference(Pairs(pairs: [("a", .end)]), Pairs(pairs: [("a", .link(1, .end))])) != nil)
    #expect(difference(Pairs(pairs: [("a", .end)]), Pairs(pairs: [])) != nil)
  }

  @Test("what reflection does not show is compared by its elements, or by its text")
  func hidden() {
    struct Holder<Value> { var value: Value }
    func holder(_ text: StaticString) -> Holder<StaticString> { Holder(value: text) }
    #expect(difference(holder("Ada"), holder("Ada")) == nil)
    #expect(
      difference(holder("Ada"), holder("Alan")) == "Holder<StaticString>\n  value: - Ada\n         + Alan")

    let links = ["a": Chain.Link.end, "b": .link(1, .end)]
    var changed = links
    changed["b"] = .link(2, .end)
    #expect(difference(links.values, links.values) == nil)
    #expect(difference(links.values, changed.values) != nil)
    // In another order.
    var (small, large) = ([Int: Int](), [Int: Int](minimumCapacity: 1000))
    for number in 0..<20 {
      small[number] = number
      large[19 - number] = 19 - number
    }
    #expect(difference(small.values, large.values) == nil)

    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (cells, sameCells): ([2 of Chain.Link], [2 of Chain.Link]) = ([.end, .end], [.end, .end])
    let otherCells: [2 of Chain.Link] = [.end, .link(1, .end)]
    #expect(difference(Holder(value: cells), Holder(value: sameCells)) == nil)
    #expect(
      difference(Holder(value: cells), Holder(value: otherCells))?.hasSuffix(
        "\n  value[1]: - .end\n            + .link(1, .end)") == true)
  }
}
