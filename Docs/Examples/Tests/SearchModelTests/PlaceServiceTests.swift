import ReactiveTracking
import Testing

@testable import SearchModel

@Suite struct PlaceServiceTests {
  private let clock = ManualClock()
  private let places = [Place.wick, .wrenbury, .wrenford]

  /// The answer, and its latency in milliseconds.
  private func answer(
    of service: PlaceService, to question: String
  ) async -> (result: Result<Found, ServiceFailure>, latency: Int) {
    let task = Task { () async -> Result<Found, ServiceFailure> in
      do throws(ServiceFailure) { return .success(try await service.find(question)) } catch { return .failure(error) }
    }
    await clock.waitForSleepers()
    var latency = 0
    while clock.sleeperCount > 0 {
      clock.advance(by: .milliseconds(1))
      latency += 1
    }
    return (await task.value, latency)
  }

  @Test func allWordsHaveToBeInTheName() async throws {
    let service = PlaceService(places, clock: clock)
    #expect(try await answer(of: service, to: "ren W").result.get().places == [.wrenbury, .wrenford])
    #expect(try await answer(of: service, to: "ren for").result.get().places == [.wrenford])
    #expect(try await answer(of: service, to: "kestrel").result.get().count == 0)
  }

  @Test func theSameSeedHasTheSameLatencies() async throws {
    var latencies: [[Int]] = []
    for seed in [1, 1, 2] as [UInt64] {
      var terms = PlaceService.Terms()
      terms.seed = seed
      let service = PlaceService(places, clock: clock, terms: terms)
      latencies.append([await answer(of: service, to: "w").latency, await answer(of: service, to: "w").latency])
    }
    #expect(latencies[0] == latencies[1])
    #expect(latencies[0] != latencies[2])
    #expect(latencies.joined().allSatisfy { (20...400).contains($0) })
  }

  @Test func everySoManiethQuestionFails() async {
    var terms = PlaceService.Terms()
    terms.failureInterval = 3
    terms.limit = 10
    let service = PlaceService(places, clock: clock, terms: terms)
    var failures: [ServiceFailure?] = []
    for _ in 1...6 {
      if case .failure(let failure) = await answer(of: service, to: "w").result {
        failures.append(failure)
      } else {
        failures.append(nil)
      }
    }
    #expect(failures == [nil, nil, .offline, nil, nil, .offline])
  }

  @Test func whatGoesBeyondTheLimitIsRefusedUntilTheWindowHasMovedOn() async throws {
    var terms = PlaceService.Terms()
    terms.limit = 1
    terms.latency = 500...500
    let service = PlaceService(places, clock: clock, terms: terms)
    _ = await answer(of: service, to: "w")
    await #expect(throws: ServiceFailure.tooManyQuestions(retryAfter: .milliseconds(1500))) {
      try await service.find("w")
    }
    clock.advance(by: .milliseconds(1500))
    #expect(try await answer(of: service, to: "w").result.get().count == 3)
  }
}
