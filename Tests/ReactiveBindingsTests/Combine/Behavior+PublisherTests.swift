#if canImport(Combine)
import Combine
import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite struct BehaviorOfPublisherTests {
  @Test func `It begins with the initial value and follows a passthrough subject`() {
    let subject = PassthroughSubject<Int, Never>()
    let behavior = Behavior(publisher: subject, initial: 0)
    #expect(behavior.value == 0)
    var seen: [Int] = []
    behavior.observe { seen.append($0) }
    subject.send(1)
    subject.send(2)
    #expect(seen == [0, 1, 2])
    #expect(behavior.value == 2)
  }

  @Test func `It begins with the value of a current value subject`() {
    let subject = CurrentValueSubject<Int, Never>(5)
    let behavior = Behavior(publisher: subject, initial: 0)
    #expect(behavior.value == 5)
    var seen: [Int] = []
    behavior.sink { seen.append($0) }
    subject.value = 6
    #expect(seen == [6])
  }

  @Test func `It follows unobserved, too`() {
    let subject = PassthroughSubject<Int, Never>()
    let behavior = Behavior(publisher: subject, initial: 0)
    subject.send(1)
    subject.send(2)
    #expect(behavior.value == 2)
    #expect("\(behavior)" == "2")
  }

  @Test func `Equal values are no change`() {
    let subject = PassthroughSubject<String, Never>()
    let behavior = Behavior(publisher: subject, initial: "a")
    var seen: [String] = []
    behavior.sink { seen.append($0) }
    subject.send("a")
    subject.send("b")
    subject.send("b")
    #expect(seen == ["b"])
  }

  @Test func `The same instance is no change, and any other value that cannot be compared is one`() {
    struct Loose {}
    let objects = PassthroughSubject<Tracked?, Never>()
    let loose = PassthroughSubject<Loose, Never>()
    let object = Behavior(publisher: objects, initial: nil)
    let value = Behavior(publisher: loose, initial: Loose())
    var changes = (object: 0, value: 0)
    object.sink { _ in changes.object += 1 }
    value.sink { _ in changes.value += 1 }
    let tracked = Tracked(in: LiveCount())
    objects.send(nil)
    objects.send(tracked)
    objects.send(tracked)
    #expect(changes.object == 1)
    loose.send(Loose())
    loose.send(Loose())
    #expect(changes.value == 2)
  }

  @Test func `Duplicates are what a given test says`() {
    let subject = PassthroughSubject<Int, Never>()
    let behavior = Behavior(publisher: subject, initial: 0, isDuplicate: { $0 / 10 == $1 / 10 })
    var seen: [Int] = []
    behavior.sink { seen.append($0) }
    for value in [1, 12, 13, 9, 25] { subject.send(value) }
    #expect(seen == [12, 9, 25])
  }

  @Test func `The last value stays when the publisher finishes`() {
    let subject = PassthroughSubject<Int, Never>()
    let behavior = Behavior(publisher: subject, initial: 0)
    subject.send(1)
    subject.send(completion: .finished)
    subject.send(2)
    #expect(behavior.value == 1)
    #expect(Behavior(publisher: Just(3), initial: 0).value == 3)
    #expect(Behavior(publisher: Empty<Int, Never>(), initial: 4).value == 4)
  }

  @Test func `What is derived from it sees no glitch`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let behavior = Behavior(publisher: subject, initial: 0)
    let double = derive { behavior.value * 2 }
    let sum = derive { behavior.value + double.value }
    var seen: [Int] = []
    sum.observe { seen.append($0) }
    subject.value = 2
    subject.value = 3
    #expect(seen == [3, 6, 9])
  }

  @Test func `A batch of sent values is one change, and none where it comes back`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let behavior = Behavior(publisher: subject, initial: 0)
    var seen: [Int] = []
    behavior.observe { seen.append($0) }
    batch {
      subject.value = 2
      subject.value = 3
      #expect(behavior.value == 3)
    }
    #expect(seen == [1, 3])
    batch {
      subject.value = 4
      #expect(behavior.value == 4)
      subject.value = 3
    }
    #expect(seen == [1, 3])
  }

  @Test func `A value that an observer sends is delivered after what is running`() {
    let subject = PassthroughSubject<Int, Never>()
    let behavior = Behavior(publisher: subject, initial: 0)
    var log: [String] = []
    behavior.sink { value in
      log.append("first \(value)")
      if value < 3 { subject.send(value + 1) }
    }
    behavior.sink { log.append("second \($0)") }
    subject.send(1)
    #expect(log == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
  }

  @Test func `Messages call it by its name, or by where it was made`() {
    let subject = PassthroughSubject<Int, Never>()
    #expect(Behavior(publisher: subject, initial: 0, name: "count").label == "count")
    let line = #line + 1
    #expect(Behavior(publisher: subject, initial: 0).label.hasSuffix("Behavior+PublisherTests.swift:\(line)"))
  }

  @Test func `It cancels when it goes, and nothing leaks`() {
    let count = LiveCount()
    var cancellations = 0
    let subject = PassthroughSubject<Tracked?, Never>()
    var behavior: Behavior<Tracked?>? = Behavior(
      publisher: subject.handleEvents(receiveCancel: { cancellations += 1 }), initial: count.make())
    behavior?.sink { [tracked = count.make()] _ in tracked.touch() }
    subject.send(count.make())
    // The derivation keeps the initial value until it recomputes.
    #expect(count.alive == 2)
    #expect(cancellations == 0)
    behavior = nil
    #expect(cancellations == 1)
    #expect(count.alive == 0)
  }

  @Test func `It may go while its value is delivered`() {
    let subject = PassthroughSubject<Int, Never>()
    var behavior: Behavior<Int>? = Behavior(publisher: subject, initial: 0)
    var seen: [Int] = []
    behavior?.sink { value in
      behavior = nil
      seen.append(value)
    }
    subject.send(1)
    subject.send(2)
    #expect(seen == [1])
  }

  @Test func `There and back: a behavior of a publisher of a behavior follows it`() {
    let number = OpenBehavior(1)
    let copy = Behavior(publisher: number.publisher, initial: 0)
    let text = Behavior(publisher: copy.publisher.map { "\($0)" }, initial: "")
    var seen: [String] = []
    text.observe { seen.append($0) }
    number.value = 2
    number.value = 2
    batch {
      number.value = 3
      number.value = 4
    }
    #expect(seen == ["1", "2", "4"])
    #expect(copy.value == 4)
  }

  @Test func `A long chain there and back is updated and released without recursion`() {
    let number = OpenBehavior(0)
    var last: Behavior<Int> = number
    for _ in 0..<20_000 { last = Behavior(publisher: last.publisher, initial: 0) }
    number.value = 1
    #expect(last.value == 1)
    last = number
    #expect(!number.isObserved)
  }

  @Test func `Two behaviors fed by each other come to rest`() {
    let left = OpenBehavior(0)
    let right = OpenBehavior(0)
    let cancellables = [
      left.publisher.sink { right.value = $0 },
      right.publisher.sink { left.value = $0 },
    ]
    left.value = 1
    #expect(right.value == 1)
    right.value = 2
    #expect(left.value == 2)
    for cancellable in cancellables { cancellable.cancel() }
  }
}
#endif
