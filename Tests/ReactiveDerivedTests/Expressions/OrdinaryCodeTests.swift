import ReactiveDerived
import Testing

/// The expression operators do not change the meaning of code without behaviors.
@Suite("Ordinary code beside expressions")
struct OrdinaryCodeTests {
  @Test("arithmetic, comparisons and collections are those of the standard library")
  func ordinary() {
    let numbers = [3, 1, 2]
    let one: Int? = 1
    #expect(numbers.reduce(0, +) == 6)
    #expect(numbers.reduce(1, *) == 6)
    #expect(numbers.sorted(by: <) == [1, 2, 3])
    #expect(numbers.map(-) == [-3, -1, -2])
    #expect(numbers + [4] == [3, 1, 2, 4])
    #expect(one == 1 && one != nil && one != 2)
    let integer = 1 + 2 * 3 - 4 / 5
    let double = 1.5 + 2 * 3
    #expect(integer == 7)
    #expect(double == 7.5)
    #expect("a" + "b" == "ab" && "a" < "b")
    #expect([true, false].reduce(true) { $0 && $1 } == false)
    #expect([true, false].map(!) == [false, true])
    var number = 1
    number += 2
    number *= 3
    var text = "a"
    text += "b"
    #expect(number == 9 && text == "ab")
    let difference = zip(numbers, numbers).map { $0 - $1 }.max() ?? 1
    #expect(difference == 0)
  }

  @Test("two behaviors are compared as objects")
  func identity() {
    let a = 1.continuous
    let b = 1.continuous
    let none: Behavior<Int>? = nil
    #expect(a === a && a !== b)
    if a === b { Issue.record("two behaviors are one") }
    #expect(a.value == b.value)
    #expect(none == nil && none !== a)
  }

  @Test("a value of a behavior is a plain value")
  func values() {
    let a = 1.continuous
    a.value += 1
    let sum: Int = a.value + a.peek() * 2 - 1
    #expect(sum == 5)
  }
}
