import ReactiveCore
import ReactiveTestSupport
import Testing

/// Nodes that a batch has invalidated are read in a call of `independently`, which is part of that batch.
@Suite("A graph of its own, in a batch")
struct IndependentBatchTests {
  /// Changes by `body` are notified after the delivery.
  private func inDelivery(_ body: @escaping () -> Void) {
    let event = Event<Void>()
    event.sink { body() }
    event.trigger()
  }

  /// Counts the reaction's runs, including the first.
  private func runs(reading source: Behavior<Int>, inBatch body: () -> Void) -> Int {
    var runs = 0
    let reaction = Reaction {
      _ = source.value
      runs += 1
    }
    reaction.start()
    batch(body)
    reaction.end()
    return runs
  }

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

  /// A derivation without duplicates has no snapshot. Neither has a deallocated one.
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

  /// No dependency of the derivation has a snapshot any more.
  @Test("law 8: what a source that died in the batch has outdated is part of that batch")
  func isOutdatedByDead() {
    var source: OpenBehavior<Int>? = OpenBehavior(1)
    let other = OpenBehavior(0)
    let sum = ComputedBehavior { [weak source] in (source?.value ?? 0) + other.value }
    var seen: [Int] = []
    sum.sink { seen.append($0) }
    #expect(sum.value == 1)
    batch {
      source?.value = 2
      source = nil
      independently { #expect(sum.value == 0) }
      other.value = 1
    }
    #expect(seen.isEmpty && sum.value == 1)
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

  /// A source written before it had dependents may have changed in the batch in which it gets the first one.
  @Test("law 6: what was first followed in it has not changed in a later batch, which runs nothing as it ends")
  func isFollowedEarlier() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    let followers = (0..<2).map { _ in ComputedBehavior { source.value } }
    var runs = 0
    let count = ComputedBehavior { () -> Int in
      runs += 1
      return other.value
    }
    let dependent = ComputedBehavior { count.value }
    #expect(dependent.value == 0)
    source.value = 1
    batch { independently { #expect(followers[0].value == 1) } }
    other.value = 1
    batch {
      #expect(followers[1].value == 1 && count.value == 1 && runs == 2)
      other.value = 2
    }
    #expect(runs == 2)
    #expect(dependent.value == 2 && runs == 3)
  }

  /// `coarse` is outdated before the batch, so it counts from its run in the call and has no snapshot around that. The
  /// batch invalidates `choice`, which then reads a source written before it had dependents.
  @Test(
    "law 8: what had to run anyway and is read in it does not run again for a source that is first followed there",
    arguments: [false, true])
  func isFollowedByOutdated(isTakenBack: Bool) {
    let (source, other, mode) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior(0))
    other.value = 4
    let choice = ComputedBehavior { source.value > 0 ? other.value : 0 }
    var runs = 0
    let sum = { () -> Int in
      runs += 1
      return mode.value + choice.value
    }
    let coarse = ComputedBehavior(isDuplicate: { $0 / 2 == $1 / 2 }, sum)
    #expect(coarse.value == 0 && runs == 1)
    mode.value = 2
    batch {
      source.value = 1
      #expect(independently { coarse.value } == 6 && runs == 2)
      source.value = isTakenBack ? 0 : 2
    }
    #expect(coarse.value == (isTakenBack ? 2 : 6) && runs == (isTakenBack ? 3 : 2))
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

  /// The two batches begin with different values of the same node.
  @Test("law 8: a batch in it that is taken back is no change for what was made in it")
  func madeInside() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    let sum = ComputedBehavior { source.value + other.value }
    let never = ComputedBehavior(Equality(.never()), name: nil, file: #fileID, line: #line) { [sum.value] }
    #expect(never.value == [0])
    var seen: [[Int]] = []
    var (sums, sources): ([Int], [Int]) = ([], [])
    let reactions = [Reaction { sums.append(sum.value) }, Reaction { sources.append(source.value) }]
    batch {
      source.value = 1
      independently {
        never.sink { seen.append($0) }
        for reaction in reactions { reaction.start() }
        batch {
          other.value = 1
          #expect(sum.value == 2)
          independently { #expect(sum.value == 2) }
          other.value = 2
          independently { #expect(sum.value == 3) }
          other.value = 0
          source.value = 5
          source.value = 1
        }
      }
      #expect(seen.isEmpty && sums == [1] && sources == [1])
      source.value = 0
    }
    #expect(seen == [[0]] && sums == [1, 0] && sources == [1, 0])
    for reaction in reactions { reaction.end() }
  }

  @Test("law 8: two batches that are taken back, one in a call in the other, keep duplicates that hold something else")
  func coarseInside() {
    let (source, other, note) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior("a"))
    let noted = ComputedBehavior(isDuplicate: { $0.0 == $1.0 }, { (source.value + other.value, note.peek()) })
    let text = ComputedBehavior { "\(noted.value.0)\(noted.value.1)" }
    #expect(text.value == "0a")
    var seen: [String] = []
    batch {
      source.value = 1
      independently {
        text.observe { seen.append($0) }
        batch {
          (other.value, note.value) = (1, "b")
          #expect(noted.value == (2, "b"))
          other.value = 0
        }
        #expect(noted.value == (1, "a"))
      }
      source.value = 0
    }
    #expect(noted.value == (0, "a") && seen == ["1a", "0a"])
  }

  @Test("law 8: what is read in it while its source is delivered around it is part of the batch between them")
  func betweenDelivery() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    let sum = ComputedBehavior { source.value / 2 + other.value }
    let subscription = source.sink { _ in
      independently {
        batch {
          other.value = 1
          #expect(sum.value == 1)
          other.value = 2
          independently { #expect(sum.value == 2) }
          other.value = 0
        }
      }
    }
    var seen: [Int] = []
    sum.sink { seen.append($0) }
    #expect(sum.value == 0)
    source.value = 1
    #expect(seen.isEmpty)
    subscription.cancel()
  }

  @Test("law 8: a node that comes out unchanged in it, without a notification, stays a part of the batch around it")
  func unchanged() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    let product = ComputedBehavior { source.value + other.value * 0 }
    let never = ComputedBehavior(Equality(.never()), name: nil, file: #fileID, line: #line) { [product.value] }
    var seen: [[Int]] = []
    never.sink { seen.append($0) }
    #expect(never.value == [0])
    batch {
      source.value = 1
      product.sink { _ in }
      #expect(product.value == 1)
      independently { other.value = 1 }
      source.value = 0
    }
    #expect(seen.isEmpty)
  }

  @Test("law 8: the end of a batch takes back what waits for its turn in it")
  func queuedInside() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    var (hidden, acts) = (0, false)
    let changing = ComputedBehavior { hidden }
    let sum = ComputedBehavior { changing.value + other.value * 10 }
    var seen: [Int] = []
    let acting = ComputedBehavior { () -> Int in
      let value = source.value
      if acts {
        acts = false
        independently {
          sum.sink { seen.append($0) }
          inDelivery {
            // From here on, `sum` waits for the end of this delivery.
            other.value = 1
            #expect(sum.value == 11)
            hidden = 0
            changing.rerun()
          }
        }
      }
      return value
    }
    let dependent = ComputedBehavior { acting.value }
    #expect(dependent.value + sum.value == 0)
    batch {
      hidden = 1
      changing.rerun()
      #expect(sum.value == 1)
      source.value = 1
      #expect(dependent.value == 1)
      source.value = 2
      acts = true
    }
    #expect(seen == [10] && sum.value == 10)
  }

  @Test("law 11: a node with snapshots in two batches may end in the inner one")
  func endsInside() {
    let live = LiveCount()
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    other.sink { _ in }
    batch {
      var sum: ComputedBehavior<String>? = ComputedBehavior { [live = live.make()] in
        "\(source.value) \(other.value) \(live)".prefix(3).description
      }
      #expect(sum?.value == "0 0")
      var atom: OpenBehavior<String>? = OpenBehavior("0")
      atom?.value = "1"
      source.value = 1
      independently {
        #expect(sum?.value == "1 0")
        batch {
          other.value = 1
          atom?.value = "2"
          #expect(sum?.value == "1 1")
          if source.value == 1 { (sum, atom) = (nil, nil) }
          #expect(live.alive == 0)
        }
      }
      _ = (sum, atom)
    }
  }

  /// Both batches store their records at the same place.
  @Test("law 11: a node that ends in a batch in it, as the batch around it ends, is forgotten by both")
  func endsAtTheEnd() {
    let (source, other, trigger) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior(0))
    var acts = false
    var sum: ComputedBehavior<Int>? = ComputedBehavior { source.value + other.value }
    let reader = ComputedBehavior { [weak sum] in sum?.value ?? -100 }
    var seen: [Int] = []
    reader.sink { seen.append($0) }
    #expect(reader.value == 0)
    let acting = ComputedBehavior { () -> Int in
      let value = trigger.value
      if acts {
        acts = false
        independently {
          batch {
            other.value = 1
            // As before both batches.
            #expect(sum?.value == 0)
            #expect(sum?.flags.contains(.hasSnapshot) == true)
            sum = nil
          }
        }
      }
      return value
    }
    acting.sink { _ in }
    batch {
      source.value = 5
      #expect(sum?.value == 5)
      trigger.value = 1
      #expect(acting.value == 1)
      source.value = -1
      trigger.value = 2
      acts = true
    }
    #expect(reader.value == -100 && seen == [-100])
  }

  @Test(
    "law 8: an observer that subscribes in a batch, or in one in it, is notified of what the outer one leaves",
    arguments: [false, true])
  func newcomers(isInside: Bool) {
    let source = OpenBehavior(0)
    source.sink { _ in }
    let never = ComputedBehavior(Equality(.never()), name: nil, file: #fileID, line: #line) { [source.value] }
    let text = ComputedBehavior { "\(never.value[0])" }
    #expect(text.value == "0")
    var (seen, texts): ([Int], [String]) = ([], [])
    func observe() {
      source.observe { seen.append($0) }
      text.observe { texts.append($0) }
    }
    batch {
      source.value = 1
      #expect(text.value == "1")
      if !isInside { observe() }
      independently {
        batch {
          source.value = 2
          #expect(text.value == "2")
          if isInside { observe() }
          source.value = 1
        }
      }
      source.value = 0
    }
    #expect(seen == (isInside ? [2, 0] : [1, 0]))
    #expect(texts.first == (isInside ? "2" : "1") && texts.last == "0")
    source.value = 3
    #expect(seen.last == 3 && texts.last == "3")
  }

  @Test("law 8: what is changed in place in it is notified before it ends")
  func updated() {
    let source = OpenBehavior(0)
    var seen: [Int] = []
    source.sink { seen.append($0) }
    batch {
      source.value = 1
      independently { source.update { $0 = 2 } }
      #expect(seen == [2])
    }
    #expect(seen == [2])
  }

  @Test("law 8: effects that have seen the beginning of two batches, both of which are taken back, do not run")
  func takenBackTwice() {
    let source = OpenBehavior(0)
    let runs = runs(reading: source) {
      source.value = 1
      independently {
        batch {
          source.value = 2
          source.value = 1
        }
      }
      source.value = 0
    }
    #expect(runs == 1)
  }

  @Test("law 8: what is touched in it has changed, though the batch around it ends where it began")
  func touched() {
    let source = OpenBehavior(0)
    let runs = runs(reading: source) {
      source.value = 1
      source.value = 0
      independently { source.announce() }
    }
    #expect(runs == 2)
  }

  @Test("law 5: a value that waits around it, and is written again in it, is notified after what was written between")
  func waits() {
    let source = OpenBehavior(0)
    var seen: [Int] = []
    let subscription = source.sink {
      seen.append($0)
      guard $0 == 1 else { return }
      batch { source.value = 2 }
      independently {
        batch {
          source.value = 3
          independently { source.value = 4 }
          source.value = 2
        }
      }
    }
    source.value = 1
    #expect(seen.first == 1 && seen.last == 2 && source.value == 2)
    subscription.cancel()
  }

  @Test("law 11: a test of the user's that runs the node again, in a batch in it, leaves each batch its snapshot")
  func testsItself() {
    let (source, other, trigger) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior(0))
    var (acts, writes, wasInFlight) = (false, false, false)
    var sum: ComputedBehavior<Int>?
    func isDuplicate(_ old: Int, _ new: Int) -> Bool {
      if writes && old == 0 && new == 0 {
        writes = false
        other.value = 1
        _ = sum?.value
      }
      return old == new
    }
    sum = ComputedBehavior(isDuplicate: isDuplicate) { source.value + other.value * 0 }
    let reader = ComputedBehavior { [weak sum] in sum?.value ?? -100 }
    reader.sink { _ in }
    #expect(reader.value == 0)
    let acting = ComputedBehavior { () -> Int in
      let value = trigger.value
      if acts {
        acts = false
        independently {
          batch {
            writes = true
            #expect(sum?.value == 0)
            wasInFlight = sum?.flags.contains(.hasSnapshot) == true
            sum = nil
          }
        }
      }
      return value
    }
    acting.sink { _ in }
    batch {
      // The record of `acting` comes first, so it is settled first.
      trigger.value = 1
      #expect(acting.value == 1)
      source.value = 5
      #expect(sum?.value == 5)
      source.value = 0
      trigger.value = 2
      acts = true
    }
    #expect(reader.value == -100 && wasInFlight && !writes)
  }
}
