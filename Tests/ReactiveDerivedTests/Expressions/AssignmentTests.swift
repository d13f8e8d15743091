import ReactiveDerived
import Testing

@Suite("Assignment operators")
struct AssignmentTests {
  @Test("each writes once")
  func writes() {
    let a = 10.continuous
    var seen: [Int] = []
    a.sink { seen.append($0) }
    a += 5
    a -= 3
    a *= 4
    a /= 5
    a %= 5
    a += 0
    #expect(seen == [15, 12, 48, 9, 4])
  }

  @Test("a behavior on the right gives its present value, and is not followed")
  func behaviors() {
    let a = 10.continuous
    let b: Behavior<Int> = StoredProperty(3)
    a += b
    a -= b * 2
    a *= b
    a /= b
    a %= b
    #expect(a.value == 1)
    let x = 1.0.continuous
    x += 1
    x *= x
    x /= 8
    #expect(x.value == 0.5)
  }

  @Test("each has a method")
  func methods() {
    let a = 10.continuous
    a.add(5)
    a.subtract(3)
    a.multiply(by: 4)
    a.divide(by: 5)
    a.formRemainder(dividingBy: 5)
    #expect(a.value == 4)
  }

  @Test("the left side is read untracked, the right side tracked")
  func tracking() {
    let total = 0.continuous
    let step = 1.continuous
    let adds = DerivedProperty(dependencies: [step]) { total += step }
    _ = adds.value
    #expect(total.value == 1)
    total.value = 5
    _ = adds.value
    #expect(total.value == 5)
    step.value = 2
    _ = adds.value
    #expect(total.value == 7)
  }

  @Test("exclusivity: an observer may add to what it observes")
  func inObserver() {
    let a = 0.continuous
    var seen: [Int] = []
    let adder = a.sink { value in
      seen.append(value)
      if value < 3 { a += 1 }
    }
    a += 1
    #expect(seen == [1, 2, 3])
    adder.cancel()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("bad input: an overflow stops before anything is stored")
  func overflow() async {
    await #expect(processExitsWith: .failure) {
      let a = Int.max.continuous
      a += 1
    }
  }
  #endif
}
