// Tests: Difference, DifferenceWalk

import Foundation
import ReactiveElm
import Testing

private struct Person: Equatable {
  var name = "Ada"
  var age = 36
  var friends: [String] = []
}
private enum Page {
  case list
  case detail(Person)
  case edit(id: Int, text: String)
}

@Suite("Testing: differences")
struct DifferenceTests {
  @Test("a value without parts is shown whole")
  func leaves() {
    #expect(difference(1, 2) == "Int\n  - 1\n  + 2")
    #expect(difference("a", "b") == "String\n  - \"a\"\n  + \"b\"")
    #expect(difference(1.5, .infinity) == "Double\n  - 1.5\n  + inf")
    #expect(difference(true, false) == "Bool\n  - true\n  + false")
    #expect(difference(1, 1) == nil)
  }

  @Test("of a struct the fields that differ are shown")
  func structs() {
    #expect(
      difference(Person(), Person(name: "Grace", age: 37)) == """
        Person
          name: - "Ada"
                + "Grace"
          age: - 36
               + 37
        """)
  }

  @Test("what is nested is shown with its path")
  func paths() {
    struct Team {
      var lead = Person()
      var pages: [Page] = [.list, .detail(Person())]
    }
    var other = Team()
    other.lead.friends = ["Bob"]
    other.pages[1] = .detail(Person(age: 40))
    #expect(
      difference(Team(), other) == """
        Team
          lead.friends[0]: + "Bob"
          pages[1].detail.age: - 36
                               + 40
        """)
  }

  @Test("a path that is long has lines to itself")
  func longPaths() {
    struct AVeryLongNameOfAType { var aVeryLongNameOfAProperty = AnotherOne() }
    struct AnotherOne { var anotherLongNameOfAProperty = 1 }
    var other = AVeryLongNameOfAType()
    other.aVeryLongNameOfAProperty.anotherLongNameOfAProperty = 2
    #expect(
      difference(AVeryLongNameOfAType(), other) == """
        AVeryLongNameOfAType
          aVeryLongNameOfAProperty.anotherLongNameOfAProperty:
            - 1
            + 2
        """)
  }

  @Test("of an enum the payload is shown if the case is the same")
  func enums() {
    #expect(
      difference(Page.list, .detail(Person())) == """
        Page
          - .list
          + .detail(Person(name: "Ada", age: 36, friends: []))
        """)
    #expect(
      difference(Page.edit(id: 1, text: "a"), .edit(id: 1, text: "b")) == """
        Page
          edit.text: - "a"
                     + "b"
        """)
    #expect(
      difference(Page.detail(Person()), .detail(Person(name: "B"))) == """
        Page
          detail.name: - "Ada"
                       + "B"
        """)
  }

  @Test("optionals add nothing to the path")
  func optionals() {
    #expect(difference(Int?.none, 1) == "Optional<Int>\n  - nil\n  + 1")
    #expect(
      difference(Optional(Person()), Person(age: 1)) == """
        Optional<Person>
          age: - 36
               + 1
        """)
    #expect(difference(Page??.some(nil), Page??.none) != nil)
    #expect(difference(Page?.none, nil) == nil)
  }

  @Test("dictionaries and sets are shown in the order of their keys")
  func unordered() {
    #expect(
      difference(["b": 1, "a": 2, "c": 3], ["a": 3, "c": 3, "d": 4]) == """
        Dictionary<String, Int>
          ["a"]: - 2
                 + 3
          ["b"]: - 1
          ["d"]: + 4
        """)
    #expect(
      difference([10: Page.list, 9: .edit(id: 1, text: "")], [10: .list, 9: .edit(id: 2, text: ""), 100: .list]) == """
        Dictionary<Int, Page>
          [9].edit.id: - 1
                       + 2
          [100]: + .list
        """)
    #expect(
      difference(Set([1, 10, 2]), [2, 3]) == """
        Set<Int>
          - 1
          - 10
          + 3
        """)
  }

  @Test("tuples are compared in their places")
  func tuples() {
    #expect(difference((1, name: "a"), (1, name: "b")) == "(Int, name: String)\n  name: - \"a\"\n        + \"b\"")
    #expect(difference((1, 2), (1, 3)) == "(Int, Int)\n  .1: - 2\n      + 3")
    #expect(difference((), ()) == nil)
  }

  @Test("the standard library's and Foundation's types are shown by their descriptions")
  func atomic() {
    struct Entry {
      var date = Date(timeIntervalSinceReferenceDate: 0)
      var range = 0..<3
      var price = Decimal(3)
      var duration = Duration.seconds(1)
    }
    #expect(
      difference(
        Entry(), Entry(date: Date(timeIntervalSinceReferenceDate: 60), range: 0..<4, price: 4, duration: .seconds(2)))
          == """
          Entry
            date: - 2001-01-01 00:00:00 +0000
                  + 2001-01-01 00:01:00 +0000
            range: - 0..<3
                   + 0..<4
            price: - 3
                   + 4
            duration: - 1.0 seconds
                      + 2.0 seconds
          """)
  }
}
