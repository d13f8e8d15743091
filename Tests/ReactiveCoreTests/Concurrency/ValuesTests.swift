// Tests: Values, ValueChannel, ValueBuffer

import Dispatch
import ReactiveCore
import Testing

@Suite("values")
struct ValuesTests {
  @Test("a behavior's begin with the current value and coalesce to the newest")
  func coalesces() async {
    let source = OpenBehavior(1)
    let values = source.values
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    source.value = 2
    source.value = 3
    source.value = 4
    #expect(await iterator.next() == 4)
    source.value = 5
    #expect(await iterator.next() == 5)
  }

  @Test("what changes before the first iteration is not missed")
  func nothingIsMissedBeforeTheFirstIteration() async {
    let source = OpenBehavior("a")
    let values = source.values
    source.value = "b"
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == "b")
  }

  @Test("an event's have every payload, in order")
  func everyPayload() async {
    let event = Event<Int>()
    let values = event.values
    for payload in 0..<1000 { event.trigger(payload) }
    var iterator = values.makeAsyncIterator()
    for payload in 0..<1000 { #expect(await iterator.next() == payload) }
  }

  @Test("a bounded buffer keeps the oldest or the newest")
  func bounded() async {
    var event: Event<Int>? = Event<Int>()
    let oldest = event!.values(buffering: .oldest(2))
    let newest = event!.values(buffering: .newest(2))
    for payload in 1...5 { event!.trigger(payload) }
    event = nil
    #expect(await collect(oldest) == [1, 2])
    #expect(await collect(newest) == [4, 5])
  }

  @Test("end when the source goes, after what waits")
  func endsWithTheSource() async {
    var source: OpenBehavior<Int>? = OpenBehavior(7)
    let values = source!.values
    source = nil
    #expect(await collect(values) == [7])
    var event: Event<Int>? = Event<Int>()
    let payloads = event!.values
    event!.trigger(1)
    event!.trigger(2)
    event = nil
    #expect(await collect(payloads) == [1, 2])
    #expect(await collect(payloads) == [], "an iteration after the end ends at once")
  }

  @Test("multicast: each taking and each iteration sees everything")
  func multicast() async {
    let event = Event<Int>()
    let shared = event.values
    let other = event.values
    var first = shared.makeAsyncIterator()
    var second = shared.makeAsyncIterator()
    var third = other.makeAsyncIterator()
    event.trigger(1)
    event.trigger(2)
    for expected in 1...2 {
      #expect(await first.next() == expected)
      #expect(await second.next() == expected)
      #expect(await third.next() == expected)
    }
  }

  @Test("a later iteration of a behavior's begins with the value of now")
  func laterIteration() async {
    let source = OpenBehavior(1)
    let values = source.values
    for await value in values {
      #expect(value == 1)
      break
    }
    source.value = 2
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 2)
  }

  @Test("end when the task is cancelled")
  func cancelled() async {
    let source = OpenBehavior(1)
    let values = source.values
    let (seen, sawFirst) = AsyncStream.makeStream(of: Void.self)
    let task = Task.detached {
      var count = 0
      for await _ in values {
        count += 1
        sawFirst.yield()
      }
      return count
    }
    for await _ in seen { break }
    task.cancel()
    #expect(await task.value == 1)
    source.value = 2
  }

  @Test("a task that is cancelled before it begins gets nothing of what waits")
  func cancelledBefore() async {
    let source = OpenBehavior(1)
    let event = Event<Int>()
    let values = source.values
    let payloads = event.values
    for payload in 1...1_000 { event.trigger(payload) }
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      var seen: [Int] = []
      for await value in values { seen.append(value) }
      for await payload in payloads { seen.append(payload) }
      return seen
    }
    task.cancel()
    #expect(await task.value == [])
  }

  @Test("a loop whose task is cancelled in it ends there, whatever waits")
  func cancelledWithin() async {
    let event = Event<Int>()
    let payloads = event.values
    for payload in 1...1_000 { event.trigger(payload) }
    let task = Task.detached {
      var seen: [Int] = []
      for await payload in payloads {
        seen.append(payload)
        if payload == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      var rest = payloads.makeAsyncIterator()
      let next = await rest.next()
      return seen + [next ?? 0]
    }
    #expect(await task.value == [1, 2, 3, 0])
    var other = payloads.makeAsyncIterator()
    event.trigger(1_001)
    #expect(await other.next() == 1_001, "other iterations go on")
  }

  @Test("cross to another actor")
  func crossesActors() async {
    actor Sum {
      var total = 0
      func add(_ values: Values<Int>) async -> Int {
        for await value in values { total += value }
        return total
      }
    }
    var event: Event<Int>? = Event<Int>()
    let values = event!.values
    let sum = Sum()
    async let total = sum.add(values)
    for payload in 1...100 { event!.trigger(payload) }
    event = nil
    #expect(await total == 5050)
  }

  @Test("many tasks at once, each sees everything")
  func manyTasks() async {
    var event: Event<Int>? = Event<Int>()
    let values = (0..<50).map { _ in event!.values }
    let totals = Task.detached {
      await withTaskGroup(of: Int.self) { group in
        for values in values {
          group.addTask {
            var sum = 0
            for await value in values { sum += value }
            return sum
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    for payload in 1...1000 { event!.trigger(payload) }
    event = nil
    #expect(await totals.value == [Int](repeating: 500_500, count: 50))
  }

  @Test("a sequence that is dropped leaves nothing at a source that never fires")
  func droppedSequences() {
    let event = Event<Int>()
    for _ in 0..<100_000 { _ = event.values }
    #expect(event.observers.count < 1000)
  }

  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  private actor Closing {
    private let source = OpenBehavior(0)
    private let held = Locked<Values<Int>?>(nil)
    private let isClosing: Locked<Bool>

    init(_ isClosing: Locked<Bool>) { self.isClosing = isClosing }

    /// A derived behavior is kept by the sequence alone, and calls `body` at its end. Returns this actor's home.
    func begin(_ body: @escaping @Sendable () -> Void) -> Home {
      let ending = CallsAtEnd(body)
      let derived = ComputedBehavior { [source] in
        _ = ending
        return source.value
      }
      let values = derived.values
      held.withLock { $0 = values }
      return .current
    }

    isolated deinit {
      isClosing.withLock { $0 = true }
      let isDropped = DispatchSemaphore(value: 0)
      DispatchQueue(label: "another").async { [held] in
        let last = held.withLock { $0.take() }
        _ = consume last
        isDropped.signal()
      }
      isDropped.wait()
      source.value = 1
      isClosing.withLock { $0 = false }
    }
  }

  private final class CallsAtEnd {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
  }

  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  @Test("law 13: one that is dropped elsewhere while its actor is in its deinit releases nothing there")
  func droppedInDeinit() async {
    let isClosing = Locked(false)
    let ends = Locked<[(home: Home, isClosing: Bool)]>([])
    var closing: Closing? = Closing(isClosing)
    let home = await closing?.begin { ends.withLock { $0.append((.current, isClosing.withLock { $0 })) } }
    closing = nil
    while ends.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(ends.withLock { $0 }.allSatisfy { $0.home == home || !$0.isClosing })
  }

  @Test("do not keep the source alive")
  func sourceIsNotKept() {
    weak var weakSource: OpenBehavior<Int>?
    let values: Values<Int>
    do {
      let source = OpenBehavior(1)
      weakSource = source
      values = source.values
    }
    #expect(weakSource == nil)
    _ = values
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a buffer of less than one is refused with a message")
  func refusesEmptyBuffers() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Event<Int>(name: "downloads").values(buffering: .newest(0))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        "values(buffering:) of downloads: cannot keep 0 payloads. Keep at least 1, or use .unbounded."))
  }
  #endif

  private func collect<Element>(_ values: Values<Element>) async -> [Element] {
    var all: [Element] = []
    for await value in values { all.append(value) }
    return all
  }
}
