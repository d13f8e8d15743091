import ReactiveTracking
import Testing

@Suite("Tracked graphs: membership")
struct TrackedMembershipTests {
  @Test("added during a delivery, it is not part of it; cancelled in one, it is not called again")
  func observers() {
    let number = atom(0)
    let doubled = derive { number.value * 2 }
    var log: [String] = []
    var doomed: Subscription?
    doubled.sink { value in
      doomed?.cancel()
      if value == 2 { doubled.observe { log.append("late \($0)") } }
    }
    doomed = doubled.sink { log.append("doomed \($0)") }
    number.value = 1
    number.value = 2
    #expect(log == ["late 2", "late 4"])
  }

  @Test("a derivation that outdates itself when it is observed: one call with each value", arguments: [false, true])
  func settlingWhileObserved(isInBatch: Bool) {
    struct Bounded: Equatable { var number: Int }
    let number = atom(0)
    var runs = 0
    let bounded = derive { () -> Bounded in
      runs += 1
      let present = number.value
      if present > 3 {
        number.value = 3
        return Bounded(number: -1)
      }
      return Bounded(number: present)
    }
    var log: [String] = []
    func add(_ name: String, _ add: () -> Subscription) {
      number.value = 8
      let token = if isInBatch { batch(add) } else { add() }
      log.append("\(name) added")
      number.value = 2
      token.cancel()
    }
    let owner = Token()
    add("observe") { bounded.observe { log.append("\($0.number)") } }
    add("observe with") { bounded.observe(with: owner) { log.append("\($1.number)") } }
    add("observe part") { bounded.observe(\.number) { log.append("\($0)") } }
    add("observe part with") { bounded.observe(\.number, with: owner) { log.append("\($1)") } }
    add("sink") { bounded.sink { log.append("\($0.number)") } }
    add("sink part") { bounded.sink(\.number) { log.append("\($0)") } }
    add("onChange") { bounded.onChange { log.append("\($0.number) to \($1.number)") } }
    #expect(
      log == [
        "3", "observe added", "2", "3", "observe with added", "2", "3", "observe part added", "2", "3",
        "observe part with added", "2", "3", "sink added", "2", "sink part added", "2", "onChange added", "3 to 2",
      ])
    withExtendedLifetime(owner) {}
  }
  private final class Token {}

  @Test("what the getter of a part reads when an observer is added in an effect is not the effect's dependency")
  func partReads() {
    let factor = atom(2)
    struct Price: Equatable {
      var cents: Int
      let factor: any BehaviorProtocol<Int>
      var total: Int { cents * factor.value }
      static func == (left: Price, right: Price) -> Bool { left.cents == right.cents }
    }
    let price = OpenBehavior(Price(cents: 5, factor: factor))
    let owner = Token()
    let ways: [() -> Subscription] = [
      { price.sink(\.total) { _ in } }, { price.observe(\.total) { _ in } },
      { price.sink(\.total, with: owner) { _, _ in } }, { price.observe(\.total, with: owner) { _, _ in } },
      { price.onChange { _, _ in } },
    ]
    for way in ways {
      var runs = 0
      let effect = Effect {
        runs += 1
        let token = way()
        onCleanup { token.cancel() }
      }
      factor.value += 1
      #expect(runs == 1)
      effect.cancel()
    }
    withExtendedLifetime(owner) {}
  }

  @Test("an effect that another ends, whose turn waits, does not run")
  func effects() {
    let number = atom(0)
    var runs = 0
    var second: Effect?
    let first = Effect { if number.value == 1 { second?.cancel() } }
    second = Effect {
      _ = number.value
      runs += 1
    }
    number.value = 1
    number.value = 2
    #expect(runs == 1)
    withExtendedLifetime(first) {}
  }
}
