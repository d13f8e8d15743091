import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("A derived property that is cancelled")
struct DerivedPropertyCancelTests {
  @Test("keeps its value, never changes again, and runs no more")
  func constant() {
    let source = StoredProperty(1)
    var runs = 0
    let double = DerivedProperty(source) { value in
      runs += 1
      return value * 2
    }
    var notified: [Int] = []
    double.sink { notified.append($0) }
    source.value = 2
    #expect(!double.isCancelled)
    double.cancel()
    double.cancel()
    source.value = 3
    #expect(double.isCancelled && double.value == 4 && notified == [4] && runs == 2)
    #expect(source.dependentCount == 0)
    double.observe { notified.append(-$0) }
    #expect(notified == [4, -4])
  }

  @Test("the value is the one of now: of a property that never ran, or is out of date")
  func upToDate() {
    let source = StoredProperty(1)
    let fresh = DerivedProperty(source) { $0 * 2 }
    let outdated = DerivedProperty(source) { $0 * 3 }
    _ = outdated.value
    source.value = 2
    fresh.cancel()
    outdated.cancel()
    source.value = 3
    #expect(fresh.value == 4 && outdated.value == 6)
  }

  @Test("releases what it was given and what its functions capture, in every form")
  func lettingGo() {
    let live = LiveCount()
    var made: [DerivedProperty<Int>] = []
    weak var first: StoredProperty<Int>?
    weak var second: StoredProperty<Int>?
    do {
      let a = StoredProperty(1)
      let b = StoredProperty(2)
      (first, second) = (a, b)
      let tracked = live.make()
      func touched(_ value: Int) -> Int {
        tracked.touch()
        return value
      }
      made = [
        DerivedProperty(a) { touched($0) },
        DerivedProperty(a, b, calculator: { touched($0 + $1) }, isDuplicate: { touched($0) == $1 }),
        DerivedProperty(dependencies: [a, b]) { touched(2) },
      ]
      made[0].sink { _ in }
      _ = made[1].value
    }
    #expect(live.alive == 1 && first != nil && second != nil)
    for property in made { property.cancel() }
    #expect(live.alive == 0 && first == nil && second == nil)
    #expect(made.map(\.value) == [1, 3, 2])
  }

  @Test("what depends on it goes on with its other inputs")
  func dependents() {
    let a = StoredProperty(1)
    let b = StoredProperty(10)
    let double = DerivedProperty(a) { $0 * 2 }
    let sum = DerivedProperty(double, b) { $0 + $1 }
    var notified: [Int] = []
    sum.sink { notified.append($0) }
    double.cancel()
    a.value = 5
    b.value = 20
    #expect(notified == [22])
  }

  @Test("what steps with it takes no further step, whatever the type and the test of the value")
  func stepping() {
    struct Opaque { let number: Int }
    final class Object {}
    let source = StoredProperty(0)
    let object = Object()
    let number = DerivedProperty(source) { $0 }
    let coarse = DerivedProperty(source, calculator: { $0 }, isDuplicate: { $0 / 2 == $1 / 2 })
    let opaque = DerivedProperty(source) { Opaque(number: $0) }
    let tested = DerivedProperty(
      source, calculator: { Opaque(number: $0) }, isDuplicate: { $0.number == $1.number })
    let instance = DerivedProperty(source) { _ in object }
    let none = DerivedProperty(source) { _ in Int?.none }
    let counts = [
      number.scan(0) { count, _ in count + 1 }, coarse.scan(0) { count, _ in count + 1 },
      opaque.scan(0) { count, _ in count + 1 }, tested.scan(0) { count, _ in count + 1 },
      instance.scan(0) { count, _ in count + 1 }, none.scan(0) { count, _ in count + 1 },
    ]
    source.value = 5
    func values() -> [Int] { counts.map(\.value) }
    #expect(values() == [1, 1, 1, 1, 0, 0])
    number.cancel()
    coarse.cancel()
    opaque.cancel()
    tested.cancel()
    instance.cancel()
    none.cancel()
    source.value = 9
    #expect(values() == [1, 1, 1, 1, 0, 0])
  }

  @Test("in a batch it has the value of that moment, and notifies at its end, unless it is back where it began")
  func batched() {
    let a = StoredProperty(1)
    let moved = DerivedProperty(a) { $0 * 2 }
    let back = DerivedProperty(a) { $0 * 2 }
    let sum = DerivedProperty(moved, back) { $0 + $1 }
    var notified: [String] = []
    moved.sink { notified.append("moved \($0)") }
    back.sink { notified.append("back \($0)") }
    sum.sink { notified.append("sum \($0)") }
    batch {
      a.value = 2
      _ = sum.value
      moved.cancel()
      a.value = 1
      back.cancel()
      #expect(notified.isEmpty)
    }
    #expect(notified == ["moved 4", "sum 6"])
    a.value = 7
    #expect(notified.count == 2 && sum.value == 6)
  }

  @Test("by its own observer, by another's, by a dependent's calculator and by an update: those that run go on")
  func inside() {
    let live = LiveCount()
    let source = StoredProperty(0)
    func make() -> DerivedProperty<Int> {
      DerivedProperty(source) { [tracked = live.make()] in
        tracked.touch()
        return $0 * 10
      }
    }
    let own = make()
    let others = make()
    let read = make()
    let updated = make()
    var notified: [String] = []
    own.sink { [unowned own] value in
      own.cancel()
      others.cancel()
      notified.append("own \(value)")
    }
    own.sink { notified.append("own too \($0)") }
    others.sink { notified.append("others \($0)") }
    let reader = DerivedProperty(source, read) { number, value -> Int in
      if number == 1 { read.cancel() }
      return value
    }
    reader.sink { notified.append("reader \($0)") }
    let updater = Updater()
    updater.keepUpToDate(dependencies: [updated]) {
      notified.append("update \(updated.value)")
      if source.value == 1 { updated.cancel() }
    }
    notified = []
    source.value = 1
    source.value = 2
    #expect(notified.sorted() == ["others 10", "own 10", "own too 10", "reader 10", "update 10"])
    #expect(live.alive == 0 && source.dependentCount == 1)
    withExtendedLifetime((own, others, reader, updater)) {}
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("inside of its own calculator it stops: it needs the value")
  func ownCalculator() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var me: DerivedProperty<Int>?
      let source = StoredProperty(1)
      me = DerivedProperty(source, name: "total") { value in
        me?.cancel()
        return value
      }
      _ = me?.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("dependency cycle: total reads total"))
  }
  #endif

  @Test("its own test for changes may not cancel it either, and another's may")
  func inTests() async {
    let source = StoredProperty(1)
    let other = DerivedProperty(source) { $0 * 2 }
    let tested = DerivedProperty(
      other, calculator: { $0 },
      isDuplicate: { old, new in
        other.cancel()
        return old == new
      })
    tested.sink { _ in }
    other.sink { _ in }
    batch {
      source.value = 2
      _ = tested.value
      source.value = 1
    }
    #expect(other.isCancelled && other.value == 4 && tested.value == 4)
    source.value = 3
    #expect(tested.value == 4)
  }

  @Test("a long chain, in which each property alone kept the one before, is released without recursion")
  func longChain() {
    let alive = onThread { () -> [Int] in
      let live = LiveCount()
      var last = DerivedProperty(StoredProperty(0)) { $0 }
      for _ in 0..<100_000 {
        last = DerivedProperty(last) { [tracked = live.make()] in
          tracked.touch()
          return $0 + 1
        }
        _ = last.peek()
      }
      let before = live.alive
      last.cancel()
      return [before, live.alive, last.value]
    }
    #expect(alive == [100_000, 0, 100_000])
  }

  @Test("a connectable property releases its connection as well, and can be connected again")
  func connectable() {
    let property = ConnectableProperty(unconnectedValue: 0)
    weak var weakSource: StoredProperty<Int>?
    var notified: [Int] = []
    property.sink { notified.append($0) }
    do {
      let source = StoredProperty(1)
      weakSource = source
      property.connect(source)
      source.value = 2
      property.disconnect()
      source.value = 3
    }
    #expect(weakSource == nil && property.value == 2 && notified == [1, 2])
    property.connect(StoredProperty(4))
    #expect(notified == [1, 2, 4])
  }
}
