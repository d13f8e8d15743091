// Tests: OpenBehavior, ValueOperations

import ReactiveCore
import Testing

@Suite("OpenBehavior.update")
struct OpenBehaviorUpdateTests {
  private struct Failure: Error, Equatable { var code: Int }

  /// Copy-on-write storage that counts its copies.
  private struct Counted {
    private final class Storage {
      var numbers: [Int]
      init(_ numbers: [Int]) { self.numbers = numbers }
    }
    private var storage = Storage([])
    private(set) var copies = 0
    var count: Int { storage.numbers.count }

    mutating func append(_ number: Int) {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(storage.numbers)
        copies += 1
      }
      storage.numbers.append(number)
    }
  }

  @Test("changes in place, notifies once, and returns what the body returns")
  func update() {
    let items = OpenBehavior(["milk"])
    var log: [[String]] = []
    items.sink { log.append($0) }
    let count = items.update {
      $0.append("bread")
      $0.append("salt")
      return $0.count
    }
    #expect(count == 3)
    #expect(items.value == ["milk", "bread", "salt"])
    #expect(log == [["milk", "bread", "salt"]])
  }

  @Test("an array takes an element, and more, in one change each, as the errors for append say")
  func append() {
    let items = OpenBehavior(["milk"])
    var counts: [Int] = []
    items.sink { counts.append($0.count) }
    items.update { $0.append("bread") }
    items.update { $0 += ["salt", "tea"] }
    #expect(items.value == ["milk", "bread", "salt", "tea"])
    #expect(counts == [2, 4])
  }

  @Test("an array is appended to without a copy, observed or not, in a batch or not")
  func arrayStaysInPlace() {
    let items = OpenBehavior<[Int]>([])
    func address() -> Int {
      items.update { unsafe $0.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
    }
    items.update { $0.reserveCapacity(1_000) }
    let before = address()
    items.update { $0.append(1) }
    #expect(address() == before)
    var total = 0
    items.sink { total += $0.count }
    items.update { $0.append(2) }
    #expect(address() == before)
    batch {
      items.update { $0.append(3) }
      items.update { $0.append(4) }
    }
    #expect(address() == before)
    #expect(items.value == [1, 2, 3, 4])
    #expect(total > 0)
  }

  @Test("200,000 appends make no copy, with an observer that looks at each")
  func manyAppends() {
    let items = OpenBehavior(Counted())
    var seen = 0
    items.sink { seen = $0.count }
    for number in 0..<200_000 { items.update { $0.append(number) } }
    #expect(items.value.copies == 0)
    #expect(seen == 200_000)
  }

  @Test("the copy that an observer keeps is not changed by the next update")
  func observersCopyIsItsOwn() {
    let items = OpenBehavior<[Int]>([])
    var kept: [[Int]] = []
    items.sink { kept.append($0) }
    items.update { $0.append(1) }
    items.update { $0.append(2) }
    #expect(kept == [[1], [1, 2]])
  }

  @Test("a trivial value that comes out a duplicate is no change")
  func trivialDuplicate() {
    let count = OpenBehavior(1)
    let point = OpenBehavior(Point(x: 1, y: 2))
    var notified = 0
    count.sink { _ in notified += 1 }
    point.sink { _ in notified += 1 }
    count.update { _ in }
    count.update {
      $0 += 1
      $0 -= 1
    }
    point.update { $0.x = 1 }
    #expect(notified == 0)
    count.update { $0 += 1 }
    point.update { $0.x = 5 }
    #expect(notified == 2)
  }

  private struct Point: Equatable { var x: Int, y: Int }

  @Test("a trivial value is judged by the test that was given")
  func trivialCustom() {
    let count = OpenBehavior(10, isDuplicate: { $0 / 10 == $1 / 10 })
    var log: [Int] = []
    count.sink { log.append($0) }
    count.update { $0 = 25 }
    count.update { $0 = 29 }
    #expect(log == [25])
    let always = OpenBehavior(1, isDuplicate: { _, _ in false })
    always.sink { log.append($0) }
    always.update { _ in }
    #expect(log == [25, 1])
  }

  @Test("a value that is not trivial always counts as changed")
  func notTrivial() {
    let items = OpenBehavior(["milk"])
    var notified = 0
    items.sink { _ in notified += 1 }
    items.update { _ in }
    #expect(notified == 1)
  }

  @Test("when the body throws, the error comes out, and what was changed stays and is delivered")
  func throwingBody() {
    let items = OpenBehavior([1])
    var log: [[Int]] = []
    items.sink { log.append($0) }
    #expect(throws: Failure(code: 7)) {
      try items.update {
        $0.append(2)
        throw Failure(code: 7)
      }
    }
    #expect(items.value == [1, 2])
    #expect(log == [[1, 2]])
    items.update { $0.append(3) }
    items.value.append(4)
    #expect(log == [[1, 2], [1, 2, 3], [1, 2, 3, 4]])
  }

  @Test("the body's error type is kept")
  func typedThrows() {
    let count = OpenBehavior(1)
    do throws(Failure) {
      try count.update { number throws(Failure) in
        number = 2
        throw Failure(code: 1)
      }
    } catch {
      #expect(error.code == 1)
    }
    #expect(count.value == 2)
  }

  @Test("inside a delivery it is delivered after it")
  func duringDelivery() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { [unowned count] in
      log.append("A\($0)")
      if $0 == 1 { count.update { $0 += 1 } }
    }
    count.sink { log.append("B\($0)") }
    count.update { $0 += 1 }
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("inside a batch it is delivered once at the end, and a trivial value that is back where it began is not")
  func inBatch() {
    let count = OpenBehavior(0)
    let items = OpenBehavior<[Int]>([])
    var log: [String] = []
    count.sink { log.append("count \($0)") }
    items.sink { log.append("items \($0)") }
    batch {
      count.update { $0 += 1 }
      items.update { $0.append(1) }
      count.update { $0 += 1 }
      items.update { $0.append(2) }
      #expect(log == [])
    }
    #expect(log == ["count 2", "items [1, 2]"])
    batch {
      count.update { $0 += 1 }
      count.update { $0 -= 1 }
    }
    #expect(log.count == 2)
  }

  @Test("another behavior may be read, written and updated in the body")
  func otherBehaviors() {
    let first = OpenBehavior(1)
    let second = OpenBehavior(10)
    var log: [Int] = []
    second.sink { log.append($0) }
    first.update { number in
      number += second.value
      second.value = 20
      second.update { $0 += number }
    }
    #expect(first.value == 11)
    #expect(log == [31])
  }

  @Test("the body is a batch: what it writes elsewhere is notified when it has returned, together with its own change")
  func bodyIsABatch() {
    let items = OpenBehavior<[Int]>([])
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { [unowned items] in log.append("count \($0), \(items.value.count) items") }
    items.sink { log.append("\($0.count) items, count \(count.value)") }
    let both = ComputedBehavior { "\(count.value) of \(items.value.count)" }
    both.sink { log.append($0) }
    items.update {
      $0.append(1)
      count.value += 1
      log.append("in the body")
    }
    #expect(log == ["in the body", "count 1, 1 items", "1 of 1", "1 items, count 1"])
    withExtendedLifetime((items, both)) {}
  }

  @Test("an update inside a delivery or a batch is delivered as a write is there")
  func updatesElsewhere() {
    let trigger = Event<Void>()
    let number = OpenBehavior(0)
    var log: [Int] = []
    number.sink { log.append($0) }
    trigger.sink {
      number.update { $0 += 1 }
      number.update { $0 += 1 }
      log.append(0)
    }
    trigger.trigger()
    #expect(log == [0, 1, 2])
    batch {
      number.update { $0 += 1 }
      number.update { $0 += 1 }
    }
    #expect(log == [0, 1, 2, 4])
    batch {
      number.update { $0 += 1 }
      number.update { $0 -= 1 }
    }
    #expect(log == [0, 1, 2, 4])
  }

  @Test("a body that throws ends its batch, and what it wrote elsewhere stays")
  func throwingBodyIsABatch() {
    let number = OpenBehavior(0)
    let other = OpenBehavior(0)
    var log: [String] = []
    number.sink { [unowned other] in log.append("number \($0), other \(other.value)") }
    other.sink { log.append("other \($0), number \(number.value)") }
    #expect(throws: Failure(code: 1)) {
      try number.update { value throws(Failure) in
        value = 1
        other.value = 2
        throw Failure(code: 1)
      }
    }
    #expect(log == ["other 2, number 1", "number 1, other 2"])
    other.value = 3
    #expect(log.count == 3)
    withExtendedLifetime((number, other)) {}
  }

  private struct Row: Equatable {
    var id: Int
    var title: Int
    static func == (a: Row, b: Row) -> Bool { a.id == b.id }
  }

  @Test("a duplicate is reverted: what is read is what was notified", arguments: [false, true])
  func duplicateIsPutBack(isWatched: Bool) {
    let celsius = OpenBehavior(20.0, isDuplicate: { abs($0 - $1) < 0.5 })
    let list = OpenBehavior([1], isDuplicate: { $0.count == $1.count })
    let row = OpenBehavior(Row(id: 1, title: 1))
    var log: [String] = []
    if isWatched {
      celsius.sink { log.append("\($0)") }
      list.sink { log.append("\($0)") }
      row.sink { log.append("\($0.title)") }
    }
    for _ in 1...10 { celsius.update { $0 += 0.25 } }
    list.update { $0[0] = 2 }
    row.update { $0.title = 2 }
    #expect(celsius.value == 20)
    #expect(list.value == [1])
    #expect(row.value.title == 1)
    batch {
      celsius.update { $0 += 0.25 }
      celsius.update { $0 += 0.25 }
      list.update { $0[0] = 3 }
      row.update { $0.title = 3 }
    }
    #expect(celsius.value == 20)
    #expect(list.value == [1])
    #expect(row.value.title == 1)
    #expect(log == [])
    celsius.update { $0 += 0.5 }
    list.update { $0 += [2] }
    #expect(log == (isWatched ? ["20.5", "[1, 2]"] : []))
  }

  @Test("the same instance is no change, an object changed in place is none either")
  func objects() {
    final class Box { var number = 1 }
    let box = OpenBehavior(Box())
    var count = 0
    box.sink { _ in count += 1 }
    box.update { $0.number = 2 }
    #expect(count == 0)
    box.update { $0 = Box() }
    #expect(count == 1)
  }

  @Test("a subscription may be cancelled in the body")
  func cancelInside() {
    let count = OpenBehavior(0)
    var log: [String] = []
    let subscription = count.sink { log.append("A\($0)") }
    count.sink { log.append("B\($0)") }
    count.update {
      subscription.cancel()
      $0 += 1
    }
    #expect(log == ["B1"])
  }
}
