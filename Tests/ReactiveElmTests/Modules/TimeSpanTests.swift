import ReactiveElm
import Testing

@Suite("Spans of time")
struct TimeSpanTests {
  @Test("they are added, subtracted and compared as durations are, and come back")
  func arithmetic() {
    let all: [Duration] = [
      .zero, .milliseconds(1), .milliseconds(999), .seconds(1), .milliseconds(1_001), .seconds(86_400 * 365),
      Duration(secondsComponent: 3, attosecondsComponent: 999_999_999_999_999_999),
      Duration(secondsComponent: 0, attosecondsComponent: 1),
    ]
    for a in all {
      #expect(TimeSpan(a).duration == a)
      for b in all {
        #expect((TimeSpan(a) + TimeSpan(b)).duration == a + b)
        #expect((TimeSpan(a) < TimeSpan(b)) == (a < b))
        #expect((TimeSpan(a) == TimeSpan(b)) == (a == b))
        if a >= b { #expect((TimeSpan(a) - TimeSpan(b)).duration == a - b) }
      }
    }
  }

  @Test("what is negative is no time, and more than a hundred years is a hundred years")
  func bounds() {
    #expect(TimeSpan(.seconds(-5)) == .none)
    #expect(TimeSpan(.nanoseconds(-1)) == .none)
    #expect(TimeSpan(Duration(secondsComponent: .max, attosecondsComponent: 0)) == .longest)
    #expect(TimeSpan(.seconds(3_155_760_000) + .nanoseconds(1)) == .longest)
  }

  @Test("they are written as durations are", arguments: [Duration.zero, .milliseconds(300), .seconds(2), .seconds(90)])
  func text(duration: Duration) { #expect("\(TimeSpan(duration))" == "\(duration)") }
}
