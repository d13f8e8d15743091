import ReactiveBindings
import ReactiveTestSupport
import Testing

/// In rings and webs of two-way bindings, a value is carried around once.
@Suite("Cycles of two-way bindings")
struct TwoWayCycleTests {
  @Test("a ring: every side has the value, is notified of it once, and the last write wins", arguments: [2, 3, 1_000])
  func comparable(count: Int) {
    let ring = (0..<count).map { OpenBehavior($0) }
    for index in 0..<count { ring[index].bindTwoWay(to: ring[(index + 1) % count]) }
    let value = ring[0].value
    #expect(ring.map(\.value) == Array(repeating: value, count: count))
    check(ring, count: count, number: { $0 }, value: { $0 })
  }

  @Test("a ring of behaviors that notify of every write", arguments: [2, 3, 1_000])
  func alwaysNotifying(count: Int) {
    let ring = (0..<count).map { chatty($0) }
    for index in 0..<count { ring[index].bindTwoWay(to: ring[(index + 1) % count]) }
    check(ring, count: count, number: { $0 }, value: { $0 })
  }

  @Test("a ring of values that cannot be compared", arguments: [2, 3, 1_000])
  func opaque(count: Int) {
    let ring = (0..<count).map { OpenBehavior(Opaque($0)) }
    for index in 0..<count { ring[index].bindTwoWay(to: ring[(index + 1) % count]) }
    check(ring, count: count, number: { $0.number }, value: { Opaque($0) })
  }

  private func check<Value>(
    _ ring: [OpenBehavior<Value>], count: Int, number: @escaping (Value) -> Int, value: (Int) -> Value
  ) {
    var notified = Array(repeating: 0, count: count)
    for index in 0..<count { ring[index].sink { _ in notified[index] += 1 } }
    for (writer, new) in [(0, -1), (count / 2, -2), (count - 1, -3)] {
      notified = Array(repeating: 0, count: count)
      ring[writer].value = value(new)
      #expect(ring.map { number($0.value) } == Array(repeating: new, count: count))
      #expect(notified == Array(repeating: 1, count: count))
    }
    notified = Array(repeating: 0, count: count)
    batch {
      ring[count - 1].value = value(-4)
      ring[0].value = value(-5)
      ring[count / 2].value = value(-6)
    }
    #expect(ring.map { number($0.value) } == Array(repeating: -6, count: count))
    #expect(notified.max()! <= 3)
  }

  @Test("a ring whose functions do not fit together: each is written once", arguments: [2, 3, 1_000], [true, false])
  func contradictory(count: Int, isAlwaysNotifying: Bool) {
    let ring = (0..<count).map { _ in
      isAlwaysNotifying ? chatty(0) : OpenBehavior(0)
    }
    var calls = 0
    for index in 0..<count {
      ring[index].bindTwoWay(
        to: ring[(index + 1) % count],
        converting: Conversion(
          forward: {
            calls += 1
            return $0 + 1
          },
          back: {
            calls += 1
            return $0 + 1
          }))
    }
    var notified = Array(repeating: 0, count: count)
    for index in 0..<count { ring[index].sink { _ in notified[index] += 1 } }
    calls = 0
    ring[0].value = 10_000
    #expect(notified == Array(repeating: 1, count: count))
    #expect(calls == count - 1)
    #expect(ring[0].value == 10_000)
    for index in 0..<count { #expect(ring[index].value == 10_000 + min(index, count - index)) }
  }

  @Test("a ring with a function that fails: the value comes from the other side", arguments: [2, 3, 1_000])
  func failing(count: Int) {
    struct Refused: Error {}
    let ring = (0..<count).map { _ in OpenBehavior(0) }
    let errors = Event<Refused>()
    var failures = 0
    errors.sink { _ in failures += 1 }
    func refuse(_ number: Int) throws(Refused) -> Int {
      if number % 2 == 1 { throw Refused() }
      return number
    }
    ring[0].bindTwoWay(to: ring[1], converting: Conversion(forward: refuse, back: refuse), errors: errors)
    for index in 1..<count { ring[index].bindTwoWay(to: ring[(index + 1) % count]) }
    ring[0].value = 7
    #expect(ring.map(\.value) == Array(repeating: 7, count: count))
    #expect(failures == 1)
    ring[1].value = 8
    #expect(ring.map(\.value) == Array(repeating: 8, count: count))
    #expect(failures == 1)
  }

  @Test("two behaviors bound many times, in both directions")
  func manyTimes() {
    let a = chatty(0)
    let b = chatty(0)
    let subscriptions = (0..<10).map { $0 % 2 == 0 ? a.bindTwoWay(to: b) : b.bindTwoWay(to: a) }
    var notified: [String] = []
    a.sink { notified.append("a\($0)") }
    b.sink { notified.append("b\($0)") }
    a.value = 1
    b.value = 2
    #expect(notified == ["a1", "b1", "b2", "a2"])
    for subscription in subscriptions.dropLast() { subscription.cancel() }
    a.value = 3
    #expect(b.value == 3)
    subscriptions.last?.cancel()
    a.value = 4
    #expect(b.value == 3)
  }

  @Test("every side with every other")
  func complete() {
    let all = (0..<12).map { OpenBehavior(Opaque($0)) }
    for a in all { for b in all { a.bindTwoWay(to: b) } }
    var notified = 0
    for behavior in all { behavior.sink { _ in notified += 1 } }
    all[5].value = Opaque(50)
    #expect(all.map(\.value.number) == Array(repeating: 50, count: 12))
    #expect(notified == 12)
  }

  @Test("two groups that are bound become one; one that is cut falls apart again")
  func groups() {
    let left = (0..<4).map { OpenBehavior($0) }
    let right = (10..<14).map { OpenBehavior($0) }
    for group in [left, right] { for (a, b) in zip(group, group.dropFirst()) { a.bindTwoWay(to: b) } }
    for step in 0..<5 { right[2].value = 100 + step }
    left[3].value = 7
    let bridge = left[0].bindTwoWay(to: right[3])
    #expect((left + right).map(\.value) == Array(repeating: 7, count: 8))
    right[0].value = 8
    #expect((left + right).map(\.value) == Array(repeating: 8, count: 8))
    bridge.cancel()
    right[0].value = 9
    #expect(left.map(\.value) == [8, 8, 8, 8] && right.map(\.value) == [9, 9, 9, 9])
  }

  @Test("1,000 in a row: a value goes to both ends without a deep stack, and the members go in any order")
  func longRow() {
    let left = onThread {
      let live = LiveCount()
      var row = (0..<1_000).map { _ in OpenBehavior(0) }
      var notified = 0
      for (a, b) in zip(row, row.dropFirst()) {
        let captured = live.make()
        a.bindTwoWay(
          to: b,
          converting: Conversion(
            forward: {
              captured.touch()
              return $0
            }, back: { $0 }))
      }
      for behavior in row { behavior.sink { _ in notified += 1 } }
      row[500].value = 1
      var isRight = notified == 1_000 && row.allSatisfy { $0.value == 1 }
      var generator = SeededGenerator(seed: 3)
      row.shuffle(using: &generator)
      while row.count > 1 {
        row.removeLast()
        row[0].value += 1
      }
      isRight = isRight && row[0].value == 1_000
      row = []
      return isRight ? live.alive : -1
    }
    #expect(left == 0)
  }

  @Test("a ring through the property of an object", arguments: [true, false])
  func throughObject(announces: Bool) {
    let a = OpenBehavior(1)
    let b = OpenBehavior(2)
    let field = PlainField(0)
    field.announcesWrites = announces
    a.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    b.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    a.bindTwoWay(to: b)
    a.value = 5
    #expect(b.value == 5 && field.value == 5)
    b.value = 6
    #expect(a.value == 6 && field.value == 6)
    field.edit(7)
    #expect(a.value == 7 && b.value == 7)
    batch {
      a.value = 8
      b.value = 9
      a.value = 10
    }
    #expect(a.value == 10 && b.value == 10 && field.value == 10)
  }

  @Test("one-way assignments in a ring of behaviors settle where values can be compared")
  func oneWay() {
    let ring = (0..<100).map { OpenBehavior($0) }
    for index in 0..<100 { ring[index].assign(to: \.value, on: ring[(index + 1) % 100]) }
    ring[40].value = -1
    #expect(ring.map(\.value) == Array(repeating: -1, count: 100))
  }
}
