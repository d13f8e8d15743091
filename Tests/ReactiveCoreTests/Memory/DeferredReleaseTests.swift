import ReactiveCore
import ReactiveTestSupport
import Testing

/// A behavior that ends in its own run is released at the end of the batch, since its function is on the stack.
@Suite("What is released at the end of a batch")
struct DeferredReleaseTests {
  private let source = OpenBehavior(0)

  /// An observed behavior that ends when it runs for the second time on 0. Returns its token and its value.
  private func makeEnding(_ end: Farewell) -> (token: Box<Subscription?>, read: () -> Int?) {
    let token = Box<Subscription?>(nil)
    var runs = 0
    let behavior = ComputedBehavior<Int> { [source] in
      withExtendedLifetime(end) {}
      let value = source.value
      runs += value == 0 ? 1 : 0
      if runs < 2 { return value }
      token.value = nil
      return Behavior<Int>.endWithPresentValue() ?? value
    }
    token.value = behavior.sink { _ in }
    return (token, { [weak behavior] in behavior?.value })
  }

  /// A batch in which it ends, then does `more`.
  private func endIn(_ read: () -> Int?, _ more: () -> Void) {
    batch {
      source.value = 1
      #expect(read() == 1)
      source.value = 0
      // The run in which it ends.
      #expect(read() == 1)
      more()
    }
    #expect(read() == nil)
  }

  @Test("a behavior that ends in a run at the end of a batch is released at that end")
  func droppedAtTheEnd() {
    var ends = 0
    let (token, read) = makeEnding(Farewell { ends += 1 })
    batch {
      source.value = 1
      #expect(read() == 1)
      source.value = 0
    }
    #expect(token.value == nil && read() == nil)
    #expect(ends == 1)
  }

  @Test("after such a batch, a source that is observed for the first time starts at once")
  func startsAfterwards() {
    let (_, read) = makeEnding(Farewell {})
    batch {
      source.value = 1
      #expect(read() == 1)
      source.value = 0
    }
    #expect(observedSourceStarts())
  }

  @Test("what a released object writes does not notify of a value that the batch restores")
  func endThatWrites() {
    let restored = OpenBehavior(0)
    let other = OpenBehavior(0)
    var log: [String] = []
    restored.sink { log.append("restored \($0)") }
    other.sink { log.append("other \($0)") }
    let (_, read) = makeEnding(Farewell { other.value += 1 })
    endIn(read) {
      restored.value = 1
      restored.value = 0
    }
    #expect(log == ["other 1"])
  }

  @Test("what a released object triggers comes after what the batch notifies, as do calls for an idle thread")
  func endThatTriggers() {
    let written = OpenBehavior(0)
    let event = Event<Int>()
    var log: [String] = []
    written.sink { log.append("written \($0)") }
    event.sink { log.append("event \($0)") }
    let (_, read) = makeEnding(
      Farewell {
        callLater(after: .idleThread, label: "call") { log.append("idle") }
        event.trigger(1)
      })
    endIn(read) { written.value = 1 }
    #expect(log == ["written 1", "event 1", "idle"])
  }

  @Test("what a released object reads is what the batch ends with")
  func endThatReads() {
    var read: [Int] = []
    let derived = ComputedBehavior { [source] in source.value * 10 }
    derived.sink { _ in }
    let (_, value) = makeEnding(Farewell { read.append(derived.value) })
    endIn(value) { source.value = 2 }
    #expect(read == [20])
  }
}
