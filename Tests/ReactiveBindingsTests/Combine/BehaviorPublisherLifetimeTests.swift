#if canImport(Combine)
import Combine
import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite struct BehaviorPublisherLifetimeTests {
  @Test func `A publisher keeps its behavior, and so does an active subscription`() {
    let count = LiveCount()
    var source: OpenBehavior<Tracked>? = OpenBehavior(count.make())
    var publisher = source?.publisher
    source = nil
    #expect(count.alive == 1)
    var seen = 0
    let cancellable = publisher?.sink { _ in seen += 1 }
    publisher = nil
    #expect(seen == 1)
    #expect(count.alive == 1)
    cancellable?.cancel()
    #expect(count.alive == 0)
  }

  @Test func `A derivation that is not kept elsewhere can be subscribed to`() {
    let number = OpenBehavior(1)
    var seen: [Int] = []
    let cancellable = derive { number.value * 2 }.publisher.sink { seen.append($0) }
    number.value = 2
    #expect(seen == [2, 4])
    cancellable.cancel()
    #expect(!number.isWatched)
  }

  @Test func `Cancelling releases what the subscriber captured at once`() {
    let count = LiveCount()
    let number = OpenBehavior(0)
    let cancellable = number.publisher.sink { [tracked = count.make()] _ in tracked.touch() }
    #expect(count.alive == 1)
    cancellable.cancel()
    #expect(count.alive == 0)
  }

  @Test func `Dropping the cancellable cancels and leaks nothing`() {
    let count = LiveCount()
    let number = OpenBehavior(0)
    do {
      let cancellable = number.publisher.map { $0 + 1 }.sink { [tracked = count.make()] _ in tracked.touch() }
      withExtendedLifetime(cancellable) { number.value = 1 }
    }
    #expect(count.alive == 0)
    #expect(!number.isObserved)
  }

  @Test func `A value that waits for demand is released when it is cancelled`() {
    let count = LiveCount()
    let object = OpenBehavior<Tracked?>(nil)
    let probe = Probe<Tracked?>(asking: .none)
    object.publisher.subscribe(probe)
    object.value = count.make()
    object.value = count.make()
    #expect(count.alive == 1)
    object.value = nil
    #expect(count.alive == 0)
    object.value = count.make()
    let subscription = probe.subscription
    subscription?.cancel()
    object.value = nil
    #expect(count.alive == 0)
  }

  @Test func `A subscriber without its subscription is served until the behavior goes, and is notified of that`() {
    var number: OpenBehavior<Int>? = OpenBehavior(0)
    let probe = Probe<Int>(asking: .unlimited, keepsSubscription: false)
    number?.publisher.subscribe(probe)
    number?.value = 1
    #expect(probe.values == [0, 1])
    #expect(probe.completions == 0)
    number = nil
    #expect(probe.completions == 1)
  }

  @Test func `What waits when the behavior goes is not published after the end`() {
    var number: OpenBehavior<Int>? = OpenBehavior(0)
    let probe = Probe<Int>(asking: .max(1), keepsSubscription: false)
    number?.publisher.subscribe(probe)
    number?.value = 1
    number = nil
    #expect(probe.values == [0])
    #expect(probe.completions == 1)
  }

  @Test func `A behavior that goes inside receive finishes after it`() {
    var number: OpenBehavior<Int>? = OpenBehavior(0)
    let probe = Probe<Int>(asking: .unlimited, keepsSubscription: false)
    var completionsInside = 0
    probe.onReceive = { [unowned probe] value in
      if value == 1 { number = nil }
      completionsInside = probe.completions
      return .none
    }
    number?.publisher.subscribe(probe)
    number?.value = 1
    #expect(completionsInside == 0)
    #expect(probe.values == [0, 1])
    #expect(probe.completions == 1)
  }

  @Test func `A subscriber that drops its own subscription and the behavior inside receive is safe`() {
    let count = LiveCount()
    var number: OpenBehavior<Tracked>? = OpenBehavior(count.make())
    var cancellable: AnyCancellable?
    var calls = 0
    cancellable = number?.publisher.dropFirst().sink { [tracked = count.make()] _ in
      calls += 1
      number = nil
      cancellable = nil
      tracked.touch()
    }
    #expect(count.alive == 2)
    number?.value = count.make()
    #expect(calls == 1)
    #expect(count.alive == 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test func `A subscriber that writes when it goes is safe`() {
    let number = OpenBehavior(0)
    var seen: [Int] = []
    let other = number.publisher.sink { seen.append($0) }
    let cancellable = number.publisher.sink { [farewell = Farewell { number.value = 7 }] _ in
      withExtendedLifetime(farewell) {}
    }
    cancellable.cancel()
    #expect(seen == [0, 7])
    other.cancel()
  }

  @Test func `Many subscriptions come and go without leaving anything`() {
    let count = LiveCount()
    let number = OpenBehavior(0)
    for index in 0..<1000 {
      let cancellable = number.publisher.sink { [tracked = count.make()] _ in tracked.touch() }
      number.value = index
      cancellable.cancel()
    }
    #expect(count.alive == 0)
    #expect(count.peak == 1)
  }
}
#endif
