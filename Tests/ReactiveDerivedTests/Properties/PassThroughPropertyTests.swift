import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("PassThroughProperty")
struct PassThroughPropertyTests {
  @Test("has its parent's value and notifies of its changes")
  func follows() {
    let source = StoredProperty("a")
    let property = PassThroughProperty(parentProperty: source)
    var notified: [String] = []
    property.observe { notified.append($0) }
    source.value = "b"
    source.value = "b"
    #expect(notified == ["a", "b"] && property.value == "b")
  }

  @Test("keeps its parent alive, and leaves it at once")
  func memory() {
    weak var parent: StoredProperty<Int>?
    var property: PassThroughProperty<Int>?
    do {
      let source = StoredProperty(1)
      parent = source
      property = PassThroughProperty(parentProperty: source)
    }
    #expect(property?.value == 1 && parent?.dependentCount == 1)
    property = nil
    #expect(parent == nil)
  }
}
