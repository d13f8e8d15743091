// Tests: ObserverList, ObserverStorage, ObserverEntry, Delivery

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("ObserverList")
struct ObserverListTests {
  private final class Owner { var log: [Int] = [] }

  @Test("sends to the observers in the order in which they were added")
  func send() {
    let list = ObserverList<Int>()
    var log: [String] = []
    list.add { log.append("A\($0)") }
    list.add { log.append("B\($0)") }
    list.send(1)
    list.send(2)
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("sends to an owner while it lives")
  func owner() {
    let list = ObserverList<Int>()
    var owner: Owner? = Owner()
    @Weak var weakOwner = owner
    var calls = 0
    list.add(with: owner!) { owner, value in
      owner.log.append(value)
      calls += 1
    }
    list.send(1)
    #expect(owner?.log == [1])
    owner = nil
    #expect(weakOwner == nil)
    list.send(2)
    #expect(calls == 1)
  }

  @Test("counts its observers")
  func count() {
    let list = ObserverList<Int>()
    #expect(list.isEmpty)
    #expect(list.count == 0)
    let first = list.add { _ in }
    let second = list.add { _ in }
    #expect(!list.isEmpty)
    #expect(list.count == 2)
    first.cancel()
    first.cancel()
    #expect(list.count == 1)
    second.cancel()
    #expect(list.isEmpty)
    #expect(list.count == 0)
  }

  @Test("counts during a delivery what was added and cancelled in it")
  func countDuringDelivery() {
    let list = ObserverList<Int>()
    var counts: [Int] = []
    var later: Subscription?
    let first = list.add { _ in
      later?.cancel()
      counts.append(list.count)
      list.add { _ in }
      counts.append(list.count)
    }
    later = list.add { _ in }
    list.send(1)
    #expect(counts == [1, 2])
    #expect(list.count == 2)
    // Breaks a cycle with the list.
    first.cancel()
  }

  @Test("a dead owner is not counted any more once a delivery found it dead")
  func deadOwnerIsForgotten() {
    let list = ObserverList<Int>()
    var owner: Owner? = Owner()
    list.add(with: owner!) { _, _ in }
    list.add { _ in }
    owner = nil
    list.send(1)
    #expect(list.count == 1)
  }

  @Test("copies stand for the same observers, which end when the last copy goes")
  func copies() {
    let live = LiveCount()
    var list: ObserverList<Int>? = ObserverList()
    var copy = list
    let tracked = Box<Tracked?>(live.make())
    var log: [Int] = []
    let subscription = copy!.add { [object = tracked.value!] in
      object.touch()
      log.append($0)
    }
    tracked.value = nil
    list?.send(1)
    #expect(log == [1])
    list = nil
    #expect(live.alive == 1)
    #expect(!subscription.isCancelled)
    copy = nil
    #expect(live.alive == 0)
    #expect(subscription.isCancelled)
  }

  @Test("builds a source of one's own that keeps the laws")
  func ownSource() {
    final class Clock {
      private let ticks = ObserverList<Int>(name: "ticks")
      private(set) var time = 0
      func observe(_ handler: @escaping (Int) -> Void) -> Subscription { ticks.add(handler) }
      func tick() {
        time += 1
        ticks.send(time)
      }
    }
    let clock = Clock()
    var log: [String] = []
    _ = clock.observe { [unowned clock] in
      log.append("A\($0)")
      if $0 == 1 { clock.tick() }
    }
    _ = clock.observe { log.append("B\($0)") }
    clock.tick()
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("without observers, sending does nothing")
  func unobserved() {
    let live = LiveCount()
    let list = ObserverList<Tracked>()
    list.send(live.make())
    batch { list.send(live.make()) }
    #expect(live.alive == 0)
  }
}
