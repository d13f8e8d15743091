import ReactiveDerived
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Law 14 of streams and properties: bad input")
struct BadInputTests {
  @Test("a negative number for dropFirst stops with a message")
  func drops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Event<Int>(name: "tapped").dropFirst(-1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("dropFirst(-1) of tapped: a number of payloads cannot be negative. Give 0 or more."))
  }

  @Test("a negative number for prefix stops with a message")
  func prefixes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Event<Int>(name: "tapped").prefix(-1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("prefix(-1) of tapped: a number of payloads cannot be negative. Give 0 or more."))
  }
}
#endif
