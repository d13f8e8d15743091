import ReactiveTracking
import Testing

@Suite("Names in messages")
struct NamesTests {
  @Test("a scope, also one that an effect is given, is called by its name, or by the line that made it")
  func scopes() {
    #expect(EffectScope(name: "window").label == "window")
    #expect("\(EffectScope(name: "window"))" == "window")
    #expect(EffectScope().label == "\(#fileID):\(#line)")
    var inner: [String] = []
    let effect = Effect { scope in inner.append(scope.label) }
    let line = #line - 1
    #expect(inner == ["\(#fileID):\(line)"])
    #expect(effect.label == inner[0])
    #expect("\(effect)" == inner[0])
  }

  @Test("a run's cause is equal to another of the same dependency")
  func causes() {
    let one = atom(1, name: "same")
    let other = atom(1, name: "same")
    let effect = Effect { _ = one.value + other.value }
    #expect(effect.cause == .creation)
    #expect(effect.cause != .never)
    one.value = 2
    #expect(effect.cause == .changed(one))
    #expect(effect.cause != .changed(other))
    effect.run()
    #expect(effect.cause == .request)
    #expect(effect.cause != .unknown)
  }

  private final class Screen {
    @Atom var count = 0
    @Derived(name: "title", { (me: Screen) in "Count: \(me.count)" }) var title: String
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a derivation in a class says its name when its object is gone")
  func ownerIsGone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let title = Screen().$title
      _ = title.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("title is a @Derived of an object that is gone, and was never read while that lived"))
    #expect(message.contains("Read it once while its object lives, or keep the object."))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a cleanup of nothing stops, and says where it belongs")
  func cleanupOfNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      untracked { onCleanup {} }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Law14BadInputTests.swift:"))
    #expect(message.contains("onCleanup(_:) was called outside of a run"))
    #expect(message.contains("or in EffectScope.run(_:)."))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("effects that never settle are named, also those that wait for flush()")
  func endlessFlush() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let runtime = Runtime(scheduler: .manual)
      withIsolatedRuntime(using: runtime) {
        let ping = atom(0)
        let pong = atom(0)
        let one = Effect(name: "one") { pong.value = ping.value + 1 }
        let other = Effect(name: "other") { ping.value = pong.value + 1 }
        ping.value = 5
        runtime.flush()
        withExtendedLifetime((one, other)) {}
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("rounds of flush() without settling: o"))
    #expect(message.contains("one") && message.contains("other"))
    #expect(message.contains("Let one of them stop when nothing is left to change."))
  }
  #endif
}
