import ReactiveDerived
import Testing

@Suite("Behavior.withPrevious")
struct BehaviorWithPreviousTests {
  @Test("is the value and the one before the last change")
  func withPrevious() {
    let source = OpenBehavior(1)
    let turned = source.withPrevious()
    #expect(turned.value == (nil, 1))
    var log: [String] = []
    turned.sink { log.append("\($0.previous ?? 0)>\($0.current)") }
    source.value = 2
    source.value = 2
    batch {
      source.value = 3
      #expect(turned.value == (2, 3))
      source.value = 4
      #expect(turned.value == (2, 4))
    }
    #expect(log == ["1>2", "2>4"])
  }

  @Test("a batch that ends where it began leaves no trace")
  func batchBack() {
    let source = OpenBehavior(1)
    let turned = source.withPrevious()
    var calls = 0
    turned.sink { _ in calls += 1 }
    source.value = 2
    batch {
      source.value = 3
      #expect(turned.value == (2, 3))
      source.value = 2
    }
    #expect(calls == 1)
    #expect(turned.value == (1, 2))
  }

  @Test("of values without ==")
  func withoutEquality() {
    let source = OpenBehavior((0, 0))
    let turned = source.withPrevious()
    source.value = (1, 0)
    source.value = (1, 0)
    #expect(turned.value.previous?.0 == 1)
    #expect(turned.value.current.0 == 1)
  }

  @Test("made inside a batch that comes back to where it began")
  func madeInBatchThatComesBack() {
    let source = OpenBehavior(4)
    let writer = source.sink { if $0 == 2 { source.value = 3 } }
    defer { writer.cancel() }
    var turned: Behavior<(previous: Int?, current: Int)>?
    batch {
      source.value = 0
      source.value = 4
      turned = source.withPrevious()
    }
    source.value = 2
    #expect(turned?.value.previous == 4)
    #expect(turned?.value.current == 3)
  }

  @Test("a duplicate that came by way of another value is the present one, and no step")
  func duplicateThatHoldsSomethingElse() {
    let level = OpenBehavior(1, isDuplicate: { $0 / 10 == $1 / 10 })
    // Subscribes first: the others are notified of 30 when the value is already 29.
    let writer = level.sink { if $0 == 30 { level.value = 29 } }
    defer { writer.cancel() }
    let turned = level.withPrevious()
    let count = level.scan(0) { count, _ in count + 1 }
    level.value = 15
    level.value = 25
    #expect(turned.value == (15, 25))
    level.value = 30
    #expect(level.value == 29)
    #expect(turned.value == (15, 29))
    #expect(count.value == 2)
    level.value = 31
    #expect(turned.value == (29, 31))
  }
}
