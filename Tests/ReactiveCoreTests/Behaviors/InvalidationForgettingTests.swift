import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Derivations that are redefined")
struct InvalidationForgettingTests {
  /// Sums the behaviors in `choice`, which it reads first.
  private static func sum(_ choice: OpenBehavior<[OpenBehavior<Int>]>) -> ComputedBehavior<Int> {
    ComputedBehavior { choice.value.reduce(0) { $0 + $1.value } }
  }

  @Test("the links to what is not read any more go at once, whatever reads or observes", arguments: [false, true])
  func linksGo(isObserved: Bool) {
    let old = (0..<5).map { OpenBehavior($0) }
    let choice = OpenBehavior(old)
    let sum = Self.sum(choice)
    let above = ComputedBehavior { sum.value + 1 }
    var notified: [Int] = []
    if isObserved { above.sink { notified.append($0) } }
    #expect(above.value == 11)
    batch {
      // Several dependencies may have changed, also one that is not read again.
      old[3].value = 33
      choice.value = [old[1]]
      sum.invalidate(.forgettingReads)
      #expect(old.allSatisfy { $0.subs == nil })
      old[2].value = 22
    }
    #expect(above.value == 2)
    #expect(old.map { $0.hasDependents } == [false, true, false, false, false])
    old[1].value = 7
    #expect(above.value == 8)
    #expect(notified == (isObserved ? [2, 8] : []))
  }

  @Test("nothing happens to one that has run since, never ran, or runs")
  func nothing() {
    let source = OpenBehavior(1)
    let choice = OpenBehavior([source])
    let sum = Self.sum(choice)
    sum.invalidate(.forgettingReads)
    #expect(sum.value == 1)
    sum.invalidate(.forgettingReads)
    #expect(source.hasDependents)
    let box = Box<ComputedBehavior<Int>?>(nil)
    box.value = ComputedBehavior {
      defer { box.value?.invalidate(.forgettingReads) }
      return choice.value[0].value + source.value
    }
    #expect(box.value?.value == 2)
    choice.value = [source, source]
    source.value = 2
    #expect(box.value?.value == 4)
    source.value = 3
    #expect(box.value?.value == 6)
    box.value = nil
  }
}
