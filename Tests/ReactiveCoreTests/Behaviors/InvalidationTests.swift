// Tests: Invalidation, ComputedBehavior

import ReactiveCore
import Testing

@Suite("A derivation of something that it does not follow")
struct InvalidationTests {
  private final class Source {
    var value = 1
    var runs = 0
  }

  private func derivation(_ source: Source) -> ComputedBehavior<Int> {
    ComputedBehavior {
      source.runs += 1
      return source.value
    }
  }

  @Test("invalidated, it runs when it is read, and not before")
  func lazy() {
    let source = Source()
    let derived = derivation(source)
    #expect(derived.peek() == 1)
    source.value = 2
    derived.invalidate(.notifying)
    derived.invalidate(.alone)
    #expect(source.runs == 1)
    #expect(derived.peek() == 2)
    #expect(source.runs == 2)
  }

  @Test("invalidated, its observers and dependents are notified once, if the value changes")
  func notified() {
    let source = Source()
    let derived = derivation(source)
    let doubled = ComputedBehavior { derived.value * 2 }
    var log: [String] = []
    derived.sink { log.append("derived \($0), doubled \(doubled.peek())") }
    doubled.sink { log.append("doubled \($0)") }
    source.value = 2
    derived.invalidate(.notifying)
    derived.invalidate(.notifying)
    source.value = 3
    batch {
      derived.invalidate(.notifying)
      #expect(log.count == 2)
    }
    #expect(log == ["derived 2, doubled 4", "doubled 4", "derived 3, doubled 6", "doubled 6"])
  }

  @Test("invalidated with dependents that are not observed, it does not run")
  func unobservedDependents() {
    let source = Source()
    let derived = derivation(source)
    let doubled = ComputedBehavior { derived.value * 2 }
    #expect(doubled.peek() == 2)
    source.value = 5
    derived.invalidate(.notifying)
    #expect(source.runs == 1)
    #expect(doubled.peek() == 10)
  }

  @Test("a stored value is notified at once, unless it is a duplicate")
  func settled() {
    let source = Source()
    let derived = derivation(source)
    var log: [Int] = []
    derived.sink { log.append($0) }
    derived.store(1, by: .equal(), in: .current)
    derived.store(7, by: .equal(), in: .current)
    #expect(log == [7])
    #expect(derived.peek() == 7)
    #expect(source.runs == 1)
  }
}
