import ReactiveElm
import Testing

@Suite("Testing: names of types")
struct ShortTypeNameTests {
  private struct Pages<Page> {
    struct Mark { var page: Page }
    private struct Entry { var page: Page }
    static func entry(_ page: Page) -> Any { Entry(page: page) }
  }

  @Test("names of types that belong to a generic type, private ones too, are the same in each process")
  func inGenericType() {
    #expect(difference(Pages.Mark(page: 1), Pages.Mark(page: 2)) == "Pages<Int>.Mark\n  page: - 1\n        + 2")
    #expect(difference([Pages.entry(1)], []) == "[Any]\n  [0]: - Pages<Int>.Entry(page: 1)")
  }

  @Test("names of types are those that one writes")
  func typeNames() {
    struct Local<Value> { var value: Value }
    #expect(difference(Local(value: 1), Local(value: 2)) == "Local<Int>\n  value: - 1\n         + 2")
    #expect(difference([Local(value: [1])], []) == "[Local<Array<Int>>]\n  [0]: - Local<Array<Int>>(value: [1])")
    #expect(difference([1: { 2 }], [:]) == "Dictionary<Int, () -> Int>\n  [1]: - (() -> Int)")
  }
}
