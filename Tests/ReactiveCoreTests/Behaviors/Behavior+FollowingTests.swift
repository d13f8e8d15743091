import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Behavior(following:)")
struct BehaviorFollowingTests {
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

  @Test("a sequence that throws at once: the error follows the initial value")
  func throwsAtOnce() async {
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Broken()) }
    let number = Behavior(following: failing, initial: .success(0))
    var log: [Int?] = []
    let subscription = number.observe { log.append(try? $0.get()) }
    while log.count < 2 { await Task.yield() }
    #expect(log == [0, nil])
    #expect(throws: Broken.self) { try number.peek().get() }
    subscription.cancel()
  }

  @Test("a sequence that throws at once, while observed: each time anew")
  func throwsAtOnceWhileObserved() async {
    let failing = FailingSequence()
    let number = Behavior(following: failing, initial: .success(0), whileObserved: true)
    for turn in 1...2 {
      #expect(failing.iterationCount == turn - 1)
      var log: [Int?] = []
      let subscription = number.observe { log.append(try? $0.get()) }
      while log.count < 2 { await Task.yield() }
      #expect(log == [turn == 1 ? 0 : nil, nil] && failing.iterationCount == turn)
      #expect(throws: Broken.self) { try number.peek().get() }
      subscription.cancel()
    }
  }

  @Test(
    "a sequence that never yields leaves the initial value, and is cancelled all the same", arguments: [true, false])
  func neverYields(whileObserved: Bool) async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let termination = Termination(of: source)
    var number: Behavior<Int>? = Behavior(following: numbers, initial: 7, whileObserved: whileObserved)
    var log: [Int] = []
    let subscription = number?.observe { log.append($0) }
    for _ in 0..<100 { await Task.yield() }
    #expect(log == [7] && number?.peek() == 7)
    subscription?.cancel()
    if !whileObserved { number = nil }
    await termination.wait()
    withExtendedLifetime(number) {}
  }

  @Test("the task is cancelled with the behavior, which it does not keep")
  func ends() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let termination = Termination(of: source)
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
    await termination.wait()
  }

  @Test("while observed, each time with a new iterator")
  func whileObserved() async {
    let counting = CountingSequence()
    let number = Behavior(following: counting, initial: 0, whileObserved: true)
    for turn in 1...2 {
      #expect(counting.iterationCount == turn - 1)
      var log: [Int] = []
      let subscription = number.observe { log.append($0) }
      while log.count < 4 { await Task.yield() }
      #expect(log[1...3] == [1, 2, 3] && counting.iterationCount == turn)
      subscription.cancel()
    }
  }
}
