#if canImport(Combine)
import Combine
import ReactiveBindings
import ReactiveTestSupport
import Testing

/// Ends its observers, as another layer's stream does without its sources.
private final class EndedStream: EventStream<Int>, Upstream {
  let isKeptByTokens = false
  let keptByToken: AnyObject? = nil

  init() {
    super.init(name: nil, file: #fileID, line: #line)
    observers.upstream = self
  }
  func updateConnection(_ upstream: inout [any Upstream]) {
    if !observers.isEmpty { observers.endAll() }
  }
  deinit { observers.upstream = nil }
}

@Suite struct EventStreamPublisherTests {
  @Test func `Payloads are published from subscription on, in order`() {
    let typed = Event<Int>()
    typed.trigger(0)
    var seen: [Int] = []
    let cancellable = typed.publisher.sink { seen.append($0) }
    typed.trigger(1)
    typed.trigger(1)
    typed.trigger(2)
    cancellable.cancel()
    typed.trigger(3)
    #expect(seen == [1, 1, 2])
  }

  @Test func `Payloads without demand are dropped`() {
    let typed = Event<Int>()
    let probe = Probe<Int>(asking: .none)
    typed.publisher.subscribe(probe)
    typed.trigger(1)
    probe.subscription?.request(.max(2))
    for payload in 2...5 { typed.trigger(payload) }
    #expect(probe.values == [2, 3])
    probe.subscription?.request(.unlimited)
    typed.trigger(6)
    #expect(probe.values == [2, 3, 6])
    probe.cancel()
  }

  @Test func `Demand given inside receive, either way, counts`() {
    let typed = Event<Int>()
    let probe = Probe<Int>(asking: .max(1))
    probe.onReceive = { [unowned probe] payload in
      if payload == 1 { probe.subscription?.request(.max(1)) }
      return payload == 2 ? .max(1) : .none
    }
    typed.publisher.subscribe(probe)
    for payload in 1...4 { typed.trigger(payload) }
    #expect(probe.values == [1, 2, 3])
    probe.cancel()
  }

  @Test func `Payloads that are triggered inside receive come after it and none is lost`() {
    let typed = Event<Int>()
    var log: [String] = []
    let first = typed.publisher.sink { payload in
      log.append("first \(payload)")
      if payload == 1 {
        typed.trigger(2)
        typed.trigger(3)
      }
    }
    let second = typed.publisher.sink { log.append("second \($0)") }
    typed.trigger(1)
    #expect(log == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `Payloads of a batch are all published at its end`() {
    let typed = Event<Int>()
    var seen: [Int] = []
    let cancellable = typed.publisher.sink { seen.append($0) }
    batch {
      typed.trigger(1)
      typed.trigger(2)
      #expect(seen == [])
    }
    #expect(seen == [1, 2])
    cancellable.cancel()
  }

  @Test func `A subscriber that cancels inside receive gets nothing more`() {
    let count = LiveCount()
    let typed = Event<Int>()
    let probe = Probe<Int>(asking: .unlimited)
    probe.onReceive = { [unowned probe, tracked = count.make()] _ in
      tracked.touch()
      probe.cancel()
      return .max(1)
    }
    typed.publisher.subscribe(probe)
    typed.trigger(1)
    typed.trigger(2)
    #expect(probe.values == [1])
    #expect(probe.completions == 0)
  }

  @Test func `An active subscription keeps the stream, and nothing leaks`() {
    let count = LiveCount()
    var typed: Event<Int>? = Event()
    typed?.sink { [tracked = count.make()] _ in tracked.touch() }
    let cancellable = typed?.publisher.sink { [tracked = count.make()] _ in tracked.touch() }
    typed = nil
    #expect(count.alive == 2)
    cancellable?.cancel()
    #expect(count.alive == 0)
  }

  @Test func `A subscriber without its subscription is notified when the stream goes`() {
    var typed: Event<Int>? = Event()
    let probe = Probe<Int>(asking: .unlimited, keepsSubscription: false)
    typed?.publisher.subscribe(probe)
    typed?.trigger(1)
    #expect(probe.completions == 0)
    typed = nil
    #expect(probe.values == [1])
    #expect(probe.completions == 1)
  }

  @Test func `It finishes when the stream ends though the subscription keeps it`() {
    // Like other layers' streams that take a few payloads.
    let typed = Event<Int>()
    var completions = 0
    let cancellable = typed.publisher.sink(receiveCompletion: { _ in completions += 1 }, receiveValue: { _ in })
    typed.observers.endAll()
    #expect(completions == 1)
    cancellable.cancel()
    #expect(completions == 1)
  }

  @Test func `A finished event finishes after what was sent`() {
    let typed = Event<Int>()
    let probe = Probe<Int>(asking: .unlimited)
    typed.publisher.subscribe(probe)
    batch {
      typed.trigger(1)
      typed.finish()
      typed.trigger(2)
    }
    #expect(probe.values == [1] && probe.completions == 1)
    let late = Probe<Int>(asking: .unlimited)
    typed.publisher.subscribe(late)
    #expect(late.log == ["subscription", "completion"])
  }

  @Test func `A stream that has ended before gives a subscription, and finishes then`() {
    let stream = EndedStream()
    let probe = Probe<Int>(asking: .unlimited)
    stream.publisher.subscribe(probe)
    #expect(probe.log == ["subscription", "completion"])
    var completions = 0
    let cancellable = stream.publisher.sink(receiveCompletion: { _ in completions += 1 }, receiveValue: { _ in })
    #expect(completions == 1)
    cancellable.cancel()
    let cancelling = Probe<Int>(asking: .none)
    cancelling.onSubscription = { $0.cancel() }
    stream.publisher.subscribe(cancelling)
    #expect(cancelling.log == ["subscription"])
  }

  @Test func `Payloads that are on their way when the stream goes are published before the end`() {
    var log: [String] = []
    var typed: Event<Int>? = Event()
    let probe = Probe<Int>(asking: .unlimited, keepsSubscription: false)
    typed?.publisher.subscribe(probe)
    let start = Event<Void>()
    start.sink {
      typed?.trigger(1)
      typed = nil
      log.append("dropped \(probe.values) \(probe.completions)")
    }
    start.trigger()
    #expect(log == ["dropped [] 0"])
    #expect(probe.values == [1])
    #expect(probe.completions == 1)
  }
}
#endif
