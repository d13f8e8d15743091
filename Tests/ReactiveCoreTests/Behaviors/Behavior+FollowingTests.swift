import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Behavior(following:)")
struct BehaviorFollowingTests {
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
    #expect(counting.iterationCount == 0)
    for turn in 1...2 {
      for await value in number.values where value >= 3 { break }
      #expect(counting.iterationCount == turn)
    }
  }
}
