import ReactiveDerived
import Testing

@Suite("StoredProperty")
struct StoredPropertyTests {
  @Test("is an open behavior: written by value, by <<= and in place, in a batch")
  func writes() {
    let count = StoredProperty(0, name: "count")
    var notified: [Int] = []
    count.sink { notified.append($0) }
    count.value += 1
    count <<= 2
    count.update { $0 *= 5 }
    batch {
      count.value = 0
      count.value = 10
    }
    #expect(notified == [1, 2, 10])
    #expect(count.label == "count")
    #expect(StoredProperty(0).label.hasSuffix("StoredPropertyTests.swift:\(#line)"))
  }
}
