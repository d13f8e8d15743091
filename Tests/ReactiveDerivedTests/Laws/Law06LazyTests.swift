import ReactiveDerived
import Testing

@Suite("Law 6 of properties: lazy")
struct LazyTests {
  @Test("lazy, and cached unobserved")
  func lazy() {
    let source = StoredProperty(1)
    var runs = 0
    let property = DerivedProperty(source) { value in
      runs += 1
      return value * 2
    }
    source.value = 2
    #expect(runs == 0)
    #expect(property.value == 4 && property.value == 4 && runs == 1)
    source.value = 3
    source.value = 4
    #expect(runs == 1)
    #expect(property.value == 8 && runs == 2)
  }
}
