import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Yoyo's faults")
struct YoyoFaultTests {
  @Test("a diamond is computed once, and a state that no write produced is not seen")
  func diamond() {
    let source = StoredProperty(0)
    let up = DerivedProperty(source) { $0 + 1 }
    let down = DerivedProperty(source) { -$0 }
    var seen: [[Int]] = []
    let sum = DerivedProperty(up, down, source) { up, down, source in
      seen.append([up, down, source])
      return up + down
    }
    let updater = Updater()
    var updates = 0
    updater.keepUpToDate(dependencies: [sum, up, down]) { updates += 1 }
    for value in 1...3 { source.value = value }
    #expect(seen == (0...3).map { [$0 + 1, -$0, $0] })
    #expect(updates == 4)
  }

  @Test("a value set inside an observer is delivered after the one before, to all in the same order")
  func writesInObservers() {
    let source = StoredProperty(0)
    var seen: [String] = []
    let writer = source.sink { value in
      seen.append("a\(value)")
      if value == 1 { source.value = 2 }
    }
    source.sink { seen.append("b\($0)") }
    source.value = 1
    #expect(seen == ["a1", "b1", "a2", "b2"])
    writer.cancel()
  }

  @Test("a constant takes the place of a connected property")
  func constant() {
    let connected = StoredProperty(1)
    let property = ConnectableProperty(unconnectedValue: 0)
    property.connect(connected)
    property.connect(constant: 5)
    connected.value = 2
    #expect(property.value == 5 && connected.dependentCount == 0)
  }

  @Test("a tentative value without a time outlives the parent's changes")
  func tentative() {
    let parent = StoredProperty(1)
    let property = TentativeProperty(parentProperty: parent, validFor: nil)
    property.value = 5
    parent.value = 2
    #expect(property.value == 5)
  }

  @Test("two properties that are kept equal by two updaters settle")
  func twoWay() {
    let a = StoredProperty(0)
    let b = StoredProperty(0)
    let updater = Updater()
    updater.keepUpToDate(dependencies: [a]) { b.value = a.value }
    updater.keepUpToDate(dependencies: [b]) { a.value = b.value }
    a.value = 1
    #expect(b.value == 1)
    b.value = 2
    #expect(a.value == 2)
  }

  @Test("100,000 observers and 100,000 updates of one property are cancelled, in any order")
  func cancelling() {
    let source = StoredProperty(0)
    let property = DerivedProperty(source) { $0 }
    var notified = 0
    let subscriptions = (0..<100_000).map { _ in property.sink { notified += $0 } }
    var updater: Updater? = Updater()
    for _ in 0..<100_000 { updater?.keepUpToDate(dependencies: [property]) { notified += source.peek() } }
    for subscription in subscriptions.reversed() { subscription.cancel() }
    updater = nil
    source.value = 1
    #expect(notified == 0 && property.dependentCount == 0 && source.dependentCount == 1)
  }
}
