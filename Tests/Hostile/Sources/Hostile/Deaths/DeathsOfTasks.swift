import ReactiveCore
import ReactiveDerived
import ReactiveTracking

let taskDeathCases: [Case] = [
  Case("death/watched", .main { await perish(WithWatched.self, 150) }),
  Case("death/watched-runloop", .runLoop { await perish(WithWatched.self, 60) }),
  Case("death/answered", .main { await perish(WithAnswers.self, 100) }),
  Case("death/answered-runloop", .runLoop { await perish(WithAnswers.self, 40) }),
  Case("death/followed", .main { await perish(WithSequences.self, 100) }),
]

/// Sources that run while they are observed, directly or not, and derivations with several remaining dependents.
@MainActor
final class WithWatched: Model {
  private let source: OpenBehavior<Int>
  private let lingering: OpenBehavior<Int>
  private let stream: EventStream<Int>
  private let far: Derivation<Int>
  private let effects: [Effect]
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    let start: (@escaping (Int) -> Void) -> Subscription = { place in
      probe.use()
      place(World.size.peek())
      return Subscription { probe.use() }
    }
    source = OpenBehavior(0, whileObserved: start)
    lingering = OpenBehavior(0, whileObserved: start, lingering: .microseconds(Int.random(in: 0...300)))
    stream = EventStream(whileObserved: start, lingering: .microseconds(100))
    let (source, lingering) = (source, lingering)
    let near = derive { World.size.value.isMultiple(of: 2) ? source.value : lingering.value }
    far = derive { near.value &+ World.size.value }
    let far = far
    effects = [Effect { _ = near.value }, Effect { _ = far.value &+ near.value }, Effect { _ = lingering.value }]
    far.sink { _ in probe.use() }.store(in: bag)
    stream.map { $0 &+ 1 }.sink { _ in probe.use() }.store(in: bag)
    source.sink { _ in }.cancel()
    OpenBehavior(0, whileObserved: start).map { $0 }.sink { _ in probe.use() }
  }
}

@MainActor
final class WithAnswers: Model {
  private struct Odd: Error {}
  private let birds: AsyncBehavior<Int, Odd>
  private let slow: AsyncBehavior<Int, any Error>
  private let loading: Behavior<Bool>
  private let last: Behavior<Int?>
  private let unobserved: AsyncBehavior<Int, Never>
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    birds = deriveAsync(onFailure: .retry(times: 2, after: .microseconds(50))) {
      probe.use()
      return World.size.value
    } answer: { size throws(Odd) in
      if !size.isMultiple(of: 2) { throw Odd() }
      return size
    }
    slow = World.size.mapAsync(after: .microseconds(Int.random(in: 0...200)), start: .eager) { size in
      try await Task.sleep(for: .seconds(60))
      return size
    }
    unobserved = World.size.mapAsync { $0 }
    loading = slow.isLoading
    last = birds.last
    birds.sink { _ in probe.use() }.store(in: bag)
    last.sink { _ in probe.use() }
    loading.sink { _ in probe.use() }.store(in: bag)
    birds.reload(showing: Bool.random())
  }
}

@MainActor
final class WithSequences: Model {
  private let number: Behavior<Int>
  private let watched: Behavior<Int>
  private let stream: EventStream<Int>
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    let numbers = AsyncStream<Int> { source in
      let task = Task.detached {
        for number in 0..<100 {
          source.yield(number)
          await Task.yield()
        }
      }
      source.onTermination = { _ in task.cancel() }
    }
    number = Behavior(following: numbers, initial: 0)
    watched = Behavior(following: World.size.values, initial: 0, whileObserved: true)
    stream = EventStream(following: World.size.values, whileObserved: Bool.random())
    number.sink { _ in probe.use() }
    watched.map { $0 &+ 1 }.sink { _ in probe.use() }.store(in: bag)
    stream.sink { _ in probe.use() }.store(in: bag)
  }
}
