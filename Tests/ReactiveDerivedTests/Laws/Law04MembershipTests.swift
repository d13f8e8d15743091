import ReactiveDerived
import Testing

@Suite("Law 4 of properties: membership")
struct MembershipTests {
  @Test("membership: added in a delivery is not part of it, cancelled in one is not called again")
  func membership() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      source.value = 0
      var notified: [String] = []
      var late: Subscription?
      var doomed: Subscription?
      let first = follower.sink { value in
        notified.append("first \(value)")
        doomed?.cancel()
        if late == nil { late = follower.sink { notified.append("late \($0)") } }
      }
      doomed = follower.sink { notified.append("doomed \($0)") }
      source.value = 1
      source.value = 2
      #expect(notified == ["first 1", "first 2", "late 2"])
      first.cancel()
      late?.cancel()
    }
  }

  @Test(
    "an observer of changes, added in a delivery or a batch, receives what is written afterwards, and nothing earlier",
    arguments: [false, true], [false, true])
  func changes(isObserved: Bool, isInBatch: Bool) {
    let number = OpenBehavior(0)
    let tens = number.map { $0 * 10 }
    let streams = [
      tens.changes, tens.changes.map { $0 }, tens.changes.filter { _ in true }.merge(Event<Int>()),
      number.changes.map { $0 * 10 }, Event<Int>().merge(number.changes.map { $0 * 10 }),
    ]
    var log: [String] = []
    var tokens = isObserved ? streams.map { $0.sink { _ in } } : []
    var held: [Behavior<Int>] = []
    let first = number.sink { value in
      if value != 5 { return }
      func add() {
        for (index, stream) in streams.enumerated() {
          tokens.append(stream.sink { log.append("\(index): \($0)") })
          held.append(stream.hold(-1))
        }
      }
      if isInBatch { batch(add) } else { add() }
    }
    number.value = 5
    #expect(log == [] && held.map(\.value) == streams.map { _ in -1 })
    number.value = 0
    let all = Set(streams.indices.map { "\($0): 0" })
    #expect(Set(log) == all && log.count == streams.count && held.map(\.value) == streams.map { _ in 0 })
    withExtendedLifetime((first, tokens)) {}
  }

  @Test("the same if it is written in that delivery or batch", arguments: [false, true], [false, true])
  func laterChanges(isObserved: Bool, isInBatch: Bool) {
    let number = OpenBehavior(0)
    let go = Event<Void>()
    let tens = number.map { $0 * 10 }
    let streams = [tens.changes, tens.changes.map { $0 }, tens.changes.filter { _ in true }.merge(Event<Int>())]
    var log: [String] = []
    var tokens = isObserved ? streams.map { $0.sink { _ in } } : []
    tokens.append(tens.sink { _ in })
    go.sink {
      func add() {
        number.value = 5
        for (index, stream) in streams.enumerated() { tokens.append(stream.sink { log.append("\(index): \($0)") }) }
        number.value = 6
      }
      if isInBatch { batch(add) } else { add() }
    }
    go.trigger()
    #expect(Set(log) == Set(streams.indices.map { "\($0): 60" }) && log.count == streams.count)
    withExtendedLifetime(tokens) {}
  }
}
