// Tests: StackGuard, FatalErrors

import ReactiveCore
import ReactiveTestSupport
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("The end of the stack")
struct StackGuardTests {
  @Test("a first read that is too deep for it stops with a message", .enabled(if: hasPlainStack))
  func tooDeep() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let value = onThread { () -> Int in
        var last: Behavior<Int> = OpenBehavior(0)
        for _ in 0..<100_000 {
          last = ComputedBehavior(name: "one of them") { [last] in last.value + 1 }
        }
        return last.value
      }
      print(value)
    }
    try expectStop(
      result,
      says: [
        "the stack of this thread is too small to read one of them",
        "observe it as it is built; updates need no stack.",
      ])
  }

  @Test(
    "observers that are called as they are added, and each add the next, stop with a message",
    .enabled(if: hasPlainStack))
  func observersInside() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThread {
        let behavior = OpenBehavior(0, name: "the observed one")
        func observe(_ depth: Int) { behavior.observe { _ in if depth > 0 { observe(depth - 1) } } }
        observe(1_000_000)
      }
    }
    try expectStop(result, says: ["the stack of this thread is too small to observe the observed one", "Use sink"])
  }

  @Test(
    "functions at the ends of subscriptions that each cancel the next stop with a message", .enabled(if: hasPlainStack))
  func endsInside() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThread {
        var subscription = Subscription {}
        for _ in 0..<1_000_000 { subscription = Subscription { [subscription] in subscription.cancel() } }
        subscription.cancel()
      }
    }
    try expectStop(result, says: ["the stack of this thread is too small to cancel a subscription", "SubscriptionBag"])
  }

  @Test("rows whose ends each remove the next one stop with a message", .enabled(if: hasPlainStack))
  func editsInside() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThread {
        final class Row: Identifiable {
          let id: Int
          unowned let rows: OpenKeyed<Row>
          init(_ id: Int, _ rows: OpenKeyed<Row>) { (self.id, self.rows) = (id, rows) }
          deinit { rows.remove(id + 1) }
        }
        let rows = OpenKeyed<Row>(name: "the rows")
        for id in 0..<200_000 { rows.insert(Row(id, rows)) }
        rows.remove(0)
      }
    }
    try expectStop(result, says: ["the stack of this thread is too small to edit the rows: ", "one after the other"])
  }

  @Test("one that was read as it was made is not")
  func readAsItIsMade() {
    let value = onThread { () -> Int in
      let source = OpenBehavior(0)
      var last: Behavior<Int> = source
      for _ in 0..<100_000 {
        last = ComputedBehavior { [last] in last.value + 1 }
        _ = last.value
      }
      source.value = 1
      return last.value
    }
    #expect(value == 100_001)
  }
}
#endif
