import ReactiveDerived
import Testing

@Suite("Law 10 of properties: cycles")
struct CyclesTests {
  #if os(macOS) || os(Linux) || os(Windows)
  @Test("one that needs its own value stops with a message")
  func cycle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let connectable = ConnectableProperty(unconnectedValue: 1, name: "loop")
      let next = DerivedProperty(connectable, name: "next") { $0 + 1 }
      connectable.connect(next)
      _ = next.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("dependency cycle: next reads loop reads next"))
  }
  #endif
}
