import ReactiveBindings
import Testing

@Suite("What a KVO property makes of values")
struct KVOConversionTests {
  @Test("nil is nil, both ways")
  func optionals() {
    let parent = OpenBehavior<Int?>(nil)
    let probe = KVOProbe(sharing: parent)
    #expect(probe.value == nil)
    parent.value = 3
    #expect(probe.value == .number(3))
    probe.write(nil)
    #expect(parent.value == nil)
    probe.write(4)
    #expect(parent.value == 4)
    #expect(probe.news() == ["nil -> 3", "3 -> nil", "nil -> 4"])
    probe.write("four")
    #expect(parent.value == 4)
    #expect(probe.messages.count == 1)
  }

  @Test("nil inside of nested optionals, and of what was written, is nil")
  func nested() {
    let parent = OpenBehavior<Int??>(.some(nil))
    let probe = KVOProbe(sharing: parent)
    #expect(probe.value == nil)
    probe.write(3)
    #expect(parent.value == 3)
    let written: Any = Int?.none as Any
    probe.write(written)
    #expect(probe.value == nil)
    let plain = OpenBehavior(3)
    let other = KVOProbe(sharing: plain)
    other.write(written)
    #expect(plain.value == 3)
    #expect(other.messages.count == 1)
    other.write(Int?.some(4) as Any)
    #expect(plain.value == 4)
  }

  @Test("an optional is found where the type is generic")
  func generic() {
    func share<Value>(_ parent: OpenBehavior<Value>) -> KVOProbe { KVOProbe(sharing: parent) }
    let parent = OpenBehavior<String?>("Ada")
    let probe = share(parent)
    probe.write(nil)
    #expect(parent.value == nil)
  }

  @Test("a parent of any type takes what can be shown, and neither nil nor what cannot")
  func anything() {
    let parent = OpenBehavior<Any>(3)
    let probe = KVOProbe(sharing: parent)
    probe.write("three")
    #expect(parent.value as? String == "three")
    probe.write(NotShown())
    probe.write(nil)
    #expect(parent.value as? String == "three")
    #expect(probe.messages.count == 2)
    #expect(probe.news() == ["3 -> three", "three -> three", "three -> three"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a type that cannot be shown stops when the property is made")
  func stopsAtCreation() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KVOProbe(following: OpenBehavior(NotShown(), name: "thing"))
    }
    try check(result)
  }

  @Test("a type that cannot be shown stops a property that is written too")
  func stopsAtCreationOfShared() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KVOProbe(sharing: OpenBehavior(NotShown(), name: "thing"))
    }
    try check(result)
  }

  @Test("a value that cannot be shown stops where it comes, after nil or a value that can")
  func stopsLater() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let parent = OpenBehavior<NotShown?>(nil, name: "thing")
      let probe = KVOProbe(following: parent)
      parent.value = NotShown()
      withExtendedLifetime(probe) {}
    }
    try check(result)
  }

  private func check(_ result: ExitTest.Result?, location: Testing.SourceLocation = #_sourceLocation) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "Cannot make property KVO-compliant. Type NotShown cannot be converted to NSObject"
    #expect(text.contains("swift-reactive: thing: \(message)"), "\(text)", sourceLocation: location)
  }
  #endif
}

private struct NotShown {}
