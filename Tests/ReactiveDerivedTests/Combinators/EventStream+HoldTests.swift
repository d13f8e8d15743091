// Tests: EventStream+Hold, HeldBehavior

import ReactiveDerived
import Testing

@Suite("EventStream.hold")
struct EventStreamHoldTests {
  private final class Thing {}

  @Test("is the last payload, and the initial value until there is one")
  func hold() {
    let event = Event<Int>()
    let last = event.hold(0)
    #expect(last.value == 0)
    event.trigger(1)
    event.trigger(2)
    #expect(last.value == 2)
  }

  @Test("an equal payload is no change; the same instance is none; anything else is one")
  func equalityCut() {
    let event = Event<Int>()
    let last = event.hold(0)
    var log: [Int] = []
    last.sink { log.append($0) }
    for number in [0, 1, 1, 2] { event.trigger(number) }
    #expect(log == [1, 2])

    let things = Event<Thing>()
    let thing = Thing()
    let lastThing = things.hold(thing)
    var changes = 0
    lastThing.sink { _ in changes += 1 }
    things.trigger(thing)
    #expect(changes == 0)
    things.trigger(Thing())
    #expect(changes == 1)

    let pairs = Event<(Int, Int)>()
    let lastPair = pairs.hold((0, 0))
    lastPair.sink { _ in changes += 1 }
    pairs.trigger((0, 0))
    #expect(changes == 2)
  }

  @Test("two of one event never show a mixture")
  func noGlitch() {
    let event = Event<Int>()
    let ones = event.hold(0)
    let tens = event.map { $0 * 10 }.hold(0)
    let sum = DerivedProperty(ones, tens) { $0 + $1 }
    var log: [Int] = []
    sum.sink { log.append($0) }
    event.trigger(1)
    event.trigger(2)
    #expect(log == [11, 22])
  }

  @Test("a payload that a function before it sends independently comes after the one that it was called with")
  func independent() {
    let event = Event<Int>()
    let other = Event<Int>()
    let last = event.merge(other).map { [unowned event, unowned other] number in
      if number == 1 { independently { event.trigger(2) } }
      if number == 2 { independently { other.trigger(3) } }
      return number
    }.hold(0)
    var log: [Int] = []
    last.sink { log.append($0) }
    event.trigger(1)
    #expect(log == [1, 2, 3])
    batch { other.trigger(1) }
    #expect(last.value == 3)
  }

  @Test("several payloads in a batch: it receives the last value of each delivery, in order")
  func inBatch() {
    let event = Event<Int>()
    let last = event.hold(0)
    var log: [Int] = []
    last.sink { log.append($0) }
    batch {
      event.trigger(1)
      event.trigger(2)
      #expect(last.value == 0)
    }
    #expect(log == [1, 2])
  }

  @Test("keeps the last payload when its event is gone, and releases the event when it ends itself")
  func lifetime() {
    var event: Event<Int>? = Event()
    var last: Behavior<Int>? = event!.map { $0 }.hold(0)
    event?.trigger(1)
    event = nil
    #expect(last?.value == 1)
    event = Event()
    last = event!.map { $0 }.hold(0)
    #expect(event?.observers.count == 1)
    last = nil
    #expect(event?.observers.isEmpty == true)
  }

  @Test("keeps a stream that is made of a computed behavior")
  func computed() {
    let source = OpenBehavior(1)
    let last = source.map { $0 * 10 }.changes.map { $0 + 1 }.hold(0)
    source.value = 2
    #expect(last.value == 21)
  }

  @Test("an observer may write the source, cancel itself and drop the behavior")
  func attack() {
    let event = Event<Int>()
    var last: Behavior<Int>? = event.hold(0)
    var log: [Int] = []
    var subscription: Subscription?
    subscription = last?.sink { [unowned event] in
      log.append($0)
      if $0 == 1 { event.trigger(2) }
      if $0 == 2 {
        subscription?.cancel()
        last = nil
        event.trigger(3)
      }
    }
    event.trigger(1)
    #expect(log == [1, 2])
    #expect(event.observers.isEmpty)
  }
}
