import ReactiveDerived
import Testing

@Suite("Comparisons")
struct ComparisonTests {
  @Test("each takes a behavior and a plain value")
  func methods() {
    let a = 1.continuous
    let b = 2.continuous
    let two = 2
    let results = [
      a.isEqual(to: b), a.isNotEqual(to: b), a.isLess(than: b), a.isAtMost(b), a.isGreater(than: b), a.isAtLeast(b),
      a.isEqual(to: two), a.isNotEqual(to: two), a.isLess(than: two), a.isAtMost(two), a.isGreater(than: two),
      a.isAtLeast(two),
    ]
    func values() -> [Bool] { results.map { $0.value } }
    let less = [false, true, true, true, false, false]
    let equal = [true, false, false, true, false, true]
    let greater = [false, true, false, false, true, true]
    #expect(values() == less + less)
    a.value = 2
    #expect(values() == equal + equal)
    a.value = 3
    #expect(values() == greater + greater)
  }

  @Test("equality cut: notifies when it turns, not whenever an operand changes")
  func turns() {
    let age = 1.continuous
    var seen: [Bool] = []
    let isMinor = age.isLess(than: 18)
    isMinor.sink { seen.append($0) }
    for value in 2...30 { age.value = value }
    #expect(seen == [false])
  }

  @Test("strings, optionals and literals")
  func types() {
    let name = "b".continuous
    let choice = OpenBehavior<Int?>(nil)
    #expect(name.isGreater(than: "a").value)
    #expect(choice.isEqual(to: nil).value)
    choice.value = 3
    #expect(choice.isEqual(to: 3).value)
  }
}
