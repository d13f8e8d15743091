// Tests: ChangePredicates, ChangePredicates+Initializers

import ReactiveDerived
import Testing

/// Yoyo's `changePredicate:` is the opposite of `isDuplicate:`, on each initializer that takes it.
@Suite("Yoyo's predicates of change")
struct ChangePredicatesInitializersTests {
  /// Checks the notifications of `property` while `write` is called with 5 (not a change of 0), 10 (a change), and 15.
  /// Collects the calls of `isChange` in `asked`.
  private func check(
    _ make: (_ isChange: @escaping (Int, Int) -> Bool) -> (Behavior<Int>, write: (Int) -> Void),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var asked: [[Int]] = []
    let (property, write) = make { old, new in
      asked.append([old, new])
      return new >= old + 10
    }
    var notified: [Int] = []
    let subscription = property.sink { notified.append($0) }
    for value in [5, 10, 15] { write(value) }
    #expect(notified == [10] && property.value == 10, sourceLocation: sourceLocation)
    #expect(asked == [[0, 5], [0, 10], [10, 15]], sourceLocation: sourceLocation)
    subscription.cancel()
  }

  /// The same for a property that follows a source.
  private func check(
    following make: (StoredProperty<Int>, _ isChange: @escaping (Int, Int) -> Bool) -> Behavior<Int>,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let source = StoredProperty(0)
    check({ (make(source, $0), { source.value = $0 }) }, sourceLocation: sourceLocation)
  }

  @Test("of a stored property")
  func stored() {
    check { isChange in
      let stored = StoredProperty(0, changePredicate: isChange)
      return (stored, { stored.value = $0 })
    }
  }

  @Test("of a derived property with a list")
  func derived() {
    check(following: { source, isChange in
      DerivedProperty(dependencies: [source], calculator: { source.value }, changePredicate: isChange)
    })
  }

  @Test("of a manually recalculated one")
  func manual() {
    check { isChange in
      var number = 0
      let manual = ManuallyRecalculatedDerivedProperty(calculator: { number }, changePredicate: isChange)
      return (
        manual,
        {
          number = $0
          manual.recalculate()
        }
      )
    }
  }

  @Test("of a property that passes on another's")
  func passThrough() {
    check(following: { PassThroughProperty(parentProperty: $0, changePredicate: $1) })
  }

  @Test("of a connectable one")
  func connectable() {
    check(following: { source, isChange in
      let connectable = ConnectableProperty(unconnectedValue: 0, changePredicate: isChange)
      connectable.connect(source)
      #expect(connectable.value == 0)
      return connectable
    })
  }

  @Test("of a tentative one")
  func tentative() {
    check(following: { TentativeProperty(parentProperty: $0, validFor: nil, changePredicate: $1) })
  }

  private struct Holder { let number: StoredProperty<Int> }

  @Test("of a multilevel one, by selector and by key path")
  func multilevel() {
    check(following: { source, isChange in
      MultilevelProperty(
        parentProperty: StoredProperty(0), childSelector: { _ in source }, changePredicate: isChange)
    })
    check(following: { source, isChange in
      MultilevelProperty(
        parentProperty: StoredProperty(Holder(number: source)), childKeyPath: \.number, changePredicate: isChange)
    })
  }

  @Test("of a multilevel one that may be nil, by selector and by key path")
  func multilevelOptional() {
    let source = StoredProperty(0)
    let holder = StoredProperty<Holder?>(Holder(number: source))
    func isChange(_ old: Int?, _ new: Int?) -> Bool { (new ?? 0) >= (old ?? 0) + 10 }
    let all = [
      MultilevelOptionalProperty(parentProperty: holder, childSelector: { $0?.number }, changePredicate: isChange),
      MultilevelOptionalProperty(parentProperty: holder, childKeyPath: \.number, changePredicate: isChange),
    ]
    var notified: [[Int?]] = [[], []]
    for (index, property) in all.enumerated() { property.sink { notified[index].append($0) } }
    for value in [5, 10, 15] { source.value = value }
    #expect(notified == [[10], [10]])
    #expect(all.map(\.value) == [10, 10])
  }

  @Test("of a collection, by selector and by key path")
  func multilevelCollection() {
    let inner = StoredProperty(0)
    let source = StoredProperty([Holder(number: inner)])
    func isChange(_ old: [Holder], _ new: [Holder]) -> Bool { old.count != new.count }
    let all = [
      MultilevelCollectionProperty(
        parentProperty: source, childSelector: { [$0.number] }, changePredicate: isChange),
      MultilevelCollectionProperty(parentProperty: source, childKeyPath: \.number, changePredicate: isChange),
    ]
    var notified: [[Int]] = [[], []]
    for (index, property) in all.enumerated() { property.sink { notified[index].append($0.count) } }
    source.value = [Holder(number: inner)]
    #expect(notified == [[], []])
    source.value = []
    #expect(notified == [[0], [0]])
    withExtendedLifetime(all) {}
  }
}
