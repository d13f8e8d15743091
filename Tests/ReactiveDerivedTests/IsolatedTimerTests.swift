import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Coming back to an actor when a time is over")
struct IsolatedTimerTests {
  private actor Owner {
    private var calls: [String] = []
    private var waiting: CheckedContinuation<Void, Never>?
    private var timers: [String: Subscription] = [:]

    func wait(_ duration: Duration, on clock: TestClock, _ name: String) {
      timers[name] = call(after: duration, on: clock, in: self) { [weak self] in self?.assumeIsolated { $0.note(name) }
      }
    }
    func cancel(_ name: String) { timers[name]?.cancel() }
    private func note(_ name: String) {
      calls.append(name)
      waiting?.resume()
      waiting = nil
    }
    func next() async -> [String] {
      if calls.isEmpty { await withCheckedContinuation { waiting = $0 } }
      return calls
    }
  }

  @Test("the function is called on the actor, once; a timer that is cancelled calls nothing")
  func timer() async {
    guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) else { return }
    let clock = TestClock()
    let owner = Owner()
    await owner.wait(.seconds(1), on: clock, "cancelled")
    await owner.wait(.seconds(2), on: clock, "called")
    while clock.sleeperCount < 2 { await Task.yield() }
    await owner.cancel("cancelled")
    while clock.sleeperCount > 1 { await Task.yield() }
    clock.advance(by: .seconds(2))
    #expect(await owner.next() == ["called"])
  }
}
