import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Numbers of rows that are summed up")
struct KeyedSumTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0.0
  }

  @Test("a sum of integers follows each edit with one call for what was and one for what is")
  func integers() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: Double($0)) })
    var calls = 0
    let sum = rows.sum {
      calls += 1
      return Int($0.number)
    }
    #expect(sum.value == 4950 && calls == 100)
    rows.update(7) { $0.number = 8 }
    rows.remove(0)
    #expect(sum.value == 4951 && calls == 103)
  }

  @Test("a sum of numbers with a fraction stays right, however many come and go, large ones among small ones")
  func fractions() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: 0.1) })
    let sum = rows.sum(\.number)
    _ = sum.value
    var random = SeededGenerator(seed: 1)
    for step in 0..<5000 {
      let id = random.below(100)
      rows.update(id) { $0.number = step % 3 == 0 ? 1e15 : Double(random.below(1000)) / 7 }
      _ = sum.value
    }
    for id in 0..<100 { rows.update(id) { $0.number = 0.1 } }
    #expect((sum.value - 10).magnitude < 1e-12)
    rows.removeAll()
    #expect(sum.value.magnitude < 1e-12)
  }

  @Test("the sum of rows that have gone leaves nothing, and three orders of size are kept apart")
  func sizes() {
    let rows = OpenKeyed<Row>()
    let sum = rows.sum(\.number)
    let grouped = rows.grouped { _ in 0 }.sum(\.number)
    func expectSum(_ expected: Double?) {
      #expect(sum.value == expected ?? 0 && grouped.value == (expected.map { [$0] } ?? []))
    }
    for (id, number) in [1, 1e20, 1e40, -1e40, -1e20].enumerated() {
      rows.insert(Row(id: id, number: number))
      _ = (sum.value, grouped.value)
    }
    expectSum(1)
    rows.insert(Row(id: 5, number: 1e80))
    rows.insert(Row(id: 6, number: 3))
    _ = (sum.value, grouped.value)
    rows.removeAll()
    expectSum(nil)
    rows.insert(Row(id: 7, number: 5))
    expectSum(5)
  }

  @Test("infinite numbers and NaN come and go: the sum is a number again, also after a delivery that nothing read")
  func notFinite() {
    let rows = OpenKeyed((0..<10).map { Row(id: $0, number: 1) })
    let sum = rows.sum(\.number)
    var notified: [Double] = []
    let subscription = sum.sink { notified.append($0) }
    rows.update(1) { $0.number = .infinity }
    rows.update(2) { $0.number = 2 }
    rows.update(1) { $0.number = 1 }
    rows.update(3) { $0.number = .greatestFiniteMagnitude }
    rows.update(4) { $0.number = .greatestFiniteMagnitude }
    rows.update(3) { $0.number = 1 }
    rows.update(4) { $0.number = 1 }
    #expect(notified.first == .infinity && notified.last == 11)
    rows.update(5) { $0.number = .nan }
    #expect(sum.value.isNaN)
    rows.remove(5)
    #expect(sum.value == 10)
    rows.update(1) { $0.number = -.infinity }
    rows.update(2) { $0.number = .infinity }
    #expect(sum.value.isNaN)
    rows.removeAll { !$0.number.isFinite }
    #expect(sum.value == 7)
    subscription.cancel()
  }

  @Test("what the function reads beside the row is followed")
  func outerReads() {
    let rows = OpenKeyed((0..<10).map { Row(id: $0, number: 1) })
    let factor = OpenBehavior(1.0)
    let sum = rows.sum { $0.number * factor.value }
    #expect(sum.value == 10)
    factor.value = 0.5
    rows.update(0) { $0.number = 3 }
    #expect(sum.value == 6)
  }
}
