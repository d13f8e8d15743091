import ReactiveElm
import Testing

@Suite("Testing: names of types")
struct ShortTypeNameTests {
  @Test("names of types are those that one writes")
  func typeNames() {
    struct Local<Value> { var value: Value }
    #expect(difference(Local(value: 1), Local(value: 2)) == "Local<Int>\n  value: - 1\n         + 2")
    #expect(difference([Local(value: [1])], []) == "[Local<Array<Int>>]\n  [0]: - Local<Array<Int>>(value: [1])")
    #expect(difference([1: { 2 }], [:]) == "Dictionary<Int, () -> Int>\n  [1]: - (() -> Int)")
  }
}
