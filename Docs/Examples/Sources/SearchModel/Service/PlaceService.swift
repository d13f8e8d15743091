public import ExampleTerminal

/// A simulated service: its answers take time, some of them fail, and it takes only so many questions at a time.
///
/// With the same terms, the same questions at the same times have the same answers, good and bad.
public actor PlaceService {
  /// How fast it answers, how often it fails, and how many questions it takes.
  public struct Terms: Sendable {
    /// How long an answer takes, in milliseconds.
    public var latency = 20...400
    /// Of so many questions, the last one fails.
    public var failureInterval = 5
    /// It takes so many questions in a window of time, and refuses what goes beyond.
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
  /// When the last questions came, up to as many as are allowed in a window.
  private var times: [Duration] = []

  init(_ places: [Place], clock: any Clock<Duration>, terms: Terms = Terms()) {
    self.places = places.map { ($0, $0.name.lowercased()) }
    self.clock = clock
    self.terms = terms
    elapsed = clock.stopwatch()
    random = terms.seed
  }

  /// A service for the places in a file, one on each line.
  public init(reading path: String, clock: any Clock<Duration>, terms: Terms = Terms()) throws(InputError) {
    self.init(try Place.all(in: path), clock: clock, terms: terms)
  }

  /// The places with all words of `question` in their names.
  public func find(_ question: String) async throws(ServiceFailure) -> Found {
    try count()
    questionCount += 1
    let fails = questionCount.isMultiple(of: terms.failureInterval)
    // The answer to a task that is cancelled in the meantime is dropped.
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
  /// How much time goes by from now on. (An `any Clock` has instants that cannot be compared.)
  fileprivate func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
