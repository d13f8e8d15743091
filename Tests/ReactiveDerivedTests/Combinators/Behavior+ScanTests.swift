// Tests: Behavior+Scan, ScanBehavior

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Behavior.scan")
struct BehaviorScanTests {
  @Test("takes a step for each change, observed or not, and begins with the initial state")
  func scan() {
    let source = OpenBehavior(5)
    let total = source.scan(0, +)
    #expect(total.value == 0)
    source.value = 1
    source.value = 2
    #expect(total.value == 3)
    source.value = 2
    #expect(total.value == 3)
    var log: [Int] = []
    total.sink { log.append($0) }
    source.value = 3
    source.value = 4
    #expect(log == [6, 10])
  }

  @Test("65,536 touches of the source in one batch are one step")
  func manyTouches() {
    final class Document {}
    let source = OpenBehavior(Document())
    let steps = source.scan(0) { count, _ in count + 1 }
    source.sink { _ in }
    batch { for _ in 0..<65_536 { source.announce() } }
    #expect(steps.value == 1)
  }

  @Test("a touch of the source is a step, although it leaves the same object", arguments: [false, true])
  func touched(isInBatch: Bool) {
    final class Document { var text = "a" }
    let source = OpenBehavior(Document())
    let other = Document()
    var kept: Document?
    // Subscribes first: the others are notified when the kept object is back.
    let writer = source.sink { if let kept, $0 !== kept { source.value = kept } }
    let texts = source.scan("") { $0 + $1.text }
    func change() {
      source.value.text = "b"
      source.announce()
    }
    if isInBatch {
      batch {
        source.value = other
        source.value.text = "c"
        change()
        #expect(texts.value == "b")
      }
    } else {
      change()
    }
    #expect(texts.value == "b")
    source.value = source.value
    #expect(texts.value == "b")
    kept = source.value
    source.value = Document()
    #expect(texts.value == "b")
    source.announce()
    #expect(texts.value == "bb")
    writer.cancel()
  }

  @Test("a batch is one step")
  func batchIsOneStep() {
    let source = OpenBehavior(0)
    let total = source.scan(0, +)
    batch {
      source.value = 1
      source.value = 2
    }
    #expect(total.value == 2)
  }

  @Test("a read in the middle of a batch shows the step that would be taken, and takes none")
  func readInBatch() {
    let source = OpenBehavior(0)
    let total = source.scan(0, +)
    var log: [Int] = []
    total.sink { log.append($0) }
    batch {
      source.value = 10
      #expect(total.value == 10)
      source.value = 20
      #expect(total.value == 20)
      #expect(total.value == 20)
      source.value = 3
    }
    #expect(total.value == 3)
    source.value = 4
    #expect(log == [3, 7])
  }

  @Test("a batch that ends where it began leaves no trace, wherever it was read", arguments: [false, true])
  func batchBack(isObserved: Bool) {
    let source = OpenBehavior(3)
    let total = source.scan(0, +)
    var log: [Int] = []
    if isObserved { total.sink { log.append($0) } }
    batch {
      source.value = 10
      #expect(total.value == 10)
      source.value = 3
    }
    #expect(total.value == 0)
    batch {
      source.value = 10
      source.value = 3
      // The batch has not found the revert yet.
      #expect(total.value == 0)
    }
    #expect(total.value == 0)
    #expect(log == [])
    source.value = 1
    #expect(total.value == 1)
    #expect(log == (isObserved ? [1] : []))
  }

  @Test("of a computed behavior: without glitches, and cut where that is")
  func computed() {
    let source = OpenBehavior(1)
    let sum = source.map { $0 * 2 }.combine(source.map { $0 * 3 }).map { $0.0 + $0.1 }
    let total = sum.map { $0 / 10 }.scan([]) { $0 + [$1] }
    for value in [2, 3, 4] { source.value = value }
    #expect(total.value == [1, 2])
  }

  @Test("values without == : each change of the source is a step, a batch one")
  func withoutEquality() {
    let source = OpenBehavior((0, 0))
    let count = source.scan((0, "")) { ($0.0 + 1, "\($1)") }
    source.value = (0, 0)
    source.value = (0, 0)
    #expect(count.value == (2, "(0, 0)"))
    batch {
      source.value = (1, 1)
      #expect(count.value == (3, "(1, 1)"))
      source.value = (2, 2)
    }
    #expect(count.value == (3, "(2, 2)"))
  }

  @Test("what an observer writes is another step; of several writes in one delivery the last is taken")
  func nestedWrites() {
    let source = OpenBehavior(0)
    source.sink { [unowned source] in if $0 == 1 { source.value = 10 } }
    let states = source.scan([Int]()) { $0 + [$1] }
    var log: [[Int]] = []
    states.sink { log.append($0) }
    source.value = 1
    #expect(states.value.last == 10)
    #expect(log.last == states.value)
    source.value = 2
    #expect(states.value.suffix(2) == [10, 2])
  }

  @Test("made in the middle of a batch, it begins there")
  func madeInBatch() {
    let source = OpenBehavior(0)
    var total: Behavior<Int>?
    batch {
      source.value = 1
      total = source.scan(100, +)
      #expect(total?.value == 100)
      source.value = 2
      #expect(total?.value == 102)
    }
    #expect(total?.value == 102)
    source.value = 3
    #expect(total?.value == 105)
  }

  @Test("a value that is no duplicate of itself, such as NaN, is one step, however often it is looked at")
  func unlikeItself() {
    let source = OpenBehavior(Double.nan)
    let count = source.scan(0) { count, _ in count + 1 }
    #expect(count.value == 0)
    source.value = .nan
    #expect(count.value == 1)
    batch {
      source.value = 1
      #expect(count.value == 2)
      source.value = .nan
    }
    #expect(count.value == 2)
    // Its source is recomputed, but does not change.
    let other = OpenBehavior(0)
    let sum = source.combine(other).map { $0.0 + Double($0.1) }
    let steps = sum.scan(0) { count, _ in count + 1 }
    batch {
      other.value = 1
      other.value = 0
      #expect(steps.value <= 1)
    }
    let before = steps.value
    #expect(steps.value == before)
    source.value = 3
    #expect(count.value == 3)
    #expect(steps.value == before + 1)
  }

  @Test("what the function reads is not followed; what it writes is another change")
  func function() {
    let source = OpenBehavior(0)
    let other = OpenBehavior(10)
    let echo = OpenBehavior(0)
    let total = source.scan(0) { state, value in
      echo.value = value
      return state + value + other.value
    }
    other.value = 20
    #expect(total.value == 0)
    source.value = 1
    #expect(total.value == 21)
    #expect(echo.value == 1)
    other.value = 30
    #expect(total.value == 21)
  }

  @Test("an observer may cancel itself, write the source and drop the state")
  func attack() {
    let source = OpenBehavior(0)
    var total: Behavior<Int>? = source.scan(0, +)
    var log: [Int] = []
    var subscription: Subscription?
    subscription = total?.sink { [unowned source] in
      log.append($0)
      if $0 == 1 { source.value = 2 }
      if $0 == 3 {
        subscription?.cancel()
        total = nil
        source.value = 4
      }
    }
    source.value = 1
    #expect(log == [1, 3])
    source.value = 5
    #expect(log == [1, 3])
  }

  @Test("keeps its source and is kept by nothing")
  func lifetime() {
    let live = LiveCount()
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    @Weak var weakSource = source
    var total: Behavior<Int>?
    do {
      let tracked = live.make()
      total = source!.scan(0) {
        tracked.touch()
        return $0 + $1
      }
    }
    source?.value = 1
    source = nil
    #expect(total?.value == 1)
    #expect(weakSource != nil)
    total = nil
    #expect(live.alive == 0)
    #expect(weakSource == nil)
  }

  @Test("a long chain of them is made, changed and released")
  func longChain() {
    let result = onThread(stackKibibytes: 512) { () -> [Int] in
      let live = LiveCount()
      var last = 0
      do {
        let source = OpenBehavior(0)
        var state: Behavior<Int> = source
        for _ in 0..<10_000 {
          let tracked = live.make()
          state = state.scan(0) {
            tracked.touch()
            return max($0, $1)
          }
        }
        source.value = 3
        last = state.value
      }
      return [last, live.alive]
    }
    #expect(result == [3, 0])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a function that reads its own result stops with a message")
  func cycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = OpenBehavior(0)
      let itself = Box<Behavior<Int>?>(nil)
      itself.value = source.scan(0) { state, value in state + value + (itself.value?.value ?? 0) }
      source.value = 1
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("dependency cycle"))
  }
  #endif
}
