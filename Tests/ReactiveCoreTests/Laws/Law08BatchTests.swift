import ReactiveCore
import ReactiveTestSupport
import Testing

/// Laws 3, 4 and 11 in an open batch.
@Suite("batch, with observers that come, go and write")
struct BatchLawTests {
  @Test("inside a delivery it notifies after it, once")
  func duringDelivery() {
    let trigger = Event<Void>()
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { log.append("count \($0)") }
    trigger.sink {
      batch {
        count.value = 1
        count.value = 2
      }
      log.append("A")
    }
    trigger.sink { log.append("B") }
    trigger.trigger()
    #expect(log == ["A", "B", "count 2"])
  }

  @Test("what observers write after it is delivered after it")
  func observersWrite() {
    let count = OpenBehavior(0)
    let total = OpenBehavior(0)
    var log: [String] = []
    count.sink {
      log.append("count \($0)")
      total.value += $0
    }
    total.sink { log.append("total \($0)") }
    batch { count.value = 3 }
    batch { count.value = 4 }
    #expect(log == ["count 3", "total 3", "count 4", "total 7"])
  }

  @Test("a behavior that dies in a batch notifies no more, and leaks nothing")
  func dropInside() {
    let live = LiveCount()
    var log: [Int] = []
    batch {
      var count: OpenBehavior<Int>? = OpenBehavior(0)
      let tracked = live.make()
      count?.sink {
        tracked.touch()
        log.append($0)
      }
      count?.value = 1
      count = nil
      #expect(live.alive == 1)
    }
    #expect(live.alive == 0)
    #expect(log == [])
  }

  @Test("an observer cancelled in a batch is not notified of it")
  func cancelInside() {
    let count = OpenBehavior(0)
    var log: [String] = []
    let subscription = count.sink { log.append("A\($0)") }
    count.sink { log.append("B\($0)") }
    batch {
      count.value = 1
      subscription.cancel()
    }
    #expect(log == ["B1"])
  }

  @Test("an observer that was added after the last write of a batch is not notified of it")
  func sinkInside() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { log.append("A\($0)") }
    batch {
      count.value = 1
      count.sink { log.append("B\($0)") }
    }
    #expect(log == ["A1"])
    count.value = 2
    #expect(log == ["A1", "A2", "B2"])
  }

  @Test("an observe inside a batch gets the current value at once, once")
  func observeInside() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { log.append("A\($0)") }
    batch {
      count.value = 1
      count.observe { log.append("B\($0)") }
      #expect(log == ["B1"])
    }
    #expect(log == ["B1", "A1"])
  }

  @Test("an observe inside a batch learns the value that the batch ends with, also if the batch began with it")
  func observeInsideThenBack() {
    let count = OpenBehavior(0)
    var notified: [Int] = []
    var shown = -1
    count.sink { notified.append($0) }
    batch {
      count.value = 1
      count.observe { shown = $0 }
      #expect(shown == 1)
      count.value = 0
    }
    #expect(shown == 0)
    #expect(notified == [])
  }

  @Test("an observe inside a batch gets the value at once, and the last one if it was written since")
  func observeInsideThenWritten() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { log.append("A\($0)") }
    batch {
      count.value = 2
      count.observe { log.append("B\($0)") }
      count.value = 3
    }
    #expect(log == ["B2", "A3", "B3"])
  }

  @Test("100,000 behaviors written in one batch notify once each")
  func many() {
    let behaviors = (0..<100_000).map { OpenBehavior($0) }
    var notified = 0
    var last = -1
    var isOrdered = true
    for (index, behavior) in behaviors.enumerated() {
      behavior.sink { _ in
        notified += 1
        isOrdered = isOrdered && index == last + 1
        last = index
      }
    }
    defer { withExtendedLifetime(behaviors) {} }
    batch {
      for _ in 0..<2 {
        for behavior in behaviors { behavior.value += 1 }
      }
    }
    #expect(notified == 100_000)
    #expect(isOrdered)
  }

  @Test("a value that goes at the end of a batch may write: that is delivered, and no snapshot of it is left behind")
  func farewellAtTheEnd() {
    final class Note: Equatable {
      let number: Int
      let farewell: Farewell?
      init(_ number: Int, _ farewell: Farewell? = nil) { (self.number, self.farewell) = (number, farewell) }
      static func == (a: Note, b: Note) -> Bool { a.number == b.number }
    }
    let other = OpenBehavior(0)
    var log: [Int] = []
    let note = OpenBehavior(Note(1, Farewell { other.value = 1 }))
    note.sink { _ in }
    other.sink { log.append($0) }
    batch { note.value = Note(2) }
    #expect(log == [1])
    batch { other.value = 0 }
    #expect(log == [1, 0])
    batch {
      other.value = 1
      other.value = 0
    }
    #expect(log == [1, 0])
    batch { other.value = 1 }
    #expect(log == [1, 0, 1])
  }
}
