import ReactiveCore
import Testing

@Suite("OpenBehavior.update")
struct OpenBehaviorUpdateTests {
  private struct Failure: Error, Equatable { var code: Int }

  /// Copies itself on a write when it is shared, and counts how often.
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

  @Test("changes in place, tells once, and returns what the body returns")
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
    var told = 0
    count.sink { _ in told += 1 }
    point.sink { _ in told += 1 }
    count.update { _ in }
    count.update {
      $0 += 1
      $0 -= 1
    }
    point.update { $0.x = 1 }
    #expect(told == 0)
    count.update { $0 += 1 }
    point.update { $0.x = 5 }
    #expect(told == 2)
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
    var told = 0
    items.sink { _ in told += 1 }
    items.update { _ in }
    #expect(told == 1)
  }

  @Test("when the body throws, the error comes out, and what was changed stays and is told")
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

  @Test("inside a delivery it is told after it")
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

  @Test("inside a batch it is told once at the end, and a trivial value that is back where it began is not")
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
    #expect(log == [20, 31])
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
