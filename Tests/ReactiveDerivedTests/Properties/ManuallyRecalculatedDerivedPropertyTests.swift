import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("ManuallyRecalculatedDerivedProperty")
struct ManuallyRecalculatedDerivedPropertyTests {
  @Test("computed when it is made, and then on request")
  func recalculates() {
    var number = 1
    var runs = 0
    let property = ManuallyRecalculatedDerivedProperty { () -> Int in
      runs += 1
      return number
    }
    #expect(runs == 1)
    number = 2
    #expect(property.value == 1 && runs == 1, "of the moment when it was made")
    property.recalculate()
    #expect(property.value == 2 && runs == 2)
  }

  @Test("what the calculator reads is not followed")
  func followsNothing() {
    let source = StoredProperty(1)
    let property = ManuallyRecalculatedDerivedProperty { source.value }
    #expect(property.value == 1)
    source.value = 2
    #expect(property.value == 1 && source.dependentCount == 0)
  }

  @Test("made in a derivation, an update or a batch, it is of that moment, and what it reads is not followed there")
  func madeElsewhere() {
    let source = StoredProperty(1)
    var made: [ManuallyRecalculatedDerivedProperty<Int>] = []
    func make() -> Int {
      made.append(ManuallyRecalculatedDerivedProperty { source.value })
      return made.count
    }
    let other = StoredProperty(0)
    let derived = DerivedProperty(dependencies: [other]) { make() }
    let updater = Updater()
    updater.keepUpToDate(dependencies: [other]) { _ = make() }
    _ = derived.value
    batch {
      source.value = 2
      _ = make()
      source.value = 3
    }
    #expect(made.map(\.value) == [1, 1, 2])
    source.value = 4
    #expect(made.count == 3 && source.dependentCount == 0)
  }

  @Test("observers and dependents are notified once, and not of an equal value")
  func notifies() {
    var number = 1
    let property = ManuallyRecalculatedDerivedProperty { number }
    let double = DerivedProperty(property) { $0 * 2 }
    var notified: [Int] = []
    var notifiedDouble: [Int] = []
    property.sink { notified.append($0) }
    double.sink { notifiedDouble.append($0) }
    property.recalculate()
    number = 2
    property.recalculate()
    #expect(notified == [2] && notifiedDouble == [4])
  }

  @Test("in a batch it notifies at the end, and not at all if it is back where it was")
  func batched() {
    var number = 1
    let property = ManuallyRecalculatedDerivedProperty { number }
    var runs = 0
    let double = DerivedProperty(property) { value in
      runs += 1
      return value * 2
    }
    var notified: [Int] = []
    double.sink { notified.append($0) }
    property.sink { notified.append(-$0) }
    batch {
      number = 2
      property.recalculate()
      #expect(property.value == 2 && notified.isEmpty)
      number = 3
      property.recalculate()
    }
    #expect(notified.sorted() == [-3, 6] && runs == 2)
    batch {
      number = 4
      property.recalculate()
      number = 3
      property.recalculate()
    }
    #expect(notified.count == 2 && runs == 2)
  }

  @Test("an observer may ask for another run")
  func inObserver() {
    var number = 0
    let property = ManuallyRecalculatedDerivedProperty { number }
    var notified: [Int] = []
    let asker = property.sink { value in
      notified.append(value)
      if number < 3 {
        number += 1
        property.recalculate()
      }
    }
    number = 1
    property.recalculate()
    #expect(notified == [1, 2, 3])
    asker.cancel()
  }
}
