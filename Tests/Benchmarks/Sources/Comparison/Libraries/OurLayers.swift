import ReactiveCore
import ReactiveDerived
import ReactiveTracking

/// This package as a program uses it: behaviors and events of ReactiveCore, observed by `sink`, derived by ReactiveDerived.
/// For its costs only; how the layers behave is asked of each by itself.
enum OurLayers: DerivingLibrary, EventLibrary, RowLibrary, TimedLibrary {
  static let name = "swift-reactive"

  static func source(_ value: Int, named name: String) -> OpenBehavior<Int> { OpenBehavior(value) }
  static func node(_ source: OpenBehavior<Int>) -> Behavior<Int> { source }
  static func read(_ source: OpenBehavior<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: OpenBehavior<Int>) { source.value = value }
  static func observe(_ node: Behavior<Int>, _ handler: @escaping (Int) -> Void) -> Subscription { node.sink(handler) }
  static func cancel(_ token: Subscription) { token.cancel() }

  static func map(_ node: Behavior<Int>, _ function: @escaping (Int) -> Int) -> Behavior<Int> {
    DerivedProperty(node, calculator: function)
  }

  static func join(
    _ one: Behavior<Int>, _ other: Behavior<Int>, _ function: @escaping (Int, Int) -> Int
  ) -> Behavior<Int> {
    DerivedProperty(one, other, calculator: function)
  }

  static func join(_ nodes: [Behavior<Int>], _ function: @escaping ([Int]) -> Int) -> Behavior<Int> {
    DerivedProperty(dependencies: nodes) { function(nodes.map(\.value)) }
  }

  static func value(of node: Behavior<Int>) -> Int? { node.value }

  static func stream(named name: String) -> Event<Int> { Event() }
  static func send(_ payload: Int, to stream: Event<Int>) { stream.trigger(payload) }
  static func sink(_ stream: Event<Int>, _ handler: @escaping (Int) -> Void) -> Subscription { stream.sink(handler) }

  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    let all = OpenKeyed(rows)
    let count = all.filter { $0.value & 1 == 1 }.count
    count.sink(observer)
    return { id, value in
      all.update(id) { $0.value = value }
      withExtendedLifetime(count) {}
    }
  }

  static func debounced() -> (Int) -> Void {
    nonisolated(unsafe) let event = Event<Int>()
    MainActor.assumeIsolated { _ = event.debounce(for: .seconds(1000)).sink { _ in } }
    return { event.trigger($0) }
  }

  static func answered(_ observer: @escaping (Int) -> Void) -> (Int) -> Void {
    nonisolated(unsafe) let (question, observer) = (atom(0), observer)
    nonisolated(unsafe) var kept: Any?
    MainActor.assumeIsolated {
      let state = deriveAsync {
        question.value
      } answer: {
        await answer(to: $0)
      }
      state.sink { if case .loaded(let value) = $0 { observer(value) } }
      kept = state
    }
    return {
      question.value = $0
      withExtendedLifetime(kept) {}
    }
  }
}
