import Foundation
import ReactiveElm
import Testing

private enum Page {
  case list
  case detail(Int)
}

/// The texts of values in messages, seen in the difference from nil, which shows the whole value.
@Suite("Testing: texts of values")
struct ValueTextTests {
  private func text<Value>(of value: Value) -> String? {
    guard let text = difference(Value?.none, value), let mark = text.range(of: "+ ") else { return nil }
    return String(text[mark.upperBound...])
  }

  @Test("dictionaries have their keys in order, and an empty one differs from an empty list")
  func dictionaries() {
    #expect(text(of: ["b": Page.list, "a": .detail(1)]) == #"["a": .detail(1), "b": .list]"#)
    #expect(text(of: [10: 1, 9: 2]) == "[9: 2, 10: 1]")
    #expect(text(of: [String: Page]()) == "[:]")
    #expect(text(of: [Page]()) == "[]")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("an inline array has its elements")
  func inlineArrays() {
    let pages: [2 of Page] = [.list, .detail(1)]
    #expect(text(of: pages) == "[.list, .detail(1)]")
  }

  @Test("what has no order of its own is in the order of its texts")
  func unordered() {
    struct Point: Hashable {
      var x: Int
    }
    let points = Set([3, 1, 2].map(Point.init))
    #expect(text(of: points) == "[Point(x: 1), Point(x: 2), Point(x: 3)]")
    #expect(text(of: [Point(x: 2): "b", Point(x: 1): "a"]) == #"[Point(x: 1): "a", Point(x: 2): "b"]"#)
  }

  @Test("a value that shows nothing of itself is written as its description, or as its type")
  func opaque() {
    struct Money: CustomStringConvertible, CustomReflectable {
      var cents: Int
      var description: String { "\(cents) ct" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    #expect(text(of: Money(cents: 5)) == "5 ct")
    #expect(text(of: { (number: Int) in number }) == "((Int) -> Int)")
    #expect(text(of: Int.self) == "Int.self")
  }

  @Test("values with the same description and without children are compared by ==")
  func sealed() {
    struct Sealed: Equatable, CustomStringConvertible, CustomReflectable {
      var secret: Int
      var description: String { "sealed" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    #expect(difference(Sealed(secret: 1), Sealed(secret: 1)) == nil)
    #expect(difference(Sealed(secret: 1), Sealed(secret: 2))?.contains("== says that they differ") == true)
  }
}
