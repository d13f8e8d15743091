// Tests: Retention

import ReactiveDerived
import Testing

@Suite("Streams that are made of one with a start")
struct SourceStreamTests {
  private final class Desk {
    private var send: ((Int) -> Void)?
    private(set) var stopCount = 0
    private(set) var received: [Int] = []

    func makeStream() -> EventStream<Int> {
      EventStream(whileObserved: { [unowned self] send in
        self.send = send
        return Subscription { [unowned self] in stopCount += 1 }
      })
    }

    func received(of payload: Int) -> [Int] {
      received = []
      send?(payload)
      return received
    }

    func take(_ payload: Int) { received.append(payload) }
  }

  @Test("a subscription keeps all that its stream is made of, until it is cancelled")
  func subscriptionKeeps() {
    let event = Event<Int>()
    let operators: [(name: String, derive: (EventStream<Int>) -> EventStream<Int>)] = [
      ("map", { $0.map { $0 } }),
      ("map of a map", { $0.map { $0 }.map { $0 } }),
      ("scan", { $0.scan(0) { $1 } }),
      ("merge", { $0.merge(event) }),
      ("sample", { OpenBehavior(0).sample(on: $0) { $1 } }),
    ]
    for (name, derive) in operators {
      let desk = Desk()
      let subscription = derive(desk.makeStream()).sink { [unowned desk] in desk.take($0) }
      #expect(desk.received(of: 1) == [1] && desk.stopCount == 0, "\(name)")
      subscription.cancel()
      #expect(desk.received(of: 2) == [] && desk.stopCount == 1, "\(name)")
    }
  }

  @Test("a behavior that holds one keeps all that it is made of")
  func behaviorKeeps() {
    let desk = Desk()
    do {
      let last = desk.makeStream().map { $0 + 1 }.hold(0)
      _ = desk.received(of: 1)
      #expect(last.value == 2)
    }
    #expect(desk.stopCount == 1)
  }

  @Test("a stream that follows one keeps it with its subscriptions")
  func followed() {
    let desk = Desk()
    let tuned = Event<EventStream<Int>>()
    let subscription = tuned.switchToLatest().sink { [unowned desk] in desk.take($0) }
    tuned.trigger(desk.makeStream().map { $0 })
    #expect(desk.received(of: 1) == [1])
    subscription.cancel()
    #expect(desk.stopCount == 1)
  }
}
