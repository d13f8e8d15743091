/// A clock on which each sleep throws an error after it has begun.
package struct FailingClock: Clock {
  package struct Failure: Error {}
  private let base = ContinuousClock()

  package init() {}
  package var now: ContinuousClock.Instant { base.now }
  package var minimumResolution: Duration { .zero }
  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await Task.yield()
    throw Failure()
  }
}
