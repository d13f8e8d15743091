// Tests: SequenceLoop, Behavior+Following, EventStream+Following
import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("What follows a sequence")
struct FollowingTests {
  private struct Broken: Error {}

  @Test("a behavior takes each element, and keeps the last one at the end")
  func behavior() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let number = Behavior(following: numbers, initial: 0)
    #expect(number.peek() == 0)
    var values = number.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    for value in 1...3 {
      source.yield(value)
      #expect(await values.next() == value)
    }
    source.finish()
    #expect(number.peek() == 3)
  }

  @Test("an error is the last value of a result")
  func failure() async throws {
    let (numbers, source) = AsyncThrowingStream.makeStream(of: Int.self)
    let number = Behavior(following: numbers, initial: .success(0))
    var values = number.values.makeAsyncIterator()
    #expect(try await values.next()?.get() == 0)
    source.yield(1)
    #expect(try await values.next()?.get() == 1)
    source.finish(throwing: Broken())
    let last = await values.next()
    #expect(throws: Broken.self) { try last?.get() }
  }

  @Test("the task is cancelled with the behavior, which it does not keep")
  func ends() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let ended = AsyncStream.makeStream(of: Void.self)
    source.onTermination = { _ in ended.continuation.yield() }
    weak var gone: Behavior<Int>?
    do {
      let number = Behavior(following: numbers, initial: 0)
      gone = number
      var values = number.values.makeAsyncIterator()
      _ = await values.next()
      source.yield(1)
      #expect(await values.next() == 1)
    }
    #expect(gone == nil)
    var ends = ended.stream.makeAsyncIterator()
    await ends.next()
  }

  /// Counts from its first element on, in each iteration.
  private struct Counting: AsyncSequence, Sendable {
    let begun: Locked<Int>
    struct Iterator: AsyncIteratorProtocol {
      var last = 0
      mutating func next() async -> Int? {
        last += 1
        await Task.yield()
        return Task.isCancelled ? nil : last
      }
    }
    func makeAsyncIterator() -> Iterator {
      begun.withLock { $0 += 1 }
      return Iterator()
    }
  }

  @Test("while observed, each time with a new iterator")
  func whileObserved() async {
    let counting = Counting(begun: Locked(0))
    let number = Behavior(following: counting, initial: 0, whileObserved: true)
    let stream = EventStream(following: counting, whileObserved: true)
    #expect(counting.begun.withLock { $0 } == 0)
    for turn in 1...2 {
      for await value in number.values where value >= 3 { break }
      var payloads = stream.values.makeAsyncIterator()
      #expect(await payloads.next() == 1)
      #expect(counting.begun.withLock { $0 } == 2 * turn)
    }
  }

  @Test("a stream has each element in order, and the error last")
  func stream() async throws {
    let (numbers, source) = AsyncThrowingStream.makeStream(of: Int.self)
    let stream = EventStream(following: numbers)
    var payloads = stream.values.makeAsyncIterator()
    for value in 1...3 { source.yield(value) }
    source.finish(throwing: Broken())
    for value in 1...3 { #expect(try await payloads.next()?.get() == value) }
    let last = await payloads.next()
    #expect(throws: Broken.self) { try last?.get() }
  }

  @Test("the task of a stream is cancelled with it, observed or not")
  func streamEnds() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let ended = AsyncStream.makeStream(of: Void.self)
    source.onTermination = { _ in ended.continuation.yield() }
    weak var gone: EventStream<Int>?
    do {
      let stream = EventStream(following: numbers)
      gone = stream
      stream.sink { _ in }.cancel()
      withExtendedLifetime(stream) {}
    }
    #expect(gone == nil)
    var ends = ended.stream.makeAsyncIterator()
    await ends.next()
  }

  @Test("on an actor of its own, which ends with what follows")
  func ownActor() async {
    actor Meter {
      var level: Behavior<Int>?
      func begin(_ levels: AsyncStream<Int>) { level = Behavior(following: levels, initial: 0) }
      func values() -> Values<Int>? { level?.values }
    }
    let (levels, source) = AsyncStream.makeStream(of: Int.self)
    let ended = AsyncStream.makeStream(of: Void.self)
    source.onTermination = { _ in ended.continuation.yield() }
    do {
      let meter = Meter()
      await meter.begin(levels)
      var values = await meter.values()?.makeAsyncIterator()
      #expect(await values?.next() == 0)
      source.yield(5)
      #expect(await values?.next() == 5)
      withExtendedLifetime(meter) {}
    }
    source.yield(6)
    var ends = ended.stream.makeAsyncIterator()
    await ends.next()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("outside of any actor it stops, and says so")
  func noActor() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let numbers = AsyncStream<Int> { $0.finish() }
      _ = await Task.detached { Behavior(following: numbers, initial: 0, isolation: nil).peek() }.value
    }
    try expectStop(result, says: ["Behavior(following:) was made outside of any actor"])
  }
  #endif
}
