public import ExampleTerminal

/// A simulated service with latency, failures and a rate limit.
///
/// Deterministic: with equal terms, the same questions at the same times have the same results and failures.
public actor PlaceService {
  /// The latency, failure rate and rate limit.
  public struct Terms: Sendable {
    /// The time of an answer, in milliseconds.
    public var latency = 20...400
    /// Every question with a multiple of this number fails.
    public var failureInterval = 5
    /// The number of questions per window; more are refused.
    public var limit = 4
    public var window = Duration.seconds(2)
    public var seed: UInt64 = 2026

    public init() {}
  }

  private let places: [(place: Place, key: String)]
  private let clock: any Clock<Duration>
  private let terms: Terms
  private let elapsed: () -> Duration
  private var random: UInt64
  private var questionCount = 0
  /// The times of the last questions, as many as a window allows.
  private var times: [Duration] = []

  init(_ places: [Place], clock: any Clock<Duration>, terms: Terms = Terms()) {
    self.places = places.map { ($0, $0.name.lowercased()) }
    self.clock = clock
    self.terms = terms
    elapsed = clock.stopwatch()
    random = terms.seed
  }

  /// A service for the places in a file, one per line.
  public init(reading path: String, clock: any Clock<Duration>, terms: Terms = Terms()) throws(InputError) {
    self.init(try Place.all(in: path), clock: clock, terms: terms)
  }

  /// The places with all words of `question` in their names.
  public func find(_ question: String) async throws(ServiceFailure) -> Found {
    try count()
    questionCount += 1
    let fails = questionCount.isMultiple(of: terms.failureInterval)
    // The answer to a meanwhile cancelled task is dropped.
    try? await clock.sleep(for: .milliseconds(nextLatency()))
    if fails || Task.isCancelled { throw .offline }

    let words = question.lowercased().split(separator: " ")
    let found = places.filter { entry in words.allSatisfy { entry.key.contains($0) } }
    return Found(question: question, places: found.prefix(15).map(\.place), count: found.count)
  }

  private func count() throws(ServiceFailure) {
    let now = elapsed()
    times.removeAll { $0 + terms.window <= now }
    if times.count == terms.limit { throw .tooManyQuestions(retryAfter: times[0] + terms.window - now) }
    times.append(now)
  }

  private func nextLatency() -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return terms.latency.lowerBound + Int(random >> 33) % terms.latency.count
  }
}

extension Clock<Duration> {
  /// Measures time from now on. (Instants of an `any Clock` cannot be compared.)
  fileprivate func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
