// Tests: Override, Behavior+Still

import ReactiveDerived
import Testing

@Suite("A value that stands in until its source changes")
struct OverrideTests {
  private let source = OpenBehavior(0)

  private func make(_ isLinked: Bool) -> OpenBehavior<Int> {
    // A negative override, which cannot be mistaken for the source's value.
    isLinked
      ? LinkedProperty(source)
      : source.converted {
        $0
      } back: {
        abs($0)
      }
  }

  @Test(
    "a stamp that a batch takes back and a later change uses again does not bring it back",
    arguments: [false, true], [false, true])
  func reusedStamp(isLinked: Bool, isObserved: Bool) {
    let open = make(isLinked)
    let subscriptions = isObserved ? [source.sink { _ in }, open.sink { _ in }] : []
    batch {
      source.value = 5
      open.value = -5
      batch { source.value = 0 }
    }
    #expect(open.value == 0)
    source.value = 7
    #expect(open.value == 7)
    batch {
      open.value = -8
      source.value = 9
      open.value = -9
      source.value = 7
    }
    for number in 8..<12 {
      source.value = number
      #expect(open.value == number)
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "what the batch is the first to notify and changes the source does not bring it back either",
    arguments: [false, true])
  func changedInDelivery(isLinked: Bool) {
    let open = make(isLinked)
    let trigger = OpenBehavior(0)
    var seen: [Int] = []
    let subscriptions = [
      open.sink { seen.append($0) },
      trigger.sink { [source] in
        source.value = $0 * 7
        seen.append(open.value)
      },
    ]
    for round in 1...3 {
      batch {
        trigger.value = round
        source.value = 500
        open.value = -500
        source.value = (round - 1) * 7
      }
      #expect(open.value == round * 7)
    }
    #expect(!seen.contains(-500) && seen.last == 21)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "a touch of the source ends it, whether in its batch or later, and one before it does not",
    arguments: [false, true], [false, true])
  func touched(isLinked: Bool, isInBatch: Bool) {
    let open = make(isLinked)
    func run(_ body: () -> Void) { if isInBatch { batch(body) } else { body() } }
    var notified: [Int] = []
    let subscriptions = [open.sink { notified.append($0) }, source.sink { _ in }]
    run {
      source.announce()
      open.value = -3
    }
    #expect(open.value == -3)
    run {
      open.value = -5
      source.announce()
      #expect(open.value == source.value)
    }
    #expect(open.value == source.value && notified.last == source.value)
    run {
      open.value = -6
      source.announce()
      open.value = -7
    }
    #expect(open.value == -7 && notified.last == -7)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "a change in place of the source that leaves an equal array ends it, whether in its batch or later",
    arguments: [false, true])
  func changedInPlace(isInBatch: Bool) {
    let items = OpenBehavior(["a"])
    let draft = LinkedProperty(items)
    func run(_ body: () -> Void) { if isInBatch { batch(body) } else { body() } }
    run {
      draft.value = ["b"]
      items.update { $0[0] = "a" }
      #expect(draft.value == ["a"])
    }
    #expect(draft.value == ["a"] && !draft.isOverridden.value)
    run {
      items.update { $0[0] = "a" }
      draft.value = ["c"]
      #expect(draft.value == ["c"])
    }
    #expect(draft.value == ["c"] && draft.isOverridden.value)
  }

  @Test("what an effect writes in its batch stays", arguments: [false, true])
  func inEffect(isLinked: Bool) {
    let open = make(isLinked)
    let trigger = OpenBehavior(0)
    let reaction = Reaction {
      let number = trigger.value
      open.value = -number
    }
    reaction.start()
    trigger.value = 3
    #expect(open.value == -3 && source.value == (isLinked ? 0 : 3))
    source.value = 4
    #expect(open.value == 4)
    withExtendedLifetime(reaction) {}
  }

  @Test(
    "a batch that takes back what another change was made before keeps the override from before it",
    arguments: [false, true])
  func overrideFromBefore(isLinked: Bool) {
    let open = make(isLinked)
    open.value = -1
    let present = source.value
    batch {
      source.value = 50
      source.value = present
    }
    #expect(open.value == -1)
    batch {
      source.value = 50
      #expect(open.value == 50)
      source.value = present
    }
    #expect(open.value == -1)
  }

  @Test(
    "in an observer, what a batch has taken away does not come back when the source does",
    arguments: [false, true], [false, true])
  func takenAwayInObserver(isLinked: Bool, isObserved: Bool) {
    let open = make(isLinked)
    let trigger = OpenBehavior(0)
    var seen: [Int] = []
    var subscriptions = [
      trigger.sink { [source] _ in
        batch {
          open.value = -5
          source.value = 7
        }
        seen.append(open.value)
        // The source's value for which the override was set.
        source.value = isLinked ? 0 : 5
        seen.append(open.value)
      }
    ]
    if isObserved { subscriptions += [open.sink { _ in }, source.sink { _ in }] }
    trigger.value = 1
    #expect(seen == [7, isLinked ? 0 : 5] && open.value == seen[1])
    source.value = 8
    #expect(open.value == 8)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("in an observer, what a batch leaves standing stands until the source changes", arguments: [false, true])
  func leftInObserver(isLinked: Bool) {
    let open = make(isLinked)
    let trigger = OpenBehavior(0)
    var seen: [Int] = []
    let subscription = trigger.sink { [source] _ in
      batch {
        source.value = 5
        open.value = -5
        source.value = 6
        source.value = 5
      }
      seen.append(open.value)
      source.value = 5
      seen.append(open.value)
      source.value = 6
      seen.append(open.value)
      source.value = 5
      seen.append(open.value)
    }
    trigger.value = 1
    #expect(seen == [-5, -5, 6, 5] && open.value == 5)
    subscription.cancel()
  }
}
