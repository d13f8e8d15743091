import ReactiveDerived
import Testing

@Suite("Law 12 of properties: exclusivity")
struct ExclusivityTests {
  @Test("an observer may read, write, observe and cancel what it observes")
  func exclusivity() {
    let source = StoredProperty(0)
    let property = DerivedProperty(source) { $0 * 10 }
    var notified: [Int] = []
    var subscription: Subscription?
    subscription = property.sink { value in
      notified.append(value)
      #expect(property.value == value)
      if value == 10 {
        source.value = 2
        property.observe { notified.append(-$0) }
      }
      if value == 20 { subscription?.cancel() }
    }
    source.value = 1
    source.value = 3
    #expect(notified == [10, -20, 20, -30])
  }
}
