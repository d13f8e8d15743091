import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Run to completion")
struct RunToCompletionTests {
  @Test("a payload triggered during a delivery is delivered after it: A1 B1 A2 B2")
  func event() {
    let event = Event<Int>()
    var log: [String] = []
    event.sink { [unowned event] in
      log.append("A\($0)")
      if $0 == 1 { event.trigger(2) }
    }
    event.sink { log.append("B\($0)") }
    event.trigger(1)
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("a value written during a delivery is delivered after it: A1 B1 A2 B2")
  func behavior() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { [unowned count] in
      log.append("A\($0)")
      if $0 == 1 { count.value = 2 }
    }
    count.sink { log.append("B\($0)") }
    count.value = 1
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("a write never interrupts: the observer that wrote goes on first")
  func neverInterrupts() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    let event = Event<Void>()
    var log: [String] = []
    first.sink { _ in
      log.append("begin")
      second.value = 1
      event.trigger()
      log.append("end")
    }
    second.sink { _ in log.append("second") }
    event.sink { log.append("event") }
    first.value = 1
    #expect(log == ["begin", "end", "second", "event"])
  }

  @Test("writes and triggers of one delivery are delivered first in, first out, and none is lost")
  func firstInFirstOut() {
    let start = Event<Void>()
    let count = OpenBehavior(0)
    let text = OpenBehavior("")
    let event = Event<Int>()
    var log: [String] = []
    count.sink { log.append("count \($0)") }
    text.sink { log.append("text \($0)") }
    event.sink { log.append("event \($0)") }
    start.sink {
      event.trigger(1)
      count.value = 1
      text.value = "a"
      count.value = 2
      event.trigger(2)
      text.value = "b"
      count.value = 1
    }
    start.sink { log.append("start") }
    start.trigger()
    #expect(
      log == [
        "start", "event 1", "count 1", "text a", "count 2", "event 2", "text b", "count 1",
      ])
    #expect(count.value == 1)
  }

  @Test("a write that follows a batch in the same delivery is delivered as well as the batch")
  func writeAfterBatch() {
    let start = Event<Void>()
    let count = OpenBehavior(0)
    var log: [Int] = []
    count.sink { log.append($0) }
    start.sink {
      count.value = 1
      batch { count.value = 2 }
      count.value = 3
      batch { count.value = 4 }
    }
    start.trigger()
    #expect(log == [1, 2, 3, 4])
  }

  @Test("what is written in what is delivered later comes later still")
  func breadthFirst() {
    let event = Event<String>()
    var log: [String] = []
    event.sink { [unowned event] in
      log.append($0)
      if $0.count < 3 {
        event.trigger($0 + "a")
        event.trigger($0 + "b")
      }
    }
    event.trigger("")
    #expect(log == ["", "a", "b", "aa", "ab", "ba", "bb", "aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb"])
  }

  @Test("the outermost call returns only when everything has been delivered")
  func returnsWhenDone() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    var notified = 0
    first.sink { second.value = $0 }
    second.sink { notified = $0 }
    first.value = 5
    #expect(notified == 5)
  }

  @Test("10,000 payloads triggered in one delivery are all delivered, in order")
  func burstOfEvents() {
    let event = Event<Int>()
    var log: [Int] = []
    event.sink { [unowned event] in
      log.append($0)
      if $0 == 0 { for number in 1...10_000 { event.trigger(number) } }
    }
    event.trigger(0)
    #expect(log == Array(0...10_000))
    log = []
    event.trigger(0)
    #expect(log == Array(0...10_000))
  }

  @Test("10,000 values written in one delivery are all delivered, in order")
  func burstOfWrites() {
    let count = OpenBehavior(-1)
    var log: [Int] = []
    count.sink { [unowned count] in
      log.append($0)
      if $0 == 0 { for number in 1...10_000 { count.value = number } }
    }
    count.value = 0
    #expect(log == Array(0...10_000))
  }

  @Test("a burst that comes again and again is delivered each time")
  func repeatedBursts() {
    let event = Event<Int>()
    var notified = 0
    var bursts = 3
    event.sink { [unowned event] number in
      notified += 1
      if number == 5_000 && bursts > 0 {
        bursts -= 1
        for number in 1...5_000 { event.trigger(number) }
      }
    }
    event.trigger(5_000)
    #expect(notified == 15_001)
  }
}

/// On a stack of 128 KiB, each level may take 131 bytes at most.
@Suite("Run to completion: 1,000 levels deep without recursion")
struct RunToCompletionDepthTests {
  private static let levels = 1_000

  @Test("an event that triggers itself")
  func eventItself() {
    let log = onThread { () -> [Int] in
      let event = Event<Int>()
      var log: [Int] = []
      event.sink { [unowned event] in if $0 < Self.levels { event.trigger($0 + 1) } }
      event.sink { log.append($0) }
      event.trigger(1)
      return log
    }
    #expect(log == Array(1...Self.levels))
  }

  @Test("a behavior that writes itself")
  func behaviorItself() {
    let log = onThread { () -> [Int] in
      let count = OpenBehavior(0)
      var log: [Int] = []
      count.sink { [unowned count] in if $0 < Self.levels { count.value = $0 + 1 } }
      count.sink { log.append($0) }
      count.value = 1
      return log
    }
    #expect(log == Array(1...Self.levels))
  }

  @Test("an observer that writes from its first call on")
  func observeItself() {
    let log = onThread { () -> [Int] in
      let count = OpenBehavior(0)
      var log: [Int] = []
      count.observe { [unowned count] in
        log.append($0)
        if $0 < Self.levels { count.value = $0 + 1 }
      }
      return log
    }
    #expect(log == Array(0...Self.levels))
  }

  @Test("events that trigger the next", arguments: [1_000, 100_000])
  func eventChain(levels: Int) {
    let notified = onThread { () -> Int in
      let events = (0..<levels).map { _ in Event<Int>() }
      var notified = 0
      for (event, next) in zip(events, events.dropFirst()) { event.sink { [unowned next] in next.trigger($0 + 1) } }
      events.last?.sink { notified = $0 }
      withExtendedLifetime(events) { events[0].trigger(1) }
      return notified
    }
    #expect(notified == levels)
  }

  @Test("behaviors that write the next", arguments: [1_000, 100_000])
  func behaviorChain(levels: Int) {
    let notified = onThread { () -> [Int] in
      let behaviors = (0..<levels).map { _ in OpenBehavior(0) }
      var notified: [Int] = []
      for (behavior, next) in zip(behaviors, behaviors.dropFirst()) {
        behavior.sink { [unowned next] in next.value = $0 + 1 }
      }
      behaviors.last?.sink { notified.append($0) }
      withExtendedLifetime(behaviors) {
        behaviors[0].value = 1
        behaviors[0].value = 2
      }
      return notified
    }
    #expect(notified == [levels, levels + 1])
  }

  @Test("batches, updates, properties and signals in turns")
  func everything() {
    final class Model {
      @Property var property = 0
      @Pub var pub = 0
      @Signal var signal: Accepts<Int>
      let behavior = OpenBehavior(0)
    }
    let last = onThread { () -> Int in
      let model = Model()
      var last = 0
      model.$property.sink { [unowned model] in model.pub = $0 + 1 }
      model.$pub.sink { [unowned model] number in batch { model.behavior.value = number + 1 } }
      model.behavior.sink { [unowned model] in model.signal.send($0 + 1) }
      model.$signal.sink { [unowned model] number in
        last = number
        if number < 4 * Self.levels { model.$pub.update { $0 = number + 1 } }
      }
      model.property = 1
      return last
    }
    #expect(last >= 4 * Self.levels)
  }
}
