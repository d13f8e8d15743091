import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream(following:)")
struct EventStreamFollowingTests {
  private struct Broken: Error {}

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
