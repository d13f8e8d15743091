import ReactiveCore
import ReactiveTestSupport
import Testing

/// What a batch around the call has outdated is read in it, which is a part of that batch.
@Suite("A graph of its own, in a batch")
struct IndependentBatchTests {
  @Test("law 8: what is read in it is part of the batch around it: one that ends where it began notifies of nothing")
  func isRead() {
    let source = OpenBehavior(2)
    let half = ComputedBehavior { source.value / 2 }
    let coarse = ComputedBehavior(isDuplicate: { $0 / 4 == $1 / 4 }, { half.value + source.value })
    var (seen, runs): ([Int], Int) = ([], 0)
    for behavior in [half, coarse] { behavior.sink { seen.append($0) } }
    let reaction = Reaction {
      _ = coarse.value
      runs += 1
    }
    reaction.start()
    #expect(coarse.value == 3)
    batch {
      source.value = 7
      independently { #expect(coarse.value == 10) }
      independently { independently { #expect(half.value == 3) } }
      source.value = 2
    }
    #expect(seen.isEmpty && runs == 1 && half.value == 1 && coarse.value == 3)
    batch {
      source.value = 7
      #expect(independently { coarse.value } == 10)
      // 1 and 2 are duplicates of 3 for `coarse`.
      source.value = 1
    }
    #expect(seen == [0] && runs == 1 && half.value == 0 && coarse.value == 3)
    reaction.end()
  }

  /// A derivation of which no value is a duplicate has no snapshot, and one that has died not either.
  @Test(
    "law 8: what is behind a derivation that is always changed, or that has died, is part of the batch, too",
    arguments: [false, true])
  func isBehind(isDead: Bool) {
    let source = OpenBehavior(0)
    var never: ComputedBehavior<[Int]>? = ComputedBehavior(Equality(.never()), name: nil, file: #fileID, line: #line) {
      [source.value]
    }
    let others = (0..<2).map { [weak never] index in ComputedBehavior { "\(never?.value ?? [source.value]), \(index)" }
    }
    var runs = 0
    let count = ComputedBehavior { () -> Int in
      runs += 1
      return others.reduce(0) { $0 + $1.value.count }
    }
    count.sink { _ in }
    if isDead { never = nil }
    batch {
      source.value = 1
      if !isDead { #expect(never?.value == [1]) }
      for (index, other) in others.enumerated() { #expect(independently { other.value } == "[1], \(index)") }
      source.value = 0
    }
    #expect(runs == 1 && others[0].value == "[0], 0")
  }

  @Test("law 8: a batch in it that is taken back leaves observers that subscribed in it with what they have seen")
  func batchInside() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    let text = ComputedBehavior { "\(source.value), \(other.value)" }
    #expect(text.value == "0, 0")
    other.sink { _ in }
    var seen: [String] = []
    batch {
      source.value = 1
      independently {
        text.observe { seen.append($0) }
        batch {
          other.value = 1
          #expect(text.value == "1, 1")
          other.value = 0
        }
      }
      #expect(seen == ["1, 0"])
    }
    #expect(seen == ["1, 0"])
  }

  @Test("law 8: observers that were notified in it are notified of what differs from that")
  func isNotified() {
    let source = OpenBehavior(0)
    let text = ComputedBehavior { "\(source.value)" }
    #expect(text.value == "0")
    var seen: [String] = []
    batch {
      source.value = 1
      independently {
        text.observe { seen.append($0) }
        source.value = 2
      }
      #expect(seen == ["1", "2"])
      source.value = 3
      #expect(text.value == "3")
      source.value = 2
    }
    #expect(seen == ["1", "2"])
    batch { source.value = 0 }
    #expect(seen == ["1", "2", "0"])
  }

  @Test("law 8: what runs in it as a batch around it ends has what that batch has taken back")
  func isReadAtTheEnd() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    let text = ComputedBehavior { "\(source.value)" }
    var runs = 0
    let count = ComputedBehavior { () -> Int in
      runs += 1
      return text.value.count
    }
    #expect(count.value == 1 && runs == 1)
    let reader = ComputedBehavior { other.value == 2 ? independently { count.value } : other.value }
    reader.sink { _ in }
    batch {
      other.value = 1
      source.value = 10
      #expect(reader.value == 1 && text.value == "10")
      other.value = 2
      source.value = 0
    }
    #expect(reader.value == 1 && count.value == 1 && runs == 1)
  }

  @Test("law 8: a source that is first followed in it, and then around it, may be taken back")
  func isFollowed() {
    let (source, mode) = (OpenBehavior(0), OpenBehavior(false))
    let choice = ComputedBehavior { mode.value ? source.value : 0 }
    var runs = 0
    let count = ComputedBehavior { () -> Int in
      runs += 1
      return choice.value
    }
    #expect(count.value == 0)
    mode.value = true
    let follower = ComputedBehavior { source.value }
    batch {
      source.value = 7
      #expect(independently { follower.value } == 7)
      #expect(choice.value == 7)
      source.value = 0
    }
    #expect(count.value == 0 && runs == 1)
  }

  @Test(
    "law 13: the batch around it has hold only of what it has outdated: another graph may be used elsewhere before it ends"
  )
  func isAnotherGraph() {
    let (outside, elsewhere) = (OpenBehavior(0), OpenBehavior(0))
    outside.sink { _ in }
    let (text, dependent) = (
      ComputedBehavior { "\(elsewhere.value)" }, ComputedBehavior { "\(elsewhere.value) \(elsewhere.value)" }
    )
    dependent.sink { _ in }
    let reader = ComputedBehavior { text.value }
    #expect(reader.value == "0")
    elsewhere.value = 1
    batch {
      outside.value = 1
      independently {
        let source = OpenBehavior(0)
        let derived = ComputedBehavior { source.value / 2 }
        var seen: [Int] = []
        derived.sink { seen.append($0) }
        source.value = 2
        #expect(derived.value == 1 && seen == [1] && reader.value == "1")
        elsewhere.value = 2
        #expect(dependent.value == "2 2" && reader.value == "2")
        for node in [source, derived, elsewhere, text, reader, dependent] as [ReactiveNode] {
          #expect(node.flags.isDisjoint(with: .inFlight))
        }
      }
    }
  }
}
