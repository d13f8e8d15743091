import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

/// The laws that the properties' own tests do not hold, for one of each kind.
@Suite("Laws of properties")
struct PropertyLawTests {
  /// One of each kind, each of which has the value of `source`.
  private func followers(of source: OpenBehavior<Int>) -> [Behavior<Int>] {
    let connectable = ConnectableProperty(unconnectedValue: 0)
    connectable.connect(source)
    return [
      source,
      DerivedProperty(source) { $0 },
      DerivedProperty(source, source) { a, b in (a + b) / 2 },
      DerivedProperty(dependencies: [source]) { source.value },
      PassThroughProperty(parentProperty: source),
      TentativeProperty(parentProperty: source),
      connectable,
      MultilevelProperty(parentProperty: StoredProperty(source)) { $0 },
    ]
  }

  @Test("store first, then tell: whoever is told reads the new value everywhere")
  func storeFirst() {
    let source = StoredProperty(0)
    let all = followers(of: source)
    var sightings = 0
    for follower in all {
      follower.sink { value in
        sightings += 1
        for other in all { #expect(other.value == value) }
      }
    }
    source.value = 1
    source.value = 2
    #expect(sightings == 2 * all.count)
  }

  @Test("observers run in the order in which they subscribed, and updates in that in which they were given")
  func order() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      var told: [Int] = []
      var subscriptions: [Subscription] = []
      for number in 0..<20 { subscriptions.append(follower.sink { _ in told.append(number) }) }
      subscriptions[7].cancel()
      source.value += 1
      #expect(told == (0..<20).filter { $0 != 7 })
      for subscription in subscriptions { subscription.cancel() }
    }
  }

  @Test("run to completion: a write in a delivery is told after it, to everybody, and nothing older comes after newer")
  func runToCompletion() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      source.value = 0
      var told: [String] = []
      let first = follower.sink { value in
        told.append("a\(value)")
        if value == 1 { source.value = 2 }
      }
      let second = follower.sink { told.append("b\($0)") }
      source.value = 1
      #expect(told == ["a1", "b1", "a2", "b2"])
      first.cancel()
      second.cancel()
    }
  }

  @Test("membership: added in a delivery is not part of it, cancelled in one is not called again")
  func membership() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      source.value = 0
      var told: [String] = []
      var late: Subscription?
      var doomed: Subscription?
      let first = follower.sink { value in
        told.append("first \(value)")
        doomed?.cancel()
        if late == nil { late = follower.sink { told.append("late \($0)") } }
      }
      doomed = follower.sink { told.append("doomed \($0)") }
      source.value = 1
      source.value = 2
      #expect(told == ["first 1", "first 2", "late 2"])
      first.cancel()
      late?.cancel()
    }
  }

  @Test("properties, tracked derivations, effects and events mix without a mixed state")
  func mixed() {
    let source = StoredProperty(1)
    let atom = AtomObject(10)
    let property = DerivedProperty(source, atom) { $0 + $1 }
    let tracked = Derivation { property.value * source.value }
    let both = DerivedProperty(property, tracked, source) { [$0, $1, $2] }
    var seen: [[Int]] = []
    let effect = Effect { seen.append(both.value) }
    var told: [[Int]] = []
    both.sink { told.append($0) }
    source.value = 2
    batch {
      atom.value = 20
      source.value = 3
    }
    #expect(seen == [[11, 11, 1], [12, 24, 2], [23, 69, 3]])
    #expect(told == Array(seen.dropFirst()))
    effect.cancel()
  }

  @Test("graphs on different threads do not touch each other")
  func threads() {
    let results = onThreads(4) { thread in
      let source = StoredProperty(thread)
      var row: [Behavior<Int>] = [source, source]
      for _ in 0..<20 {
        let above = row
        row = [
          DerivedProperty(above[0], above[1]) { a, b in (a &+ b) % 1_000 },
          DerivedProperty(above[1], above[0]) { a, b in (a &* 3 &+ b) % 1_000 },
        ]
      }
      let updater = Updater()
      var seen: [Int] = []
      updater.keepUpToDate(dependencies: [row[0]]) { seen.append(row[0].value) }
      for turn in 1...200 { source.value = thread + turn * 8 }
      return seen
    }
    for (thread, result) in results.enumerated() {
      #expect(result == expected(thread))
    }
  }

  /// What ``threads()`` sees, computed without a graph.
  private func expected(_ thread: Int) -> [Int] {
    func bottom(_ value: Int) -> Int {
      var pair = (value, value)
      for _ in 0..<20 { pair = ((pair.0 &+ pair.1) % 1_000, (pair.1 &* 3 &+ pair.0) % 1_000) }
      return pair.0
    }
    var seen = [bottom(thread)]
    for turn in 1...200 {
      let next = bottom(thread + turn * 8)
      if next != seen.last { seen.append(next) }
    }
    return seen
  }
}
