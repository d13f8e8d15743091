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
}
