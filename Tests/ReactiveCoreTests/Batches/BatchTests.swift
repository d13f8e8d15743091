import ReactiveCore
import ReactiveTestSupport
import Testing

/// Law 8.
@Suite("batch")
struct BatchTests {
  private struct Failure: Error, Equatable {}
  private final class Plain {}

  @Test("notifies once, at the end, in the order of the first writes")
  func notifiesOnce() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    var log: [String] = []
    first.sink { log.append("first \($0)") }
    second.sink { log.append("second \($0)") }
    batch {
      second.value = 1
      first.value = 1
      second.value = 2
      first.value = 2
      #expect(log == [])
    }
    #expect(log == ["second 2", "first 2"])
  }

  @Test("reads inside see the writes")
  func readsInside() {
    let count = OpenBehavior(0)
    count.sink { _ in }
    batch {
      count.value = 1
      #expect(count.value == 1)
      #expect(count.peek() == 1)
      count.value += 1
      #expect("\(count)" == "2")
    }
    #expect(count.value == 2)
  }

  @Test("an observer sees all that the batch wrote")
  func storesAllFirst() {
    let first = OpenBehavior("Ada")
    let last = OpenBehavior("King")
    var log: [String] = []
    first.sink { [unowned last] in log.append("\($0) \(last.value)") }
    last.sink { log.append("\(first.value) \($0)") }
    batch {
      first.value = "Augusta"
      last.value = "Lovelace"
    }
    #expect(log == ["Augusta Lovelace", "Augusta Lovelace"])
  }

  @Test("returns what the body returns")
  func result() {
    let count = OpenBehavior(1)
    let sum = batch { () -> Int in
      count.value = 5
      return count.value + 1
    }
    #expect(sum == 6)
    #expect(batch { "text" } == "text")
  }

  @Test("nests: one delivery, at the outermost end")
  func nested() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    count.sink { log.append($0) }
    batch {
      count.value = 1
      batch {
        count.value = 2
        batch { count.value = 3 }
        #expect(log == [])
      }
      #expect(log == [])
      count.value = 4
    }
    #expect(log == [4])
  }

  @Test("a throwing body: the error comes out, the writes stay and are delivered once")
  func throwing() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    count.sink { log.append($0) }
    #expect(throws: Failure()) {
      try batch {
        count.value = 1
        count.value = 2
        throw Failure()
      }
    }
    #expect(count.value == 2)
    #expect(log == [2])
    count.value = 3
    #expect(log == [2, 3])
  }

  @Test("a throwing inner batch leaves the outer one open")
  func throwingInner() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    count.sink { log.append($0) }
    batch {
      try? batch {
        count.value = 1
        throw Failure()
      }
      #expect(log == [])
      count.value = 2
    }
    #expect(log == [2])
  }

  @Test("the body's error type is kept")
  func typedThrows() {
    let count = OpenBehavior(0)
    do throws(Failure) {
      try batch { () throws(Failure) in
        count.value = 1
        throw Failure()
      }
    } catch {
      #expect(error == Failure())
    }
    #expect(count.value == 1)
  }

  @Test("a batch that ends where it began notifies no observer")
  func endsWhereItBegan() {
    let count = OpenBehavior(0)
    let text = OpenBehavior("a")
    let plain = OpenBehavior(Plain())
    let selection = OpenBehavior<Plain?>(nil)
    let rounded = OpenBehavior(10, isDuplicate: { $0 / 10 == $1 / 10 })
    var log: [String] = []
    count.sink { _ in log.append("count") }
    text.sink { _ in log.append("text") }
    plain.sink { _ in log.append("plain") }
    selection.sink { _ in log.append("selection") }
    rounded.sink { _ in log.append("rounded") }
    batch {
      let before = plain.value
      count.value = 1
      text.value = "b"
      plain.value = Plain()
      selection.value = Plain()
      rounded.value = 20
      count.value = 0
      text.value = "a"
      plain.value = before
      selection.value = nil
      rounded.value = 19
    }
    #expect(log == [])
    #expect(rounded.value == 10)
    count.value = 1
    text.value = "b"
    #expect(log == ["count", "text"])
  }

  @Test("a large value that is back where it began notifies no observer")
  func largeValues() {
    struct Large: Equatable {
      var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
      var name = "a"
      static func == (a: Large, b: Large) -> Bool { a.words.7 == b.words.7 && a.name == b.name }
    }
    let behaviors = (0..<100).map { _ in OpenBehavior(Large()) }
    var notified: [Int] = []
    for (index, behavior) in behaviors.enumerated() { behavior.sink { _ in notified.append(index) } }
    defer { withExtendedLifetime(behaviors) {} }
    batch {
      for behavior in behaviors {
        behavior.value.words.7 = 1
        behavior.value.name = "b"
      }
      for (index, behavior) in behaviors.enumerated() where index % 10 != 3 { behavior.value = Large() }
    }
    #expect(notified == stride(from: 3, to: 100, by: 10).map { $0 })
  }

  @Test("a batch keeps nothing alive beyond its end")
  func keepsNothing() {
    let live = LiveCount()
    let current = OpenBehavior(live.make())
    current.sink { _ in }
    batch {
      for _ in 0..<10 { current.value = live.make() }
    }
    #expect(live.alive == 1)
  }

  @Test("a value that cannot be compared is delivered once, also if it is back where it began")
  func notComparable() {
    struct Opaque { var number: Int }
    let opaque = OpenBehavior(Opaque(number: 0))
    var notified = 0
    opaque.sink { _ in notified += 1 }
    batch {
      opaque.value = Opaque(number: 1)
      opaque.value = Opaque(number: 0)
    }
    #expect(notified == 1)
  }

  @Test("events triggered inside are all delivered at the end, in their place")
  func events() {
    let event = Event<Int>()
    let count = OpenBehavior(0)
    var log: [String] = []
    event.sink { log.append("event \($0), count is \(count.value)") }
    count.sink { log.append("count \($0)") }
    batch {
      event.trigger(1)
      count.value = 1
      event.trigger(2)
      count.value = 2
      event.trigger(3)
      #expect(log == [])
    }
    #expect(log == ["event 1, count is 2", "count 2", "event 2, count is 2", "event 3, count is 2"])
  }

  @Test("collect is a batch without a name, and an idle thread does nothing")
  func collecting() {
    let a = OpenBehavior(1)
    var notified: [Int] = []
    a.sink {
      notified.append($0)
      #expect(!Context.isIdle)
    }
    #expect(Context.isIdle && !Context.isCollecting)
    let result = Context.current.collect { () -> Int in
      a.value = 2
      a.value = 3
      #expect(Context.isCollecting && !Context.isIdle)
      #expect(notified == [])
      return 7
    }
    #expect(result == 7)
    #expect(notified == [3])
    #expect(Context.isIdle && !Context.isCollecting)
  }
}
