// Tests: OpenBehavior, OpenBehavior+Assign

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("OpenBehavior")
struct OpenBehaviorTests {
  @Test("value and <<= write")
  func write() {
    let name = OpenBehavior("Alice")
    var log: [String] = []
    name.sink { log.append($0) }
    name.value = "Bob"
    name <<= "Carol"
    name.value += "!"
    #expect(name.value == "Carol!")
    #expect(log == ["Bob", "Carol", "Carol!"])
  }

  @Test("a write without observers stores")
  func writeUnobserved() {
    let count = OpenBehavior(0)
    for number in 1...1_000 {
      count.value = number
      #expect(count.value == number)
    }
  }

  @Test("a behavior takes closures, existentials, tuples and other things that cannot be compared")
  func anyValue() {
    let action = OpenBehavior<(Int) -> Int>({ $0 + 1 })
    action.value = { $0 * 10 }
    #expect(action.value(3) == 30)

    let error = OpenBehavior<any Error>(CancellationError())
    var notified = 0
    error.sink { _ in notified += 1 }
    error.value = CancellationError()
    #expect(notified == 1)

    let pair = OpenBehavior((1, "one"))
    pair.value = (2, "two")
    #expect(pair.value == (2, "two"))
  }

  @Test("a written value keeps nothing of the old one alive")
  func oldValueGoes() {
    let live = LiveCount()
    let current = OpenBehavior(live.make())
    current.value = live.make()
    #expect(live.alive == 1)
    let subscription = current.sink { _ in }
    current.value = live.make()
    #expect(live.alive == 1)
    batch {
      current.value = live.make()
      current.value = live.make()
    }
    #expect(live.alive == 1)
    subscription.cancel()
    current.update { $0 = live.make() }
    #expect(live.alive == 1)
  }

  @Test("an old value whose end writes the behavior: the last value delivered is the last one written")
  func oldValueWritesWhenItGoes() {
    let current = OpenBehavior<Farewell?>(nil, isDuplicate: { _, _ in false })
    var last: Farewell?
    var notified = 0
    current.sink {
      last = $0
      notified += 1
    }
    current.value = Farewell { current.value = nil }
    #expect(last != nil)
    // Deallocates the first object, which writes nil in its `deinit`.
    let second = Farewell {}
    last = nil
    current.value = second
    #expect(notified == 3)
    #expect(last === current.value)
  }
}
