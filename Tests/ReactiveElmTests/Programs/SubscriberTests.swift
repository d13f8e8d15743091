// Tests: Subscriber, SubscriberTable

import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Subscribers")
struct SubscriberTests {
  @Test("a new one is shown the view at once, and is asked to perform nothing")
  func firstView() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(commands: ["first"])) { _ in nil }
    program.dispatch(Scripted.Message("a", commands: ["second"]))
    let watcher = Watcher(journal)
    program.subscribe(watcher)
    #expect(journal.take() == ["watcher shows a"])
    program.dispatch(Scripted.Message("b", commands: ["third"]))
    #expect(journal.take() == ["watcher shows ab", "watcher performs third"])
    withExtendedLifetime(watcher) {}
  }

  @Test("to subscribe twice is to subscribe once, in the first place, and shows nothing")
  func twice() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let first = Watcher(journal, "first")
    let second = Watcher(journal, "second")
    let subscription = program.subscribe(first)
    program.subscribe(second)
    _ = journal.take()
    #expect(program.subscribe(first) == subscription)
    #expect(journal.take() == [])
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(
      journal.take() == ["first shows a", "second shows a", "first performs x", "second performs x"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("to subscribe twice from inside of the first showing is to subscribe once")
  func twiceInside() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let me = Box<Watcher?>(nil)
    let watcher = Watcher(journal, presenting: { _ in program.subscribe(me.value!) })
    me.value = watcher
    program.subscribe(watcher)
    program.dispatch("a")
    #expect(journal.take() == ["watcher shows ", "watcher shows a"])
    me.empty()
    withExtendedLifetime(watcher) {}
  }

  @Test("one may subscribe to two programs")
  func twoPrograms() {
    let journal = Journal()
    let one = Scripted.makeProgram(flags: .init())
    let other = Scripted.makeProgram(flags: .init())
    let watcher = Watcher(journal)
    one.subscribe(watcher)
    other.subscribe(watcher)
    _ = journal.take()
    one.dispatch("a")
    other.dispatch("b")
    #expect(journal.take() == ["watcher shows a", "watcher shows b"])
    withExtendedLifetime(watcher) {}
  }

  @Test("they are held weakly")
  func weakly() {
    let count = LiveCount()
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init(journal: journal))
    for _ in 0..<3 {
      let tracked = count.make()
      program.subscribe(Watcher(Journal(), presenting: { _ in tracked.touch() }))
    }
    #expect(count.alive == 0)
    program.dispatch("a")
    program.dispatch("b")
    #expect(journal.take().last == "update b", "the view is computed without need")
  }

  @Test("an object at the address of a subscriber that is gone is a new subscriber")
  func samePlace() {
    let program = Scripted.makeProgram(flags: .init())
    let journal = Journal()
    for _ in 0..<100 {
      let watcher = Watcher(journal)
      program.subscribe(watcher)
    }
    #expect(journal.take().count == 100)
  }

  @Test("one that was cancelled is shown nothing, and can subscribe again, behind the others")
  func cancelled() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let first = Watcher(journal, "first")
    let second = Watcher(journal, "second")
    let subscription = program.subscribe(first)
    program.subscribe(second)
    #expect(!subscription.isCancelled)
    subscription.cancel()
    subscription.cancel()
    #expect(subscription.isCancelled)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x"]))
    #expect(journal.take() == ["second shows a", "second performs x"])
    program.subscribe(first)
    program.dispatch("b")
    #expect(journal.take() == ["first shows a", "second shows ab", "first shows ab"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("200,000 subscribe twice, are notified in their order, and go")
  func many() {
    let program = Scripted.makeProgram(flags: .init())
    let shown = Box(0)
    let isOrdered = Box(true)
    var watchers: [Watcher] = []
    for index in 0..<200_000 {
      watchers.append(
        Watcher(
          Journal(),
          presenting: { view in
            if view.isEmpty { return }
            if shown.value != index { isOrdered.value = false }
            shown.value += 1
          }))
    }
    for _ in 0..<2 { for watcher in watchers { program.subscribe(watcher) } }
    program.dispatch("a")
    #expect(shown.value == 200_000)
    #expect(isOrdered.value)
    watchers = []
    program.dispatch("b")
    #expect(shown.value == 200_000)
  }
}
