// Tests: DerivedProperty, DerivedProperty+Arities, Reading

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("DerivedProperty")
struct DerivedPropertyTests {
  @Test("from one to ten dependencies, each of which counts")
  func arities() {
    let s = (0..<10).map { StoredProperty(1 << $0) }
    let all: [Behavior<Int>] = [
      DerivedProperty(s[0]) { $0 },
      DerivedProperty(s[0], s[1]) { $0 + $1 },
      DerivedProperty(s[0], s[1], s[2]) { $0 + $1 + $2 },
      DerivedProperty(s[0], s[1], s[2], s[3]) { $0 + $1 + $2 + $3 },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4]) { a, b, c, d, e in [a, b, c, d, e].reduce(0, +) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5]) { a, b, c, d, e, f in [a, b, c, d, e, f].reduce(0, +) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { a, b, c, d, e, f, g in
        [a, b, c, d, e, f, g].reduce(0, +)
      },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { a, b, c, d, e, f, g, h in
        [a, b, c, d, e, f, g, h].reduce(0, +)
      },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]) { a, b, c, d, e, f, g, h, i in
        [a, b, c, d, e, f, g, h, i].reduce(0, +)
      },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]) { a, b, c, d, e, f, g, h, i, j in
        [a, b, c, d, e, f, g, h, i, j].reduce(0, +)
      },
    ]
    for (index, property) in all.enumerated() {
      #expect(property.value == (2 << index) - 1)
    }
    for source in 0..<10 {
      s[source].value += 1_000
      for (index, property) in all.enumerated() where index >= source {
        #expect(property.value == (2 << index) - 1 + 1_000 * (source + 1))
      }
    }
  }

  @Test("dependencies of different types, in one property and in an untyped list")
  func types() {
    let name = StoredProperty("Ada")
    let age = StoredProperty(36)
    let isMember = OpenBehavior(true)
    let line = DerivedProperty(name, age, isMember) { "\($0) \($1) \($2)" }
    let other = DerivedProperty(dependencies: [name, age, isMember]) { "\(name) \(age) \(isMember)" }
    #expect(line.value == "Ada 36 true" && other.value == line.value)
    age.value = 37
    isMember.value = false
    #expect(line.value == "Ada 37 false" && other.value == line.value)
  }

  @Test("what the calculator reads beside its dependencies is not followed, and neither is what it calls")
  func declaredOnly() {
    let declared = StoredProperty(1)
    let other = StoredProperty(10)
    let inner = DerivedProperty(other) { $0 + 1 }
    var runs = 0
    let property = DerivedProperty(declared) { value in
      runs += 1
      return value + other.value + inner.value + other.value
    }
    var notified: [Int] = []
    property.sink { notified.append($0) }
    #expect(property.value == 32 && runs == 1)
    other.value = 20
    #expect(notified.isEmpty && runs == 1)
    declared.value = 2
    #expect(notified == [63] && runs == 2)
    // The same in the untyped form, though one function reads the dependencies and the other behavior.
    let untyped = DerivedProperty(dependencies: [declared]) { declared.value + other.value }
    #expect(untyped.value == 22)
    other.value = 30
    #expect(untyped.value == 22)
    declared.value = 3
    #expect(untyped.value == 33)
  }

  @Test("a dependency given twice is one")
  func twice() {
    let source = StoredProperty(2)
    var runs = 0
    let square = DerivedProperty(source, source) { a, b in
      runs += 1
      return a * b
    }
    var notified: [Int] = []
    square.sink { notified.append($0) }
    source.value = 3
    source.value = 4
    #expect(notified == [9, 16] && runs == 3)
  }

  @Test("a diamond shows no mixed state, and computes once for each change")
  func diamond() {
    let source = StoredProperty(1)
    let plus = DerivedProperty(source) { $0 + 1 }
    let minus = DerivedProperty(source) { $0 - 1 }
    var pairs: [[Int]] = []
    let both = DerivedProperty(plus, minus) { plus, minus in
      pairs.append([plus, minus])
      return plus + minus
    }
    var notified: [Int] = []
    both.sink { notified.append($0) }
    source.value = 5
    batch {
      source.value = 6
      source.value = 7
    }
    #expect(pairs == [[2, 0], [6, 4], [8, 6]])
    #expect(notified == [10, 14])
  }

  @Test("a batch that ends where it began recomputes nothing and notifies no observer")
  func batchBack() {
    let source = StoredProperty(1)
    var runs = 0
    let property = DerivedProperty(source) { value in
      runs += 1
      return value
    }
    var notified = 0
    property.sink { _ in notified += 1 }
    batch {
      source.value = 2
      source.value = 1
    }
    #expect(runs == 1 && notified == 0)
    batch {
      source.value = 2
      #expect(property.value == 2, "reads inside see the writes")
      source.value = 1
    }
    #expect(property.value == 1 && notified == 0)
  }

  @Test("an input that comes out equal stops the change there")
  func cut() {
    let source = StoredProperty(1)
    let parity = DerivedProperty(source) { $0 % 2 }
    var runs = 0
    let word = DerivedProperty(parity) { parity in
      runs += 1
      return parity == 0 ? "even" : "odd"
    }
    word.sink { _ in }
    source.value = 3
    source.value = 5
    #expect(runs == 1)
    source.value = 6
    #expect(runs == 2 && word.value == "even")
  }

  @Test("it keeps its inputs alive and nothing else, and dropping it removes its links at once")
  func memory() {
    let live = LiveCount()
    weak var weakInput: StoredProperty<Int>?
    weak var weakProperty: DerivedProperty<Int>?
    do {
      let input = StoredProperty(1)
      let captured = live.make()
      weakInput = input
      var property: DerivedProperty<Int>? = DerivedProperty(input) { value in
        captured.touch()
        return value
      }
      weakProperty = property
      #expect(property?.value == 1)
      property?.sink { _ in }
      input.value = 2
      #expect(input.dependentCount == 1)
      property = nil
      #expect(weakProperty == nil)
      #expect(input.dependentCount == 0)
      input.value = 3
    }
    #expect(weakInput == nil && live.alive == 0)

    var kept: DerivedProperty<Int>?
    do {
      let input = StoredProperty(7)
      weakInput = input
      kept = DerivedProperty(input) { $0 }
    }
    #expect(weakInput != nil && kept?.value == 7)
    kept = nil
    #expect(weakInput == nil)
  }

  @Test("a calculator that drops its own property, or writes its dependency, does no harm")
  func badCalculators() {
    final class Holder { var property: DerivedProperty<Int>? }
    let source = StoredProperty(1)
    let holder = Holder()
    holder.property = DerivedProperty(source) { value in
      if value == 2 { holder.property = nil }
      return value
    }
    var notified: [Int] = []
    holder.property?.sink { notified.append($0) }
    source.value = 2
    #expect(holder.property == nil && source.dependentCount == 0)

    let clamped = DerivedProperty(source) { value in
      if value > 10 { source.value = 10 }
      return value
    }
    clamped.sink { notified.append($0) }
    source.value = 50
    #expect(source.value == 10 && clamped.value == 10)
    #expect(notified.last == 10)
  }

  private struct Loose {
    var numbers: [Int]
    init(_ numbers: Int...) { self.numbers = numbers }
  }

  @Test("values that cannot be compared change with each dependency, at every number of dependencies")
  func looseArities() {
    let s = (0..<10).map { _ in StoredProperty(1) }
    let all: [Behavior<Loose>] = [
      DerivedProperty(s[0]) { Loose($0) },
      DerivedProperty(s[0], s[1]) { Loose($0, $1) },
      DerivedProperty(s[0], s[1], s[2]) { Loose($0, $1, $2) },
      DerivedProperty(s[0], s[1], s[2], s[3]) { Loose($0, $1, $2, $3) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4]) { Loose($0, $1, $2, $3, $4) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5]) { Loose($0, $1, $2, $3, $4, $5) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { Loose($0, $1, $2, $3, $4, $5, $6) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { Loose($0, $1, $2, $3, $4, $5, $6, $7) },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]) {
        Loose($0, $1, $2, $3, $4, $5, $6, $7, $8)
      },
      DerivedProperty(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]) {
        Loose($0, $1, $2, $3, $4, $5, $6, $7, $8, $9)
      },
    ]
    checkArities(of: all, s, notifyingOf: { _ in true })
  }

  @Test("a test of one's own decides, at every number of dependencies")
  func testedArities() {
    let s = (0..<10).map { _ in StoredProperty(1) }
    func sum(_ value: Loose) -> Int { value.numbers.reduce(0, +) }
    func isOdd(_ old: Loose, _ new: Loose) -> Bool { sum(new) % 2 != 0 }
    let all: [Behavior<Loose>] = [
      DerivedProperty(s[0], calculator: { Loose($0) }, isDuplicate: isOdd),
      DerivedProperty(s[0], s[1], calculator: { Loose($0, $1) }, isDuplicate: isOdd),
      DerivedProperty(s[0], s[1], s[2], calculator: { Loose($0, $1, $2) }, isDuplicate: isOdd),
      DerivedProperty(s[0], s[1], s[2], s[3], calculator: { Loose($0, $1, $2, $3) }, isDuplicate: isOdd),
      DerivedProperty(
        s[0], s[1], s[2], s[3], s[4], calculator: { Loose($0, $1, $2, $3, $4) }, isDuplicate: isOdd),
      DerivedProperty(
        s[0], s[1], s[2], s[3], s[4], s[5], calculator: { Loose($0, $1, $2, $3, $4, $5) }, isDuplicate: isOdd),
      DerivedProperty(
        s[0], s[1], s[2], s[3], s[4], s[5], s[6], calculator: { Loose($0, $1, $2, $3, $4, $5, $6) },
        isDuplicate: isOdd),
      DerivedProperty(
        s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], calculator: { Loose($0, $1, $2, $3, $4, $5, $6, $7) },
        isDuplicate: isOdd),
      DerivedProperty(
        s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8],
        calculator: { Loose($0, $1, $2, $3, $4, $5, $6, $7, $8) }, isDuplicate: isOdd),
      DerivedProperty(
        s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9],
        calculator: { Loose($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) }, isDuplicate: isOdd),
    ]
    checkArities(of: all, s, notifyingOf: { $0.reduce(0, +) % 2 == 0 })
  }

  /// Writes one source after the other. Each property must have the values of its dependencies, and must have notified
  /// of those for which `isNotified` is true.
  private func checkArities(
    of all: [Behavior<Loose>], _ sources: [StoredProperty<Int>], notifyingOf isNotified: ([Int]) -> Bool
  ) {
    var notified: [[[Int]]] = all.map { _ in [] }
    for (index, property) in all.enumerated() { property.sink { notified[index].append($0.numbers) } }
    var expected: [[[Int]]] = all.map { _ in [] }
    for (place, source) in sources.enumerated() {
      source.value += place + 1
      let numbers = sources.map(\.value)
      for index in all.indices where index >= place && isNotified(Array(numbers[...index])) {
        expected[index].append(Array(numbers[...index]))
      }
    }
    #expect(notified == expected)
    #expect(notified.last?.isEmpty == false)
  }
}
