import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream(following:)")
struct EventStreamFollowingTests {
  private struct Broken: Error {}

  /// Throws at once in each iteration, and counts its iterations.
  private struct FailingSequence: AsyncSequence, Sendable {
    private let iterations = Locked(0)
    var iterationCount: Int { iterations.withLock { $0 } }

    func makeAsyncIterator() -> AsyncThrowingStream<Int, any Error>.Iterator {
      iterations.withLock { $0 += 1 }
      return AsyncThrowingStream { $0.finish(throwing: Broken()) }.makeAsyncIterator()
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
    #expect(await payloads.next() == nil && stream.isFinished)
  }

  @Test("a sequence that throws at once: the error is the only payload")
  func throwsAtOnce() async {
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Broken()) }
    let stream = EventStream(following: failing)
    var payloads = stream.values.makeAsyncIterator()
    let only = await payloads.next()
    #expect(throws: Broken.self) { try only?.get() }
    #expect(await payloads.next() == nil && stream.isFinished)
  }

  @Test("a sequence that throws at once, while observed, begins with the first observer; then the stream has ended")
  func throwsAtOnceWhileObserved() async {
    let failing = FailingSequence()
    let stream = EventStream(following: failing, whileObserved: true)
    #expect(failing.iterationCount == 0 && !stream.isFinished)
    var payloads = stream.values.makeAsyncIterator()
    let only = await payloads.next()
    #expect(throws: Broken.self) { try only?.get() }
    #expect(await payloads.next() == nil && stream.isFinished)

    var ends = 0
    let late = stream.sink { _ in Issue.record("it has ended") }
    stream.onFinish { ends += 1 }
    #expect(late.isCancelled && ends == 1)
    for await _ in stream.values { Issue.record("it has ended") }
    #expect(failing.iterationCount == 1)
  }

  @Test("the task of a stream is cancelled with it, observed or not")
  func streamEnds() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let termination = Termination(of: source)
    weak var gone: EventStream<Int>?
    do {
      let stream = EventStream(following: numbers)
      gone = stream
      stream.sink { _ in }.cancel()
      withExtendedLifetime(stream) {}
    }
    #expect(gone == nil)
    await termination.wait()
  }

  @Test("while observed, each time with a new iterator")
  func whileObserved() async {
    let counting = CountingSequence()
    let stream = EventStream(following: counting, whileObserved: true)
    for turn in 1...2 {
      #expect(counting.iterationCount == turn - 1)
      var payloads = stream.values.makeAsyncIterator()
      #expect(await payloads.next() == 1)
      #expect(counting.iterationCount == turn)
    }
  }

  @Test("a subscription keeps a stream that is followed from the beginning, and so does a loop over its values")
  func isKept() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let (others, otherSource) = AsyncStream.makeStream(of: Int.self)
    let termination = Termination(of: source)
    do {
      var received: [Int] = []
      let subscription = EventStream(following: numbers).sink { received.append($0) }
      source.yield(1)
      while received.isEmpty && !subscription.isCancelled { await Task.yield() }
      #expect(received == [1])
      subscription.cancel()
    }
    await termination.wait()

    let values = EventStream(following: others).values
    otherSource.yield(1)
    otherSource.finish()
    var received: [Int] = []
    for await value in values { received.append(value) }
    #expect(received == [1])
  }
}
