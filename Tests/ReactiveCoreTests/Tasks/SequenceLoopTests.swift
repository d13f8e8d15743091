import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("A loop over a sequence")
struct SequenceLoopTests {
  @Test("on an actor of its own, which ends with what follows")
  func ownActor() async {
    actor Meter {
      var level: Behavior<Int>?
      func begin(_ levels: AsyncStream<Int>) { level = Behavior(following: levels, initial: 0) }
      func values() -> Values<Int>? { level?.values }
    }
    let source: AsyncStream<Int>.Continuation
    let termination: Termination
    do {
      // Not retained by the test. If the element below arrives when the actor is deallocated but the loop is not yet
      // cancelled, the loop returns, and the sequence ends when it is released.
      let levels: AsyncStream<Int>
      (levels, source) = AsyncStream.makeStream(of: Int.self)
      termination = Termination(of: source)
      let meter = Meter()
      await meter.begin(levels)
      var values = await meter.values()?.makeAsyncIterator()
      #expect(await values?.next() == 0)
      source.yield(5)
      #expect(await values?.next() == 5)
      withExtendedLifetime(meter) {}
    }
    source.yield(6)
    await termination.wait()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("outside of any actor it stops, and says so")
  func noActor() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let numbers = AsyncStream<Int> { $0.finish() }
      _ = await Task.detached { Behavior(following: numbers, initial: 0, isolation: nil, name: "numbers").peek() }.value
    }
    try expectStop(result, says: ["numbers was made by Behavior(following:) outside of any actor"])
  }
  #endif
}
