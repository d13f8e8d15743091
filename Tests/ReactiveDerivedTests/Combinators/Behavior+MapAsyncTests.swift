import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Behavior.mapAsync")
struct BehaviorMapAsyncTests {
  private let desk = AnswerDesk()

  @Test("asks each value of a behavior that always has one")
  func values() async throws {
    let number = OpenBehavior(2)
    let square = number.mapAsync { $0 * $0 }
    var log: [Loadable<Int, Never>] = []
    let subscription = square.observe { log.append($0) }
    #expect(try await square.settled() == 4)
    number.value = 2
    number.value = 3
    #expect(try await square.settled() == 9)
    #expect(log == [.loading(last: nil), .loaded(4), .loading(last: 4), .loaded(9)])
    subscription.cancel()
  }

  @Test("nil is no question")
  func optionals() async throws {
    let place = OpenBehavior<String?>(nil)
    let weather = place.mapAsync { [desk] in try await desk.answer($0) }
    let subscription = weather.sink { _ in }
    #expect(try await weather.settled() == nil && weather.value.value == nil)
    place.value = "Oslo"
    desk.resolve(await desk.next())
    #expect(try await weather.settled() == "Oslo!")
    place.value = nil
    #expect(weather.value.value == nil && !weather.value.isLoading)
    subscription.cancel()
  }

  @Test("a value that is back is the same question, however often it has changed while nothing observed the answer")
  func back() async throws {
    let number = OpenBehavior(2)
    let next = number.map { $0 + 1 }
    let others = [number.sink { _ in }, next.sink { _ in }]
    for square in [number.mapAsync { $0 * $0 }, next.mapAsync { $0 * $0 }] {
      let answer = try await square.settled()
      number.value = 5
      number.value = 2
      var log: [Loadable<Int, Never>] = []
      let subscription = square.observe { log.append($0) }
      #expect(try await square.settled() == answer && log == [.loaded(answer ?? 0)])
      subscription.cancel()
    }
    for subscription in others { subscription.cancel() }
  }

  @Test("it keeps what it is made of, and is kept by a subscription")
  func lifetime() async throws {
    let number = OpenBehavior(2)
    let bag = SubscriptionBag()
    weak var gone: AsyncBehavior<Int, Never>?
    do {
      let square = number.map { $0 + 1 }.mapAsync { $0 * $0 }
      gone = square
      square.sink { _ in }.store(in: bag)
      #expect(try await square.settled() == 9)
    }
    number.value = 4
    #expect(try await gone?.settled() == 25)
    bag.cancelAll()
    #expect(gone == nil)
  }

  @Test("composed with debounced it asks what has come to rest")
  func debounced() async throws {
    let clock = ManualClock()
    let text = OpenBehavior<String?>(nil)
    let birds = text.mapAsync(after: .milliseconds(300), clock: clock) { [desk] in try await desk.answer($0) }
    let subscription = birds.sink { _ in }
    for typed in ["o", "ow", "owl"] {
      text.value = typed
      clock.advance(by: .milliseconds(100))
    }
    #expect(!desk.hasArrivals && birds.value.isLoading)
    clock.advance(by: .milliseconds(200))
    #expect(await desk.next() == "owl")
    subscription.cancel()
  }
}
