import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Law 7 for every kind of property, with the default and with a given duplicate test.
@Suite("What counts as a change")
struct ChangeTests {
  private final class Object: Delegate {}
  private struct Loose { var number = 0 }

  /// One property of each computing kind over `source`, which notifies of everything.
  private func derived<Value: Equatable>(from source: OpenBehavior<Value>) -> [(String, Behavior<Value>)] {
    let connectable = ConnectableProperty(unconnectedValue: source.peek())
    connectable.connect(source)
    return [
      ("DerivedProperty", DerivedProperty(source) { $0 }),
      ("DerivedProperty(dependencies:)", DerivedProperty(dependencies: [source]) { source.value }),
      ("PassThroughProperty", PassThroughProperty(parentProperty: source)),
      ("TentativeProperty", TentativeProperty(parentProperty: source)),
      ("ConnectableProperty", connectable),
      ("MultilevelProperty", MultilevelProperty(parentProperty: StoredProperty(0)) { _ in source }),
    ]
  }
  private func derived<Value>(loose source: OpenBehavior<Value>) -> [(String, Behavior<Value>)] {
    let connectable = ConnectableProperty(unconnectedValue: source.peek())
    connectable.connect(source)
    return [
      ("DerivedProperty", DerivedProperty(source) { $0 }),
      ("DerivedProperty(dependencies:)", DerivedProperty(dependencies: [source]) { source.value }),
      ("PassThroughProperty", PassThroughProperty(parentProperty: source)),
      ("TentativeProperty", TentativeProperty(parentProperty: source)),
      ("ConnectableProperty", connectable),
      ("MultilevelProperty", MultilevelProperty(parentProperty: StoredProperty(0)) { _ in source }),
    ]
  }
  private func derived<Value>(
    from source: OpenBehavior<Value>, _ isDuplicate: @escaping (Value, Value) -> Bool
  ) -> [(String, Behavior<Value>)] {
    let connectable = ConnectableProperty(unconnectedValue: source.peek(), isDuplicate: isDuplicate)
    connectable.connect(source)
    return [
      ("DerivedProperty", DerivedProperty(source, calculator: { $0 }, isDuplicate: isDuplicate)),
      (
        "DerivedProperty(dependencies:)",
        DerivedProperty(dependencies: [source], calculator: { source.value }, isDuplicate: isDuplicate)
      ),
      ("PassThroughProperty", PassThroughProperty(parentProperty: source, isDuplicate: isDuplicate)),
      ("TentativeProperty", TentativeProperty(parentProperty: source, isDuplicate: isDuplicate)),
      ("ConnectableProperty", connectable),
      (
        "MultilevelProperty",
        MultilevelProperty(
          parentProperty: StoredProperty(0), childSelector: { _ in source }, isDuplicate: isDuplicate)
      ),
    ]
  }

  private func chatty<Value>(_ value: Value) -> OpenBehavior<Value> {
    StoredProperty(value, isDuplicate: { _, _ in false })
  }

  @Test("nil after nil is no change, of values that are no objects, either")
  func nilByNil() {
    let source = OpenBehavior<Loose?>(nil, isDuplicate: { _, _ in false })
    for (name, property) in derived(loose: source) {
      var count = 0
      let subscription = property.sink { _ in count += 1 }
      for value in [nil, Loose(), Loose(), nil, nil] { source.value = value }
      #expect(count == 3, "\(name)")
      subscription.cancel()
    }
    let stored = StoredProperty<Loose?>(nil)
    var count = 0
    stored.sink { _ in count += 1 }
    for value in [nil, Loose(), Loose(), nil, nil] { stored.value = value }
    #expect(count == 3)
  }

  @Test("equal values are no change")
  func equality() {
    let source = chatty(1)
    for (name, property) in derived(from: source) {
      source.value = 1
      var notified: [Int] = []
      let subscription = property.sink { notified.append($0) }
      source.value = 1
      source.value = 2
      source.value = 2
      #expect(notified == [2], "\(name)")
      subscription.cancel()
    }
  }

  @Test("a source that an observer writes and writes back, with a read in between: two changes, in a batch none")
  func writtenBack() {
    for (isInBatch, isRead) in [(false, false), (false, true), (true, true)] {
      let source = StoredProperty(1)
      let double = source.map { $0 * 2 }
      var notified: [Int] = []
      let token = double.sink { notified.append($0) }
      let event = Event<Void>()
      let writer = event.sink {
        func write() {
          source.value = 2
          if isRead { #expect(double.value == 4) }
          source.value = 1
        }
        if isInBatch { batch(write) } else { write() }
      }
      event.trigger()
      #expect(notified == (isRead && !isInBatch ? [2] : []) && double.value == 2)
      token.cancel()
      writer.cancel()
    }
  }

  @Test("the same instance is no change, and nor is nil after nil")
  func identity() {
    let source = chatty(Object())
    for (name, property) in derived(loose: source) {
      var notified = 0
      let subscription = property.sink { _ in notified += 1 }
      source.value = source.value
      #expect(notified == 0, "\(name)")
      source.value = Object()
      #expect(notified == 1, "\(name)")
      subscription.cancel()
    }
    let optional = chatty(Object?.none)
    for (name, property) in derived(loose: optional) {
      optional.value = nil
      var notified = 0
      let subscription = property.sink { _ in notified += 1 }
      optional.value = nil
      #expect(notified == 0, "\(name)")
      optional.value = source.value
      optional.value = source.value
      #expect(notified == 1, "\(name)")
      optional.value = nil
      #expect(notified == 2, "\(name)")
      subscription.cancel()
    }
  }

  @Test("objects are compared by identity however they are held")
  func heldObjects() {
    func check<Value>(_ hold: (Object) -> Value) {
      let (one, two) = (hold(Object()), hold(Object()))
      let source = chatty(one)
      for (name, property) in derived(loose: source) + [("StoredProperty", StoredProperty(one))] {
        var notified = 0
        let subscription = property.sink { _ in notified += 1 }
        func write(_ value: Value) {
          if let stored = property as? OpenBehavior<Value> { stored.value = value } else { source.value = value }
        }
        write(one)
        #expect(notified == 0, "\(name) of \(Value.self)")
        write(two)
        write(two)
        #expect(notified == 1, "\(name) of \(Value.self)")
        write(one)
        #expect(notified == 2, "\(name) of \(Value.self)")
        subscription.cancel()
      }
    }
    check { $0 as any Delegate }
    check { $0 as (any Delegate)? }
    check { $0 as AnyObject }
    check { $0 as Any }
    check { $0 as Any? }
  }

  @Test("combinators and updaters compare objects by identity however they are held")
  func heldObjectsInCombinators() {
    let (one, two) = (Object(), Object())
    let source = OpenBehavior(0)
    let event = Event<any Delegate>()
    func pick(_ number: Int) -> any Delegate { number < 2 ? one : two }
    let inner = [StoredProperty(pick(0)), StoredProperty(pick(2))]
    let outer = StoredProperty(Object?.none)
    let chattySource = chatty(one as any Delegate)
    let all: [(String, Behavior<any Delegate>)] = [
      ("map", source.map { pick($0) }),
      ("flatMap", source.flatMap { inner[$0 / 2] }),
      ("scan", source.scan(one as any Delegate) { _, number in pick(number) }),
      ("hold", event.hold(one)),
      ("accumulate", event.accumulate(one as any Delegate) { _, new in new }),
      ("optional", MultilevelOptionalProperty(parentProperty: outer) { _ in chattySource }.map { $0 ?? one }),
    ]
    for (name, behavior) in all {
      var notified = 0
      let subscription = behavior.sink { _ in notified += 1 }
      for number in [1, 2, 3, 0] {
        source.value = number
        event.trigger(pick(number))
        chattySource.value = pick(number)
      }
      #expect(notified == 2, "\(name)")
      subscription.cancel()
    }

    let updater = Updater()
    var transitions = 0
    updater.onTransition(chattySource) { _, _ in transitions += 1 }
    chattySource.value = one
    chattySource.value = two
    chattySource.value = two
    #expect(transitions == 2)
  }

  @Test("an updater that writes the object that is there settles")
  func updaterSettles() {
    let object = Object()
    let selection = StoredProperty<(any Delegate)?>(object)
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate(dependencies: [selection]) {
      runs += 1
      selection.value = object
    }
    selection.value = nil
    #expect(runs == 3)
    #expect(selection.value === object)
  }

  @Test("the same collection object is no change of a multilevel collection, and each of its inner properties is")
  func collectionObjects() {
    final class Shelf: Sequence {
      let items: [StoredProperty<Int>]
      init(_ items: [StoredProperty<Int>]) { self.items = items }
      func makeIterator() -> IndexingIterator<[StoredProperty<Int>]> { items.makeIterator() }
    }
    let item = StoredProperty(1)
    let shelf = Shelf([item])
    let parent = chatty(shelf)
    let observed = MultilevelCollectionProperty(parentProperty: parent, childSelector: { [$0] })
    var notified = 0
    observed.sink { _ in notified += 1 }
    parent.value = shelf
    #expect(notified == 0)
    item.value = 2
    #expect(notified == 1)
    parent.value = Shelf([item])
    #expect(notified == 2)
  }

  @Test("a value that can be compared in no way is always a change")
  func always() {
    let source = chatty(Loose())
    for (name, property) in derived(loose: source) {
      var notified = 0
      let subscription = property.sink { _ in notified += 1 }
      source.value = Loose()
      source.value = Loose()
      #expect(notified == 2, "\(name)")
      subscription.cancel()
    }
  }

  @Test("a given test decides, and is given the old value and the new one")
  func given() {
    let source = chatty(0)
    var asked: [[Int]] = []
    let all = derived(from: source) { old, new in
      asked.append([old, new])
      return new < old + 10
    }
    for (name, property) in all {
      source.value = 0
      var notified: [Int] = []
      let subscription = property.sink { notified.append($0) }
      asked = []
      source.value = 5
      source.value = 10
      source.value = 15
      #expect(notified == [10], "\(name)")
      #expect(asked == [[0, 5], [0, 10], [10, 15]], "\(name): what is no change is not stored")
      #expect(property.value == 10, "\(name)")
      subscription.cancel()
    }
  }

  @Test("stored and manually recalculated properties choose in the same way")
  func others() {
    let stored = StoredProperty(1)
    let object = StoredProperty(Object())
    let loose = StoredProperty(Loose())
    let near = StoredProperty(0, isDuplicate: { abs($0 - $1) <= 1 })
    var notified: [String] = []
    stored.sink { notified.append("stored \($0)") }
    object.sink { _ in notified.append("object") }
    loose.sink { _ in notified.append("loose") }
    near.sink { notified.append("near \($0)") }
    stored.value = 1
    stored.value = 2
    object.value = object.value
    object.value = Object()
    loose.value = Loose()
    near.value = 1
    near.value = 2
    #expect(notified == ["stored 2", "object", "loose", "near 2"])

    notified = []
    var number = 0
    let manual = ManuallyRecalculatedDerivedProperty { number }
    let coarse = ManuallyRecalculatedDerivedProperty(calculator: { number }, isDuplicate: { $1 - $0 <= 1 })
    let same = ManuallyRecalculatedDerivedProperty { object.peek() }
    manual.sink { notified.append("manual \($0)") }
    coarse.sink { notified.append("coarse \($0)") }
    same.sink { _ in notified.append("same") }
    for step in 0...2 {
      number = step
      manual.recalculate()
      coarse.recalculate()
      same.recalculate()
    }
    #expect(notified == ["manual 1", "manual 2", "coarse 2"])
  }

  @Test("the predicates by themselves")
  func predicates() {
    let object = Object()
    #expect(ChangePredicates.equatableChangePredicate(old: 1, new: 2))
    #expect(!ChangePredicates.equatableChangePredicate(old: "a", new: "a"))
    #expect(!ChangePredicates.equatableChangePredicate(old: Int?.none, new: nil))
    #expect(ChangePredicates.identityChangePredicate(old: object, new: Object()))
    #expect(!ChangePredicates.identityChangePredicate(old: object, new: object))
    #expect(!ChangePredicates.identityChangePredicate(old: Object?.none, new: nil))
    #expect(!ChangePredicates.identityChangePredicate(old: Optional(object), new: object))
    #expect(ChangePredicates.identityChangePredicate(old: Optional(object), new: nil))
    #expect(!ChangePredicates.identityChangePredicate(old: object as any Delegate, new: object))
    #expect(ChangePredicates.identityChangePredicate(old: object as any Delegate, new: Object()))
    #expect(!ChangePredicates.identityChangePredicate(old: object as AnyObject, new: object))
    #expect(!ChangePredicates.identityChangePredicate(old: object as Any, new: object))
    #expect(!ChangePredicates.identityChangePredicate(old: nil as (any Delegate)?, new: nil))
    #expect(!ChangePredicates.identityChangePredicate(old: Int?.none, new: nil))
    #expect(!ChangePredicates.identityChangePredicate(old: Loose?.none, new: nil))
    #expect(!ChangePredicates.identityChangePredicate(old: (() -> Void)?.none, new: nil))
    #expect(ChangePredicates.identityChangePredicate(old: Loose() as Loose?, new: nil))
    #expect(ChangePredicates.identityChangePredicate(old: Loose() as Loose?, new: Loose()))
    #expect(ChangePredicates.identityChangePredicate(old: Loose??.none, new: .some(nil)))
    #expect(ChangePredicates.identityChangePredicate(old: 1 as Any, new: 1))
    #expect(ChangePredicates.identityChangePredicate(old: 1, new: 1))
    #expect(ChangePredicates.identityChangePredicate(old: "a", new: "a"))
    #expect(ChangePredicates.alwaysChangePredicate(old: 1, new: 1))
  }

  @Test("a test may drop the property that it is asked for")
  func testDropsItsProperty() {
    let makers: [(Behavior<Int>, @escaping (Int, Int) -> Bool) -> Behavior<Int>] = [
      { source, isDuplicate in DerivedProperty(source, calculator: { $0 }, isDuplicate: isDuplicate) },
      { source, isDuplicate in PassThroughProperty(parentProperty: source, isDuplicate: isDuplicate) },
      { source, isDuplicate in TentativeProperty(parentProperty: source, isDuplicate: isDuplicate) },
    ]
    for make in makers {
      let live = LiveCount()
      let source = StoredProperty(1)
      let holder = Box<Behavior<Int>?>(nil)
      var notes: [String] = []
      do {
        let captured = live.make()
        captured.note = "still here"
        holder.value = make(source) { [unowned holder] old, new in
          holder.value = nil
          notes.append(captured.note)
          return old == new
        }
      }
      let which = StoredProperty(0)
      let outer = MultilevelProperty(parentProperty: which) { _ in holder.value ?? StoredProperty(100) }
      #expect(outer.value == 1)
      source.value = 2
      _ = outer.value
      #expect(notes == ["still here"])
      #expect(holder.value == nil && live.alive == 0)
    }
  }
}

private protocol Delegate: AnyObject {}
