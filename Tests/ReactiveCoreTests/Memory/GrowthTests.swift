// Tests: RingBuffer, Stack, SideTable, Kept, DeferredRelease

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Memory of the graph, as it grows")
struct GrowthTests {
  @Test("a queue keeps its order when it grows while its beginning has moved on")
  func queue() {
    let event = Event<Int>()
    var notified: [Int] = []
    event.sink { [unowned event] payload in
      notified.append(payload)
      // Each of the first 1,000 payloads enqueues two more.
      if payload < 1_000 {
        event.trigger(payload * 2 + 1)
        event.trigger(payload * 2 + 2)
      }
    }
    event.trigger(0)
    #expect(notified == Array(0...2_000))
    notified = []
    event.trigger(5_000)
    #expect(notified == [5_000])
  }

  @Test("a path of 100,000 derivations is walked down and up, on a small stack")
  func path() {
    let sum = onThread { () -> Int in
      let source = OpenBehavior(0)
      var last: Behavior<Int> = source
      for _ in 0..<100_000 {
        last = ComputedBehavior { [last] in last.value + 1 }
        _ = last.value
      }
      source.value = 1
      let first = last.value
      source.value = 2
      return first + last.value
    }
    #expect(sum == 200_003)
  }

  @Test("what few nodes have is made when it is first needed, and stays with the node")
  func sideTable() {
    let plain = OpenBehavior(0)
    #expect(plain.node.withSideTable { $0.name } == nil)
    plain.name = "plain"
    #expect(plain.node.withSideTable { $0.name } == "plain")
    plain.sink { _ in }
    #expect(plain.makeSideTable() === plain.makeSideTable())
    #expect(plain.name == "plain" && plain.isObserved)
  }

  @Test("a function ends with its node, once, with what it captured")
  func functions() {
    let live = LiveCount()
    for _ in 0..<100 {
      let object = live.make()
      let derivation = ComputedBehavior { () -> Int in
        object.touch()
        return 1
      }
      let reaction = Reaction { object.touch() }
      reaction.start()
      #expect(derivation.value == 1)
    }
    #expect(live.alive == 0)
  }

  @Test("what is released by a release waits for it: 100,000 objects, each in the function of the next")
  func releases() {
    let count = onThread { () -> Int in
      let live = LiveCount()
      var last: Behavior<Int> = OpenBehavior(0)
      for _ in 0..<100_000 {
        let object = live.make()
        last = ComputedBehavior { [last] in
          object.touch()
          return last.value
        }
        _ = last.value
      }
      let before = live.alive
      last = OpenBehavior(0)
      return before - live.alive
    }
    #expect(count == 100_000)
  }
}
