import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A graph of its own")
struct IndependentlyTests {
  @Test("law 13: what is read in it is no dependency of what runs around it")
  func reads() {
    let outside = OpenBehavior(0)
    let inside = OpenBehavior(0)
    var runs = 0
    let reaction = Reaction {
      runs += 1
      _ = outside.value
      independently { _ = inside.value }
    }
    reaction.start()
    inside.value = 1
    #expect(runs == 1)
    outside.value = 1
    #expect(runs == 2)
  }

  @Test("law 8: what is written in it is notified before it returns, not with the batch around it")
  func writes() {
    let source = OpenBehavior(0)
    var seen: [Int] = []
    source.sink { seen.append($0) }
    batch {
      independently {
        source.value = 1
        #expect(seen == [1])
        batch {
          source.value = 2
          #expect(seen == [1])
        }
        #expect(seen == [1, 2])
      }
      source.value = 3
      #expect(seen == [1, 2])
    }
    #expect(seen == [1, 2, 3])
  }

  @Test("law 11: what a batch around it has hold of may be dropped in it")
  func drops() {
    let live = LiveCount()
    var source: OpenBehavior<String>? = OpenBehavior("")
    var derived: ComputedBehavior<Int>? = ComputedBehavior { [tracked = live.make()] in
      tracked.touch()
      return source?.value.count ?? 0
    }
    derived?.sink { _ in Issue.record("dropped before its turn") }
    batch {
      source?.value = "written"
      independently {
        derived = nil
        source = nil
        let other = OpenBehavior("")
        other.sink { _ in }
        batch { other.value = "another" }
      }
    }
    #expect(live.alive == 0 && derived == nil && source == nil)
  }

  @Test("law 9: an effect that is made in it has no owner")
  func owners() {
    let source = OpenBehavior(0)
    let scope = ScopeNode(named: nil, file: #fileID, line: #line)
    var runs = 0
    let inner = scope.own {
      independently {
        let reaction = Reaction {
          _ = source.value
          runs += 1
        }
        Reaction.launch(reaction)
        return reaction
      }
    }
    scope.end()
    source.value = 1
    #expect(runs == 2)
    withExtendedLifetime(inner) {}
  }

  @Test("it nests, returns what its body returns, and ends when the body throws")
  func nests() throws {
    struct Failure: Error {}
    let source = OpenBehavior(0)
    var seen: [Int] = []
    source.sink { seen.append($0) }
    let result = batch {
      source.value = 1
      return independently {
        batch {
          source.value = 2
          #expect(throws: Failure.self) {
            try independently { () throws(Failure) in
              source.value = 3
              throw Failure()
            }
          }
          return 4
        }
      }
    }
    #expect(result == 4)
    #expect(seen.last == 3)
    source.value = 5
    #expect(seen.last == 5)
  }
}
