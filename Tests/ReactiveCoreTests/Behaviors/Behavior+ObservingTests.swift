import ReactiveCore
import Testing

@Suite("Observing a behavior")
struct BehaviorObservingTests {
  private final class Owner { var log: [String] = [] }
  private struct State {
    var user = "Alice"
    var unread = 0
    var address = Address()
    struct Address { var city = "Bern" }
  }

  @Test("sink calls from the next change on")
  func sink() {
    let count = OpenBehavior(1)
    var log: [Int] = []
    count.sink { log.append($0) }
    #expect(log == [])
    count.value = 2
    count.value = 3
    #expect(log == [2, 3])
  }

  @Test("observe calls now and on every change")
  func observe() {
    let count = OpenBehavior(1)
    var log: [Int] = []
    count.observe { log.append($0) }
    #expect(log == [1])
    count.value = 2
    count.value = 3
    #expect(log == [1, 2, 3])
  }

  @Test("sink(with:) hands the owner over from the next change on")
  func sinkWithOwner() {
    let count = OpenBehavior(1)
    let owner = Owner()
    count.sink(with: owner) { owner, value in owner.log.append("\(value)") }
    #expect(owner.log == [])
    count.value = 2
    #expect(owner.log == ["2"])
  }

  @Test("observe(with:) hands the owner over now and on every change")
  func observeWithOwner() {
    let count = OpenBehavior(1)
    let owner = Owner()
    count.observe(with: owner) { owner, value in owner.log.append("\(value)") }
    #expect(owner.log == ["1"])
    count.value = 2
    #expect(owner.log == ["1", "2"])
  }

  @Test("an owner may observe any number of sources, any number of times")
  func oneOwnerManySources() {
    let first = OpenBehavior(1)
    let second = OpenBehavior("a")
    let owner = Owner()
    first.observe(with: owner) { $0.log.append("x\($1)") }
    first.observe(with: owner) { $0.log.append("y\($1)") }
    second.observe(with: owner) { $0.log.append($1) }
    first.value = 2
    second.value = "b"
    #expect(owner.log == ["x1", "y1", "a", "x2", "y2", "b"])
  }

  @Test("observe of a key path notifies of that part, cut by ==")
  func keyPath() {
    let state = OpenBehavior(State())
    var log: [Int] = []
    state.observe(\.unread) { log.append($0) }
    state.value.user = "Bob"
    #expect(log == [0])
    state.value.unread = 3
    state.value.unread = 3
    state.value.unread = 0
    #expect(log == [0, 3, 0])
  }

  @Test("observe of a key path with an owner notifies of that part, cut by ==, while the owner lives")
  func keyPathWithOwner() {
    let state = OpenBehavior(State())
    var owner: Owner? = Owner()
    var log: [String] = []
    state.observe(\.address.city, with: owner!) { owner, city in
      owner.log.append(city)
      log.append(city)
    }
    state.value.unread += 1
    state.value.address.city = "Basel"
    #expect(owner?.log == ["Bern", "Basel"])
    owner = nil
    state.value.address.city = "Chur"
    #expect(log == ["Bern", "Basel"])
  }

  @Test("a key path observer compares with the part that it was notified of last, not with the one before")
  func keyPathComparesWithLastNotified() {
    let state = OpenBehavior(State())
    var log: [Int] = []
    state.observe(\.unread) { log.append($0) }
    batch {
      state.value.unread = 1
      state.value.unread = 2
    }
    state.value.unread = 1
    #expect(log == [0, 2, 1])
  }

  @Test("onChange notifies that there was a change")
  func onChange() {
    let count = OpenBehavior(1)
    var changes = 0
    count.onChange { changes += 1 }
    #expect(changes == 0)
    count.value = 1
    #expect(changes == 0)
    count.value = 2
    #expect(changes == 1)
  }

  @Test("onChange is offered by a behavior of which nothing else is known, too")
  func onChangeUntyped() {
    let count = OpenBehavior(1)
    let name = OpenBehavior("a")
    let all: [any BehaviorProtocol] = [count, name]
    var changes = 0
    let subscriptions = all.map { $0.onChange { changes += 1 } }
    func observe(_ behavior: some BehaviorProtocol) { behavior.onChange { changes += 10 } }
    for behavior in all { observe(behavior) }
    count.value = 2
    name.value = "a"
    #expect(changes == 11)
    for subscription in subscriptions { subscription.cancel() }
    name.value = "b"
    #expect(changes == 21)
  }

  @Test("onChange with two parameters passes the value before and the one after")
  func onChangeOldNew() {
    let count = OpenBehavior(1)
    var log: [[Int]] = []
    count.onChange { old, new in log.append([old, new]) }
    count.value = 2
    batch {
      count.value = 3
      count.value = 4
    }
    count.update { $0 += 1 }
    #expect(log == [[1, 2], [2, 4], [4, 5]])
  }

  @Test("what the first call of observe writes is delivered after it: A0, A1")
  func firstCallWrites() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.observe { [unowned count] value in
      log.append("begin \(value)")
      if value < 3 { count.value = value + 1 }
      log.append("end \(value)")
    }
    #expect(log == (0...3).flatMap { ["begin \($0)", "end \($0)"] })
    #expect(count.value == 3)
  }

  @Test("what the first call of observe(with:) and of a key path's observe writes is delivered after it")
  func firstCallWithOwnerWrites() {
    let owner = Owner()
    let count = OpenBehavior(0)
    count.observe(with: owner) { [unowned count] owner, value in
      owner.log.append("begin \(value)")
      if value < 2 { count.value = value + 1 }
      owner.log.append("end \(value)")
    }
    #expect(owner.log == (0...2).flatMap { ["begin \($0)", "end \($0)"] })

    let state = OpenBehavior(State())
    var log: [String] = []
    state.observe(\.unread) { [unowned state] unread in
      log.append("begin \(unread)")
      if unread < 2 { state.value.unread = unread + 1 }
      log.append("end \(unread)")
    }
    #expect(log == (0...2).flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test("the first call of observe notifies other observers of what it writes, after it")
  func firstCallNotifiesOthers() {
    let count = OpenBehavior(0)
    let copy = OpenBehavior(-1)
    var log: [String] = []
    copy.sink { log.append("copy \($0)") }
    count.observe {
      copy.value = $0
      log.append("count \($0)")
    }
    count.value = 1
    #expect(log == ["count 0", "copy 0", "count 1", "copy 1"])
  }

  @Test("the subscription of every verb cancels")
  func everyVerbCancels() {
    let count = OpenBehavior(State())
    let owner = Owner()
    var calls = 0
    let subscriptions = [
      count.sink { _ in calls += 1 },
      count.sink(with: owner) { _, _ in calls += 1 },
      count.observe { _ in calls += 1 },
      count.observe(with: owner) { _, _ in calls += 1 },
      count.observe(\.unread) { _ in calls += 1 },
      count.observe(\.unread, with: owner) { _, _ in calls += 1 },
      count.onChange { calls += 1 },
      count.onChange { _, _ in calls += 1 },
    ]
    #expect(calls == 4)
    count.value.unread = 1
    #expect(calls == 12)
    #expect(subscriptions.allSatisfy { !$0.isCancelled })
    for subscription in subscriptions { subscription.cancel() }
    #expect(subscriptions.allSatisfy { $0.isCancelled })
    count.value.unread = 2
    #expect(calls == 12)
    withExtendedLifetime(owner) {}
  }
}
