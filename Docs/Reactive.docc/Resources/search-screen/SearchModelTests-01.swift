import ReactiveTracking
import Testing

@testable import SearchScreen

@MainActor
@Suite struct SearchModelTests {
  private let clock = ManualClock()
  private let service = StubService()
  private let model: SearchModel

  init() {
    model = SearchModel(service: service, clock: clock)
  }

  @Test func asksAfterAPause() async throws {
    model.query = "W"
    clock.advance(by: .milliseconds(299))
    model.query = "Wi"
    clock.advance(by: .milliseconds(300))
    #expect(try await model.places.settled() == ["Wick", "Wigan"])
    #expect(await service.questions == ["Wi"])
  }
}
