#if canImport(Combine)
import Combine
import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite struct EventStreamOfPublisherTests {
  @Test func `It emits every payload, equal ones too, from observation on`() {
    let subject = PassthroughSubject<Int, Never>()
    let stream = EventStream(publisher: subject)
    subject.send(0)
    var seen: [Int] = []
    let subscription = stream.sink { seen.append($0) }
    subject.send(1)
    subject.send(1)
    subscription.cancel()
    subject.send(2)
    #expect(seen == [1, 1])
  }

  @Test func `What is sent at subscription reaches no observer`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let stream = EventStream(publisher: subject)
    var seen: [Int] = []
    stream.sink { seen.append($0) }
    subject.value = 2
    #expect(seen == [2])
  }

  @Test func `Payloads of a batch wait for its end, and none is lost`() {
    let subject = PassthroughSubject<Int, Never>()
    let stream = EventStream(publisher: subject)
    var seen: [Int] = []
    stream.sink { seen.append($0) }
    batch {
      subject.send(1)
      subject.send(2)
      #expect(seen == [])
    }
    #expect(seen == [1, 2])
  }

  @Test func `It cancels when it goes, and nothing leaks`() {
    let count = LiveCount()
    var cancellations = 0
    let subject = PassthroughSubject<Int, Never>()
    var stream: EventStream<Int>? = EventStream(publisher: subject.handleEvents(receiveCancel: { cancellations += 1 }))
    stream?.sink { [tracked = count.make()] _ in tracked.touch() }
    subject.send(1)
    #expect(cancellations == 0)
    stream = nil
    #expect(cancellations == 1)
    #expect(count.alive == 0)
  }

  @Test func `Nothing more comes when the publisher finishes`() {
    let subject = PassthroughSubject<Int, Never>()
    let stream = EventStream(publisher: subject, name: "keys")
    var seen: [Int] = []
    stream.sink { seen.append($0) }
    subject.send(1)
    subject.send(completion: .finished)
    subject.send(2)
    #expect(seen == [1])
    #expect(stream.name == "keys")
  }

  @Test func `There and back: a stream of a publisher of an event follows it`() {
    let typed = Event<Int>()
    let even = EventStream(publisher: typed.publisher.filter { $0.isMultiple(of: 2) })
    var seen: [Int] = []
    even.sink { seen.append($0) }
    for payload in 1...4 { typed.trigger(payload) }
    #expect(seen == [2, 4])
  }

  @Test func `An event can be fed by a publisher and be triggered`() {
    let subject = PassthroughSubject<Int, Never>()
    let event = Event(publisher: subject)
    var seen: [Int] = []
    event.sink { seen.append($0) }
    subject.send(1)
    event.trigger(2)
    #expect(seen == [1, 2])
  }

  @Test func `A long chain there and back is delivered and released without recursion`() {
    let typed = Event<Int>()
    var last: EventStream<Int> = typed
    for _ in 0..<20_000 { last = EventStream(publisher: last.publisher) }
    var seen: [Int] = []
    last.sink { seen.append($0) }
    typed.trigger(1)
    #expect(seen == [1])
    last = typed
    #expect(typed.observers.isEmpty)
  }
}
#endif
