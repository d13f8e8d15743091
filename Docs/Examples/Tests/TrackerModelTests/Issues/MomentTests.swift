import Foundation
import Testing

@testable import TrackerModel

@Suite struct MomentTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-03-01T12:00:00Z", 1_772_366_400), ("2000-02-29T23:59:59Z", 951_868_799),
    ("1969-12-31T23:59:59Z", -1), ("1600-01-01T00:00:00Z", -11_676_096_000), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func aTextIsAMomentAndBack(text: String, seconds: Int) {
    #expect(Moment(text)?.seconds == seconds)
    #expect(Moment(seconds: seconds).description == text)
  }

  @Test(arguments: [
    "", "2026-03-01", "2026-03-01T12:00:00", "2026-02-30T12:00:00Z", "2100-02-29T00:00:00Z", "2026-13-01T12:00:00Z",
    "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z", "2026-3-01T12:00:00ZZ", "2026-03-01 12:00:00Z",
    "+026-03-01T12:00:00Z", "2026-03-01T12:00:0Z0", "２０26-03-01T12:00Z",
  ])
  func whatIsNoMomentIsRefused(text: String) {
    #expect(Moment(text) == nil)
  }

  @Test func everyDayOfFourCenturiesIsTheOneThatFoundationSays() {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: -73_000, to: 73_000, by: 37) {
      let seconds = day * 86_400 + 12_345
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(Moment(seconds: seconds).description == expected)
    }
  }

  @Test(arguments: [
    (-5, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"), (86_400, "1 d"),
    (364 * 86_400, "364 d"), (800 * 86_400, "2 y"),
  ])
  func anAgeHasOneUnit(seconds: Int, text: String) {
    #expect(noon.age(at: Moment(seconds: noon.seconds + seconds)) == text)
  }
}
