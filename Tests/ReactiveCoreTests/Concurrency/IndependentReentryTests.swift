import ReactiveCore
import ReactiveTestSupport
import Testing

/// The call drops, ends, runs and writes nodes that are running around it.
@Suite("A graph of its own, that uses the one around it")
struct IndependentReentryTests {
  /// Changes by `body` are notified after the delivery.
  private func inDelivery(_ body: @escaping () -> Void) {
    let event = Event<Void>()
    event.sink { body() }
    event.trigger()
  }

  @Test("law 11: a function that drops its own node, with batches after it, keeps what it captured until it returns")
  func droppedInItsRun() {
    let live = LiveCount()
    let (trigger, other) = (OpenBehavior(0), OpenBehavior(0))
    other.sink { _ in }
    var dropped: Reaction?
    var aliveAtEnd = 0
    func make() {
      let tracked = live.make()
      let reaction = Reaction {
        if trigger.value == 0 { return }
        independently {
          dropped = nil
          batch { other.value += 1 }
          batch { other.value += 1 }
        }
        aliveAtEnd = live.alive
        tracked.touch()
      }
      reaction.start()
      dropped = reaction
    }
    make()
    trigger.value = 1
    #expect(aliveAtEnd == 1)
    #expect(live.alive == 0 && dropped == nil)
  }

  @Test("law 11: a behavior that its own test ends keeps the test until it returns")
  func endedInItsTest() {
    let live = LiveCount()
    let source = OpenBehavior(0)
    var ends = false
    var aliveAtEnd = 0
    var derived: ComputedBehavior<Int>?
    func make() {
      let tracked = live.make()
      let isDuplicate: (Int, Int) -> Bool = { old, new in
        if ends {
          ends = false
          independently { derived?.end() }
          aliveAtEnd = live.alive
        }
        tracked.touch()
        return old == new
      }
      derived = ComputedBehavior(isDuplicate: isDuplicate) { source.value }
    }
    make()
    derived?.sink { _ in }
    batch {
      source.value = 1
      _ = derived?.value
      source.value = 2
      _ = derived?.value
      ends = true
    }
    #expect(aliveAtEnd == 1)
    #expect(derived?.value == 2 && live.alive == 0)
  }

  @Test("law 11: an observer that cancels itself after a delivery of its own source keeps what it captured")
  func cancelledInItsCall() {
    let live = LiveCount()
    let event = Event<Int>()
    var token: Subscription?
    var aliveAtEnd = 0
    var calls: [Int] = []
    func make() {
      let tracked = live.make()
      token = event.sink {
        calls.append($0)
        if $0 > 1 { return }
        independently { event.trigger(2) }
        token?.cancel()
        aliveAtEnd = live.alive
        tracked.touch()
      }
    }
    make()
    event.trigger(1)
    #expect(aliveAtEnd == 1 && live.alive == 0)
    #expect(calls == [1])
  }

  @Test("law 5: a source that is written in its own delivery notifies after it, so no observer is left behind")
  func writtenInItsDelivery() {
    let behavior = OpenBehavior(0)
    let event = Event<Int>()
    var seen: [String] = []
    let token = behavior.sink { new in
      if new == 1 { independently { behavior.value = 2 } }
      seen.append("a\(new)")
    }
    behavior.sink { seen.append("b\($0)") }
    let other = event.sink { new in
      if new == 1 { independently { independently { event.trigger(2) } } }
      seen.append("c\(new)")
    }
    event.sink { seen.append("d\($0)") }
    behavior.value = 1
    #expect(seen == ["a1", "b1", "a2", "b2"])
    event.trigger(1)
    #expect(seen[4...] == ["c1", "d1", "c2", "d2"])
    // The closures retain their own sources.
    token.cancel()
    other.cancel()
  }

  @Test("law 5: a batch in it on what is being delivered around it notifies after that delivery")
  func writtenInABatch() {
    let behavior = OpenBehavior(0)
    var seen: [String] = []
    let token = behavior.sink { new in
      if new == 1 { independently { batch { behavior.value = 2 } } }
      seen.append("a\(new)")
    }
    behavior.sink { seen.append("b\($0)") }
    behavior.value = 1
    #expect(seen == ["a1", "b1", "a2", "b2"])
    token.cancel()
  }

  @Test("law 5: a value that waits for its turn is not notified after a later one that is written in it")
  func overtaken() {
    let behavior = OpenBehavior(0)
    var (first, second): ([Int], [Int]) = ([], [])
    behavior.sink { first.append($0) }
    behavior.sink { second.append($0) }
    inDelivery {
      behavior.value = 1
      independently { behavior.value = 2 }
    }
    #expect(first == [2] && second == [2] && behavior.value == 2)
  }

  @Test("law 5: a batch that waits for its turn, and a batch in it, notify of the last value", arguments: [1, 2, 3, 4])
  func batchThatWaits(last: Int) {
    let behavior = OpenBehavior("0")
    var seen: [String] = []
    let token = behavior.sink { new in
      seen.append(new)
      guard new == "1" else { return }
      independently {
        batch {
          behavior.value = "0"
          behavior.value = "\(last)"
        }
      }
    }
    inDelivery {
      behavior.value = "1"
      batch { behavior.value = "2" }
    }
    #expect(seen.last == "\(last)" && behavior.value == "\(last)", "\(seen)")
    token.cancel()
  }

  @Test(
    "law 5: a value that is written in it, in a batch around it, is notified as the batch leaves it", arguments: 1...3)
  func inABatchOfADelivery(last: Int) {
    let behavior = OpenBehavior("0")
    var seen: [String] = []
    let token = behavior.sink { new in
      seen.append(new)
      guard seen.count == 1 else { return }
      batch {
        behavior.value = "0"
        independently { independently { behavior.value = "2" } }
        if last != 2 { behavior.value = "\(last)" }
      }
    }
    inDelivery {
      behavior.value = "3"
      behavior.value = "1"
    }
    #expect(behavior.value == "\(last)" && seen.last == "\(last)", "\(seen)")
    token.cancel()
  }

  @Test("law 8: a batch takes back what was notified in it, and what is written next is notified")
  func takenBack() {
    let behavior = OpenBehavior("0")
    var seen: [String] = []
    behavior.sink { seen.append($0) }
    inDelivery {
      batch {
        behavior.value = "1"
        behavior.value = "2"
        independently { behavior.value = "3" }
        behavior.value = "0"
      }
      behavior.value = "4"
    }
    #expect(seen == ["3", "0", "4"])
  }

  @Test("law 3: an effect whose source is written in it has its turn after the run around it")
  func reentered() {
    let (source, other) = (OpenBehavior(0), OpenBehavior(0))
    var depth = 0
    var log: [String] = []
    let reaction = Reaction {
      depth += 1
      let value = source.value
      log.append("begins with \(value) at \(depth)")
      if value == 1 { independently { source.value = 2 } }
      _ = other.value
      log.append("ends with \(value)")
      depth -= 1
    }
    reaction.start()
    source.value = 1
    #expect(
      log == [
        "begins with 0 at 1", "ends with 0", "begins with 1 at 1", "ends with 1", "begins with 2 at 1", "ends with 2",
      ])
    other.value = 1
    #expect(log.count == 8)
  }

  @Test("law 3: an effect that is run by hand in it, in its own run, runs after that")
  func requested() {
    let source = OpenBehavior(0)
    var depth = 0
    var depths: [Int] = []
    var reaction: Reaction?
    reaction = Reaction {
      depth += 1
      depths.append(depth)
      if source.value == depths.count - 1, depths.count == 2 { independently { reaction?.rerun() } }
      depth -= 1
    }
    reaction?.start()
    source.value = 1
    #expect(depths == [1, 1, 1])
    // Its function retains it.
    reaction = nil
  }

  enum Use: CaseIterable { case cancel, run, read }

  @Test("law 2: what is cancelled, run or read in it while it is verified leaves its path", arguments: Use.allCases)
  func leavesThePath(use: Use) {
    let (source, side) = (OpenBehavior(0), OpenBehavior(0))
    var isArmed = false
    var usesDerived = true
    var upper: ComputedBehavior<Int>?
    var (runs, lateRuns) = (0, 0)
    var (reaction, late): (Reaction?, Reaction?)
    let derived = ComputedBehavior { () -> Int in
      let value = source.value
      guard isArmed else { return value }
      isArmed = false
      usesDerived = use == .cancel
      independently {
        switch use {
        case .cancel: reaction?.cancel()
        case .run: reaction?.rerun()
        case .read: _ = upper?.value
        }
        late = Reaction {
          lateRuns += 1
          _ = side.value
        }
        late?.start()
      }
      side.value = 1
      return value
    }
    upper = ComputedBehavior { usesDerived ? derived.value : -1 }
    reaction = Reaction {
      runs += 1
      if usesDerived { _ = use == .read ? upper?.value : derived.value }
    }
    reaction?.start()
    isArmed = true
    source.value = 1
    #expect(runs == (use == .cancel ? 1 : 2))
    #expect(lateRuns == 2)
    side.value = 2
    #expect(lateRuns == 3)
    late?.cancel()
    // The functions retain each other.
    (reaction, late, upper) = (nil, nil, nil)
  }

  @Test("law 8: the end of a batch in it leaves the batch around it what that began with")
  func snapshots() {
    func strings(_ source: OpenBehavior<Int>, _ count: Int) -> [ComputedBehavior<String>] {
      (0..<count).map { n in
        let string = ComputedBehavior { "a string that is long enough \(source.value + n)" }
        string.sink { _ in }
        return string
      }
    }
    func read(_ strings: [ComputedBehavior<String>]) {
      for string in strings { _ = string.value }
    }
    do {
      // Gives the inner context records at the places that the outer context will use.
      let source = OpenBehavior(0)
      let earlier = strings(source, 60)
      batch {
        independently {
          batch {
            source.value = 1
            read(earlier)
          }
        }
      }
    }
    let (first, second) = (OpenBehavior(0), OpenBehavior(0))
    let many = strings(first, 40)
    let shared = ComputedBehavior { "shared, and long enough, too \(first.value) \(second.value / 100)" }
    let upper = ComputedBehavior { "upper, which is no shorter \(second.value) " + shared.value }
    var seen: [String] = []
    upper.sink { seen.append($0) }
    batch {
      first.value = 1
      read(many)
      _ = shared.value
      independently {
        batch {
          second.value += 100
          _ = upper.value
          second.value += 100
        }
      }
      first.value = 2
    }
    #expect(seen.last == "upper, which is no shorter 200 shared, and long enough, too 2 2")
    #expect(shared.value == "shared, and long enough, too 2 2")
  }

  @Test("law 8: a read in it of what the batch around it has a copy of leaves that copy")
  func readOfAnOuterCopy() {
    struct Named: Equatable {
      let id: Int
      let name: String
      static func == (left: Named, right: Named) -> Bool { left.id == right.id }
    }
    let source = OpenBehavior(Named(id: 0, name: "before"))
    let side = OpenBehavior(0)
    side.sink { _ in }
    var runs = 0
    let derived = ComputedBehavior { () -> Named in
      runs += 1
      if runs == 3 { side.value = 1 }
      return Named(id: source.value.id, name: "of run \(runs)")
    }
    #expect(derived.value.name == "of run 1")
    batch {
      source.value = Named(id: 1, name: "")
      #expect(derived.value.name == "of run 2")
      source.value = Named(id: 2, name: "")
      independently { #expect(derived.value.name == "of run 3") }
      source.value = Named(id: 0, name: "")
    }
    #expect(derived.value.name == "of run 1")
  }
}
