import ReactiveCore
import ReactiveTestSupport
import Testing

#if DEBUG
/// The invariant check finds planted faults. `REACTIVE_CHECK_INVARIANTS=1 swift test` checks after every operation.
@Suite("Invariants of the graph")
struct InvariantsTests {
  private let source = OpenBehavior(1, name: "source")
  private let derived: ComputedBehavior<Int>
  private let reaction: Reaction

  init() {
    let (source, derived) = (source, ComputedBehavior(name: "derived") { [source] in source.value + 1 })
    self.derived = derived
    reaction = Reaction(name: "reaction") { _ = (derived.value, source.value) }
    reaction.start()
  }

  private func violations() -> [String] { Kernel.violations(from: [source]) }

  @Test("a graph that was not tampered with has none, at rest and after each flush")
  func none() {
    Kernel.checkingInvariants {
      for step in 2..<10 {
        source.value = step
        batch {
          source.value = 100
          _ = derived.value
          source.value = step
        }
        #expect(violations() == [])
      }
    }
  }

  @Test("after each operation the checks forget what it has run: by the next one, another isolation may use it")
  func forgets() {
    Kernel.checkingInvariants {
      let sent = ComputedBehavior { [source] in source.value }
      _ = sent.value
      // As another isolation's write would, halfway.
      sent.deps?.version &+= 1
      let other = OpenBehavior(1)
      let follower = Reaction { _ = other.value }
      follower.start()
      other.value = 2
      sent.deps?.version &-= 1
      withExtendedLifetime(follower) {}
    }
  }

  @Test("a read that is outdated in a node that is not marked")
  func outdatedRead() {
    derived.deps?.version &+= 1
    #expect(violations() == ["derived is not marked, though something that it read has changed"])
  }

  @Test("a marked reaction without a turn to come")
  func markWithoutTurn() {
    reaction.flags.insert([.pending, .manyPending])
    #expect(violations() == ["reaction is marked, and has no turn to come"])
    reaction.flags.subtract([.pending, .manyPending])
  }

  @Test("a paused reaction whose turn waits is no fault")
  func paused() {
    reaction.setPaused(true)
    source.value = 5
    #expect(violations() == [])
    reaction.setPaused(false)
    #expect(violations() == [])
  }

  @Test("a suspect that is not read")
  func wrongSuspect() {
    derived.flags.insert(.pending)
    derived.node.suspect = reaction.deps
    #expect(violations() == ["derived suspects what it does not read"])
    derived.flags.subtract(.pending)
  }

  @Test("a node that is queued, or in the midst of something, on an idle thread")
  func states() {
    for (flag, text) in [
      (NodeFlags.queued, "derived is queued, and the queue is empty"),
      (.verifying, "derived is in the midst of something"),
      (.hasSnapshot, "derived is in the midst of something"),
    ] {
      derived.flags.insert(flag)
      #expect(violations() == [text])
      derived.flags.subtract(flag)
    }
  }

  @Test("a link that lies in one of its two lists only")
  func oneList() {
    let deps = derived.deps
    derived.deps = nil
    #expect(violations() == ["source lists derived, which does not read it, as a dependent"])
    derived.deps = deps
    let subs = derived.subs
    derived.subs = nil
    #expect(violations() == ["reaction reads derived, which does not list it as a dependent"])
    derived.subs = subs
  }

  @Test("a list of dependents that is torn")
  func tornList() {
    let last = source.subs?.previousSub
    source.subs?.previousSub = nil
    #expect(violations() == ["source has a list of dependents that is torn"])
    source.subs?.previousSub = last
  }

  @Test("a node that has ended and still reads")
  func ended() {
    derived.flags.insert(.ended)
    #expect(violations() == ["derived has ended and still reads something"])
    derived.flags.subtract(.ended)
  }

  @Test("what stands for a derivation that was outdated when it died, with a dependent that does not run")
  func standIn() {
    var inner: ComputedBehavior<Int>? = ComputedBehavior { [source] in source.value }
    let readers = (0..<2).map { _ in ComputedBehavior { [weak inner] in inner?.value ?? 0 } }
    for reader in readers { _ = reader.value }
    source.value = 2
    inner = nil
    #expect(violations() == [])
    let flags = readers[0].flags
    readers[0].flags.subtract([.dirty, .pending])
    #expect(violations() == ["a stand-in is not marked, though something that it read has changed"])
    readers[0].flags = flags
    #expect(readers.map(\.value) == [0, 0])
  }

  @Test("an owner that does not own")
  func ownership() {
    let scope = ScopeNode(named: "scope", file: "", line: 0)
    let other = ScopeNode(named: "other", file: "", line: 0)
    let owned = scope.own { () -> Reaction in
      let reaction = Reaction(name: "owned") { [source] in _ = source.value }
      Reaction.launch(reaction)
      return reaction
    }
    #expect(Kernel.violations(from: [scope, owned]) == [])
    let owner = owned.ownedBy
    unsafe owned.ownedBy = .passUnretained(other)
    #expect(Kernel.violations(from: [owned]) == ["owned has an owner that does not own it"])
    #expect(Kernel.violations(from: [scope]) == ["scope owns what has another owner"])
    unsafe owned.ownedBy = owner
    withExtendedLifetime((scope, other)) {}
  }

  @Test("a batch that was not closed")
  func openBatch() {
    Context.ready.batchDepth += 1
    #expect(violations() == ["the idle thread still has an open batch"])
    Context.ready.endBatch()
  }

  @Test("a batch that ended without its releases")
  func keptObjects() {
    let ending = ComputedBehavior { [source] in
      source.value == 1 ? 1 : Behavior<Int>.endWithPresentValue() ?? 0
    }
    ending.sink { _ in }
    Context.ready.batchDepth += 1
    source.value = 2
    _ = (ending.value, derived.value)
    source.value = 1
    #expect(ending.peek() == 1)
    Context.ready.batchDepth -= 1
    #expect(violations().contains("the idle thread still has an object to release"))
    batch {}
    #expect(violations() == [])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a read, too, stops at the first one")
  func readStops() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = OpenBehavior(1)
      let derived = ComputedBehavior(name: "derived") { source.value }
      let sum = ComputedBehavior(name: "sum") { derived.value + source.value }
      _ = sum.value
      Kernel.checkingInvariants {
        source.value = 2
        derived.flags.insert(.ended)
        _ = sum.value
      }
    }
    try expectStop(result, says: ["an invariant of the graph does not hold", "derived has ended"])
  }

  @Test("a flush stops at the first one")
  func stops() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = OpenBehavior(1)
      let derived = ComputedBehavior(name: "derived") { source.value }
      let reaction = Reaction(name: "reaction") { _ = (source.value, derived.value) }
      reaction.start()
      Kernel.checkingInvariants {
        derived.flags.insert(.ended)
        source.value = 2
      }
    }
    try expectStop(
      result, says: ["an invariant of the graph does not hold", "derived has ended and still reads something"])
  }
  #endif
}
#endif
