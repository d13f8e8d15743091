import ReactiveCore
import Testing

@Suite("Found by attack")
struct FoundByAttackTests {
  private final class Farewell: Sendable {
    private let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test("a payload that a full buffer drops may iterate the same values when it goes")
  func droppedPayloadIterates() {
    let event = Event<Farewell>()
    let values = event.values(buffering: .newest(1))
    event.trigger(Farewell { _ = values.makeAsyncIterator() })
    event.trigger(Farewell())
    #expect(event.observers.count == 1)
  }

  @Test("tasks that are cancelled while their event fires")
  func cancelledWhileFiring() async {
    for _ in 0..<500 {
      let event = Event<Int>()
      let values = event.values
      let task = Task.detached { for await _ in values {} }
      let canceller = Task.detached {
        await Task.yield()
        task.cancel()
      }
      for payload in 0..<200 {
        event.trigger(payload)
        if payload % 16 == 0 { await Task.yield() }
      }
      await canceller.value
      await task.value
    }
  }

  @Test("two batches in one delivery are two changes")
  func twoBatchesInOneDelivery() {
    let count = OpenBehavior(0)
    let always = OpenBehavior(0, isDuplicate: { _, _ in false })
    let list = OpenBehavior<[Int]>([])
    let start = Event<Void>()
    var notified: [Int] = []
    var notifiedAlways: [Int] = []
    var notifiedLists: [[Int]] = []
    count.sink { notified.append($0) }
    always.sink { notifiedAlways.append($0) }
    list.sink { notifiedLists.append($0) }
    start.sink {
      for value in 1...2 {
        batch {
          count.value = value
          always.value = value
          list.update { $0.append(value) }
        }
      }
    }
    start.trigger()
    #expect(notified == [1, 2])
    #expect(notifiedAlways == [1, 2])
    #expect(notifiedLists == [[1], [1, 2]])
  }

  @Test("two batches in one delivery, the second back to the value before both, are delivered in order")
  func batchThereAndBatchBack() {
    let count = OpenBehavior(2)
    let start = Event<Void>()
    var notified: [Int] = []
    count.sink { notified.append($0) }
    start.sink {
      batch { count.value = 5 }
      batch { count.value = 2 }
    }
    start.trigger()
    #expect(notified == [5, 2])
  }

  @Test("100,000 behaviors may be written and dropped in one batch")
  func writtenAndDroppedInOneBatch() {
    var last = 0
    batch {
      for value in 1...100_000 {
        let behavior = OpenBehavior(0)
        behavior.sink { last = $0 }
        behavior.value = value
      }
    }
    #expect(last == 0)
  }

  @Test("an optional object made continuous ignores the same instance")
  func continuousOptionalObject() {
    let object: Farewell? = Farewell()
    let behavior = object.continuous
    var count = 0
    behavior.sink { _ in count += 1 }
    behavior.value = object
    #expect(count == 0)
    behavior.value = nil
    behavior.value = nil
    #expect(count == 1)
  }

  @Test("a long chain of subscriptions that are actions is released without recursion")
  func chainOfActions() {
    var subscription = Subscription {}
    for _ in 0..<300_000 {
      let inner = subscription
      subscription = Subscription { _ = inner }
    }
    subscription.cancel()
    #expect(subscription.isCancelled)
  }

  private struct Cache {
    let behavior: Box
    var value = 0
    var computed: Int {
      if value == 0 { behavior.object?.value = Cache(behavior: behavior, value: 1) }
      return value
    }
  }
  private final class Box { weak var object: OpenBehavior<Cache>? }

  @Test("the getter of an observed key path may write the behavior")
  func keyPathGetterWrites() {
    let box = Box()
    let behavior = OpenBehavior(Cache(behavior: box))
    box.object = behavior
    var notified: [Int] = []
    behavior.observe(\.computed) { notified.append($0) }
    #expect(notified.last == behavior.peek().value)
  }
}
