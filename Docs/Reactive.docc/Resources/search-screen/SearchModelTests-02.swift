import ReactiveTracking
import Testing

@testable import SearchScreen

@MainActor
@Suite struct SearchModelTests {
  private let clock = ManualClock()
  private let service = StubService()
  private let model: SearchModel
  private let screen: Screen
  private let log = Log()

  /// What the screen has drawn.
  private final class Log {
    var texts: [String] = []
  }

  init() {
    model = SearchModel(service: service, clock: clock)
    screen = Screen(model) { [log] text in log.texts.append(text) }
  }

  @Test func asksAfterAPause() async throws {
    model.query = "W"
    clock.advance(by: .milliseconds(299))
    model.query = "Wi"
    clock.advance(by: .milliseconds(300))
    #expect(try await model.places.settled() == ["Wick", "Wigan"])
    #expect(await service.questions == ["Wi"])
  }

  @Test func keepsResultsWhileSearching() async throws {
    model.query = "Y"
    clock.advance(by: .milliseconds(300))
    _ = try await model.places.settled()
    model.query = "We"
    clock.advance(by: .milliseconds(300))
    _ = try await model.places.settled()
    #expect(
      log.texts == ["Type a name", "Searching …", "Found: 1\nYork", "Searching …\nYork", "Found: 1\nWells"])
  }

  @Test func dropsAnswersToEarlierQuestions() async throws {
    model.query = "Y"
    clock.advance(by: .milliseconds(300))  // "Y" is asked
    model.query = "We"
    clock.advance(by: .milliseconds(300))
    _ = try await model.places.settled()
    #expect(log.texts == ["Type a name", "Searching …", "Found: 1\nWells"])
  }
}
