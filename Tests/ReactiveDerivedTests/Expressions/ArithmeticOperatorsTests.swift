// Tests: ArithmeticOperators, ArithmeticOperators+Double, ArithmeticOperators+Float, ArithmeticOperators+Int, ArithmeticOperators+Int64

import ReactiveDerived
import Testing

@Suite("Arithmetic operators")
struct ArithmeticOperatorsTests {
  @Test("Ultramarine: responsive numeric expression")
  func seedExample() {
    let a = 1.continuous

    let b = a + 10  // b is always `a + 10`

    #expect(a.value == 1)
    #expect(b.value == 11)

    a += 10

    #expect(a.value == 11)
    #expect(b.value == 21)

    a -= 6

    #expect(a.value == 5)
    #expect(b.value == 15)
  }

  @Test("behaviors, literals and variables may stand on either side")
  func sides() {
    let a = 7.continuous
    let b: Behavior<Int> = StoredProperty(2)
    let n = 3
    let results = [
      a + b, a - b, a * b, a / b, a % b, a + n, a - n, a * n, a / n, a % n, n + a, n - a, n * a, 70 / a, 30 % a, -a,
    ]
    #expect(results.map { $0.value } == [9, 5, 14, 3, 1, 10, 4, 21, 2, 1, 10, -4, 21, 10, 2, -7])
  }

  @Test("integer and floating point literals are numbers of the behavior's type")
  func literals() {
    let x = 1.5.continuous
    let y: Behavior<Double> = 2 * x + 0.5 - x / 3 + 1
    #expect(y.value == 4)
    #expect((1 - x).value == -0.5)
    #expect((x - 1).value == 0.5)
    #expect((1 + x).value == 2.5)
    #expect((x + x - x).value == 1.5)
  }

  @Test("precedence is that of plain arithmetic")
  func precedence() {
    let a = 2.continuous
    let b = 3.continuous
    let c = 4.continuous
    let d = 12.continuous
    let e = a * b + 2 * c - d / 3
    #expect(e.value == 10)
    c.value = 10
    #expect(e.value == 22)
  }

  @Test("numbers of every other type have the same operators")
  func otherTypes() {
    let small = UInt8(200).continuous
    let single = Float(1).continuous
    let long = Int64(5).continuous
    let time = OpenBehavior(Duration.seconds(1))
    let bytes = small / 3 + 1 - small % 7
    let floats = single * 2 - 0.5 + single / 4
    let longs = 10 - long * 3
    let times = time + .seconds(2) - time
    #expect(bytes.value == 63)
    #expect(floats.value == 1.75)
    #expect(longs.value == -5)
    #expect(times.value == .seconds(2))
  }

  @Test("in numbers of every other type, too, behaviors, literals and variables may stand on either side")
  func otherSides() {
    let long = Int64(7).continuous
    let m = Int64(3)
    let longs = [
      long + long, long + m, m + long, long - long, long - m, m - long, long + 1, 1 + long, long - 1, 1 - long,
    ]
    #expect(longs.map { $0.value } == [14, 10, 10, 0, 4, -4, 8, 8, 6, -6])
    let single = Float(2).continuous
    let x = Float(0.5)
    let floats = [
      single + single, single + x, x + single, single - single, single - x, x - single, single + 1, 1 + single,
      single - 1, 1 - single,
    ]
    #expect(floats.map { $0.value } == [4, 2.5, 2.5, 0, 1.5, -1.5, 3, 3, 1, -1])
    let time = OpenBehavior(Duration.seconds(5))
    #expect((time - .seconds(2)).value == .seconds(3))
    #expect((Duration.seconds(6) - time).value == .seconds(1))
    long.value = 1
    single.value = 1
    #expect(longs.map { $0.value } == [2, 4, 4, 0, -2, 2, 2, 2, 0, 0])
    #expect(floats.map { $0.value } == [2, 1.5, 1.5, 0, 0.5, -0.5, 2, 2, 0, 0])
  }

  @Test("the sides keep their places where the order matters")
  func order() {
    let s = OpenBehavior(Word(text: "b"))
    #expect((Word(text: "a") + s).value.text == "ab")
    #expect((s + Word(text: "c")).value.text == "bc")
    #expect((s + s).value.text == "bb")
  }

  struct Word: AdditiveArithmetic {
    var text: String
    static let zero = Word(text: "")
    static func + (left: Word, right: Word) -> Word { Word(text: left.text + right.text) }
    static func - (left: Word, right: Word) -> Word { left }
  }
}
