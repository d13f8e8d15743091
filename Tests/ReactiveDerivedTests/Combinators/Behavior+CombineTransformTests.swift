import ReactiveDerived
import Testing

@Suite("Behavior.combine with a transform")
struct BehaviorCombineTransformTests {
  @Test("is what the transform makes of two to eight values, each of which is followed")
  func arities() {
    let parts = (0..<8).map { _ in OpenBehavior(0) }
    let p = parts
    let sums: [Behavior<Int>] = [
      p[0].combine(p[1]) { $0 + $1 },
      p[0].combine(p[1], p[2]) { $0 + $1 + $2 },
      p[0].combine(p[1], p[2], p[3]) { $0 + $1 + $2 + $3 },
      p[0].combine(p[1], p[2], p[3], p[4]) { $0 + $1 + $2 + $3 + $4 },
      p[0].combine(p[1], p[2], p[3], p[4], p[5]) { $0 + $1 + $2 + $3 + $4 + $5 },
      p[0].combine(p[1], p[2], p[3], p[4], p[5], p[6]) { [$0, $1, $2, $3, $4, $5, $6].reduce(0, +) },
      p[0].combine(p[1], p[2], p[3], p[4], p[5], p[6], p[7]) { [$0, $1, $2, $3, $4, $5, $6, $7].reduce(0, +) },
    ]
    for (index, part) in parts.enumerated() {
      part.value = 1
      for (count, sum) in sums.enumerated() { #expect(sum.value == min(index + 1, count + 2)) }
    }
  }

  @Test("an equal result is no change, and a batch is one")
  func cuts() {
    let price = OpenBehavior(2)
    let count = OpenBehavior(6)
    let total = price.combine(count) { $0 * $1 }
    var log: [Int] = []
    total.sink { log.append($0) }
    batch {
      price.value = 3
      count.value = 4
    }
    #expect(log == [])
    count.value = 5
    #expect(log == [15])
  }

  @Test("results that are neither equatable nor objects always change; the same object is none")
  func othersCut() {
    struct Loose { var number: Int }
    final class Box {}
    let a = OpenBehavior(1)
    let b = OpenBehavior(1)
    let box = Box()
    let loose = a.combine(b) { Loose(number: $0 * $1 * 0) }
    let same = a.combine(b) { _, _ in box }
    var count = 0
    loose.sink { _ in count += 1 }
    same.sink { _ in count += 100 }
    a.value = 2
    #expect(count == 1)
    withExtendedLifetime((loose, same)) {}
  }

  @Test("a result that cannot be compared is followed as well, at every number of parts")
  func looseArities() {
    struct Loose {
      var numbers: [Int]
      init(_ numbers: Int...) { self.numbers = numbers }
    }
    let p = (0..<8).map { OpenBehavior($0) }
    let all: [Behavior<Loose>] = [
      p[0].combine(p[1]) { Loose($0, $1) },
      p[0].combine(p[1], p[2]) { Loose($0, $1, $2) },
      p[0].combine(p[1], p[2], p[3]) { Loose($0, $1, $2, $3) },
      p[0].combine(p[1], p[2], p[3], p[4]) { Loose($0, $1, $2, $3, $4) },
      p[0].combine(p[1], p[2], p[3], p[4], p[5]) { Loose($0, $1, $2, $3, $4, $5) },
      p[0].combine(p[1], p[2], p[3], p[4], p[5], p[6]) { Loose($0, $1, $2, $3, $4, $5, $6) },
      p[0].combine(p[1], p[2], p[3], p[4], p[5], p[6], p[7]) { Loose($0, $1, $2, $3, $4, $5, $6, $7) },
    ]
    p[1].value = 10
    for (index, behavior) in all.enumerated() {
      #expect(behavior.value.numbers == [0, 10] + Array(2..<(index + 2)))
    }
  }
}
