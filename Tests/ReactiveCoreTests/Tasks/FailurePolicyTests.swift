import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("FailurePolicy")
struct FailurePolicyTests {
  @Test("waits longer before each repetition, and not longer than a day")
  func delays() {
    #expect(FailurePolicy.show.delay(before: 1) == nil)
    let policy = FailurePolicy.retry(times: 3, after: .seconds(1), factor: 3)
    #expect((0...4).map { policy.delay(before: $0) } == [nil, .seconds(1), .seconds(3), .seconds(9), nil])
    let steady = FailurePolicy.retry(times: .max, after: .seconds(5), factor: 1)
    #expect(steady.delay(before: .max) == .seconds(5))
    let atOnce = FailurePolicy.retry(times: 3, after: .zero, factor: .infinity)
    #expect((1...3).map { atOnce.delay(before: $0) } == [.zero, .zero, .zero])
    let steep = FailurePolicy.retry(times: .max, after: .seconds(5), factor: .infinity)
    #expect(steep.delay(before: 2) == .seconds(86_400) && steep.delay(before: 1000) == .seconds(86_400))
    #expect(FailurePolicy.retry(times: 2, after: .seconds(Int64.max)).delay(before: 1) == .seconds(86_400))
  }

  @Test("bad input: less than no time and no repetition count as none, another factor stops")
  func badInput() async throws {
    #expect(FailurePolicy.retry(times: -1, after: .seconds(1)).delay(before: 1) == nil)
    let none = FailurePolicy.retry(times: .max, after: .seconds(-1))
    #expect(none.delay(before: 1) == .zero && none.delay(before: .max) == .zero)
    let shrinking = FailurePolicy.retry(times: .max, after: .seconds(1), factor: 0.99)
    #expect(shrinking.delay(before: .max) ?? .seconds(1) < .nanoseconds(1))
    #if os(macOS) || os(Linux) || os(Windows)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FailurePolicy.retry(times: 1, after: .zero, factor: .nan)
    }
    try expectStop(result, says: ["FailurePolicyTests.swift:", "the factor is nan"])
    #endif
  }
}
