import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("ConnectableProperty")
struct ConnectablePropertyTests {
  @Test("unconnected, connected, connected to another, to a constant")
  func connects() {
    let property = ConnectableProperty(unconnectedValue: 0)
    let first = StoredProperty(1)
    let second = StoredProperty(2)
    var notified: [Int] = []
    property.observe { notified.append($0) }
    property.connect(first)
    first.value = 10
    property.connect(second)
    first.value = 11
    second.value = 20
    property.connect(constant: 5)
    second.value = 21
    #expect(notified == [0, 1, 10, 2, 20, 5])
    property.connect(first)
    #expect(property.value == 11)
  }

  @Test("connecting to an equal value is no change, and in a batch the last connection counts")
  func cut() {
    let property = ConnectableProperty(unconnectedValue: 1)
    var notified: [Int] = []
    property.sink { notified.append($0) }
    property.connect(StoredProperty(1))
    property.connect(constant: 1)
    #expect(notified.isEmpty)
    batch {
      property.connect(constant: 2)
      property.connect(constant: 3)
    }
    batch {
      property.connect(constant: 4)
      property.connect(constant: 3)
    }
    #expect(notified == [3])
  }

  @Test("the connection before is released at once, what it is connected to is kept")
  func memory() {
    let property = ConnectableProperty(unconnectedValue: 1)
    weak var gone: StoredProperty<Int>?
    do {
      let inner = StoredProperty(2)
      gone = inner
      property.connect(inner)
    }
    #expect(property.value == 2 && gone != nil)
    batch {
      property.connect(constant: 3)
      #expect(gone == nil)
    }
    let left = StoredProperty(5)
    property.connect(left)
    #expect(property.value == 5 && left.dependentCount == 1)
    property.connect(constant: 6)
    #expect(left.dependentCount == 0, "released before it is read")
    let a = StoredProperty(0)
    let b = StoredProperty(0)
    property.sink { _ in }
    for turn in 0..<10_000 { property.connect(turn % 2 == 0 ? a : b) }
    #expect(a.dependentCount == 0 && b.dependentCount == 1)
  }

  @Test("no mixed state when it depends on what it is combined with")
  func glitches() {
    let source = StoredProperty(1)
    let double = DerivedProperty(source) { $0 * 2 }
    let property = ConnectableProperty(unconnectedValue: 2)
    property.connect(double)
    var pairs: [[Int]] = []
    let both = DerivedProperty(source, property) { source, property in
      pairs.append([source, property])
      return source + property
    }
    both.sink { _ in }
    source.value = 2
    #expect(pairs == [[1, 2], [2, 4]])
  }
}
