// Tests: Behavior, LastValue

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A behavior whose dependencies are declared")
struct BehaviorDeclaredTests {
  /// Depends on its two arguments and on nothing that `body` reads.
  private func sum(
    of one: Behavior<Int>, _ other: Behavior<Int>, _ body: @escaping (Int, Int) -> Int
  ) -> Behavior<Int> {
    Behavior(
      computedBy: Equality(.equal()) { request in
        Behavior<Int>.serve(request, { $0 == $1 }) { evaluation in
          let values = (one.read(in: evaluation), other.read(in: evaluation))
          return withoutTracking { body(values.0, values.1) }
        }
      }, name: "sum", file: #fileID, line: #line)
  }

  @Test("it reads what it declares, and follows that alone")
  func reading() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(10)
    let beside = OpenBehavior(100)
    var runs = 0
    let total = sum(of: a, b) { one, other in
      runs += 1
      return one + other + beside.value
    }
    #expect(runs == 0)
    #expect(total.value == 111)
    beside.value = 200
    #expect(total.value == 111)
    a.value = 2
    #expect(total.value == 212)
    #expect(runs == 2)
    #expect(total.dependencies.map(ObjectIdentifier.init) == [a, b].map(ObjectIdentifier.init))
  }

  @Test("what is outdated is brought up to date by the read")
  func readsWhatIsOutdated() {
    let a = OpenBehavior(1)
    let doubled = ComputedBehavior { a.value * 2 }
    let total = sum(of: doubled, a, +)
    #expect(total.value == 3)
    a.value = 2
    #expect(total.value == 6)
  }

  @Test("ended, it keeps its last value, follows nothing, and releases its function")
  func end() {
    let live = LiveCount()
    let a = OpenBehavior(1)
    let total = { [object = live.make()] in
      sum(of: a, a) { one, other in
        object.touch()
        return one + other
      }
    }()
    total.sink { _ in Issue.record("it has ended") }
    total.end()
    total.end()
    #expect(total.isEnded)
    #expect(live.alive == 0)
    #expect(!a.hasDependents)
    a.value = 5
    #expect(total.value == 2)
  }
}
