// Tests: Arithmetic, Divisible

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Arithmetic by name")
struct ArithmeticTests {
  @Test("each method takes a behavior and a plain value")
  func methods() {
    let a = 7.continuous
    let b = 3.continuous
    let results = [
      a.adding(b), a.adding(1), a.subtracting(b), a.subtracting(1), a.subtracted(from: 10), a.multiplied(by: b),
      a.multiplied(by: 2), a.divided(by: b), a.divided(by: 2), a.quotient(ofDividing: 70), a.remainder(dividingBy: b),
      a.remainder(dividingBy: 4), a.remainder(ofDividing: 20), a.negated(),
    ]
    #expect(results.map { $0.value } == [10, 8, 4, 6, 3, 21, 14, 2, 3, 10, 1, 3, 6, -7])
    a.value = 10
    b.value = 4
    #expect(results.map { $0.value } == [14, 11, 6, 9, 0, 40, 20, 2, 5, 7, 2, 2, 0, -10])
  }

  @Test("a plain operand is no node")
  func plainOperand() {
    let a = 1.continuous
    let plain = 5
    #expect(a.adding(plain).dependencyCount == 1)
    #expect(a.subtracted(from: plain).dependencyCount == 1)
    #expect((plain + a).dependencyCount == 1)
    #expect((a * a).dependencyCount == 1)
  }

  @Test("no glitches: an expression over a diamond shows no value that no write produced")
  func noGlitches() {
    let a = 1.continuous
    let zero = a * 2 - (a + a)
    var seen: [Int] = []
    zero.observe { seen.append($0) }
    for value in 2...20 { a.value = value }
    #expect(seen == [0])
  }

  @Test("lazy: what is not needed does not run")
  func lazy() {
    var runs = 0
    let a = 1.continuous
    let counted = DerivedProperty(a) { a in
      runs += 1
      return a
    }
    let sum = counted + 1
    a.value = 2
    #expect(runs == 0)
    #expect(sum.value == 3)
    #expect(sum.value == 3)
    #expect(runs == 1)
  }

  @Test("equality cut: an equal result notifies no observer")
  func equalityCut() {
    let a = 10.continuous
    let tens = a / 10
    var seen: [Int] = []
    tens.sink { seen.append($0) }
    a.value = 15
    a.value = 19
    a.value = 20
    #expect(seen == [2])
  }

  @Test("batch: one delivery at its end, and none if it ends where it began")
  func batches() {
    let a = 1.continuous
    let b = 2.continuous
    let sum = a + b
    var seen: [Int] = []
    sum.sink { seen.append($0) }
    batch {
      a += 1
      b += 1
    }
    batch {
      a += 5
      a -= 5
    }
    #expect(seen == [5])
  }

  @Test("lifetime: an expression keeps its operands alive, and nothing else keeps it")
  func lifetime() {
    weak var operand: OpenBehavior<Int>?
    weak var inner: Behavior<Int>?
    do {
      let a = 1.continuous
      let product = a * 2
      var result: Behavior<Int>? = product + a
      operand = a
      inner = product
      #expect(result?.value == 3)
      result = nil
    }
    #expect(operand == nil)
    #expect(inner == nil)
  }

  @Test("a sum of 100,000 terms is read and released on a small stack, when it is read as it is built")
  func longSums() {
    let last = onThread {
      let a = 1.continuous
      var sum: Behavior<Int> = a
      for _ in 0..<100_000 {
        sum = sum + 1
        _ = sum.value
      }
      a.value = 2
      return sum.value
    }
    #expect(last == 100_002)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("bad input: an overflow stops where the result is needed, not at the write")
  func overflow() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let a = 1.continuous
      let sum = a + 1
      a.value = .max
      print("written")
      print(sum.value)
    }
    #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self).hasPrefix("written") } == true)
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("bad input: division by zero")
  func divisionByZero() async {
    let a = 1.0.continuous
    let quotient = 1 / a
    a.value = 0
    #expect(quotient.value == .infinity)
    await #expect(processExitsWith: .failure) {
      let a = 1.continuous
      let quotient = 1 / a
      a.value = 0
      print(quotient.value)
    }
  }
  #endif

  @Test("what an expression is called in messages is where it was made")
  func labels() {
    let line: UInt = #line + 1
    let sum = 1.continuous.adding(1)
    #expect(sum.label.hasSuffix("ArithmeticTests.swift:\(line)"))
  }
}

extension Behavior {
  fileprivate var dependencyCount: Int {
    _ = value
    return dependencies.count
  }
}
