import ReactiveDerived
import Testing

@Suite("Behavior.removeDuplicates")
struct BehaviorRemoveDuplicatesTests {
  @Test("a duplicate is no change, and is not taken over")
  func by() {
    let source = OpenBehavior(0)
    let coarse = source.removeDuplicates { abs($0 - $1) < 5 }
    var log: [Int] = []
    coarse.sink { log.append($0) }
    for value in [3, 4, 6, 8, 11] { source.value = value }
    #expect(log == [6, 11])
    #expect(coarse.value == 11)
  }

  @Test("the test is asked with the old and the new value")
  func order() {
    let source = OpenBehavior(0)
    let rising = source.removeDuplicates { old, new in new <= old }
    var log: [Int] = []
    rising.sink { log.append($0) }
    for value in [2, 1, 3] { source.value = value }
    #expect(log == [2, 3])
  }

  @Test("without a test, equal values of which the source notifies are cut")
  func equatable() {
    @Property var count = 0
    var notified = 0
    $count.sink { _ in notified += 1 }
    let changed = $count.removeDuplicates()
    var log: [Int] = []
    changed.sink { log.append($0) }
    count = 0
    count = 1
    #expect(notified == 2)
    #expect(log == [1])
  }
}
