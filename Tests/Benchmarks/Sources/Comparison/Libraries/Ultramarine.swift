#if REACTIVE_PEERS
import Ultramarine

/// Ultramarine: `OpenBehavior`, written by `value`, and its derived behaviors.
enum UltramarineBehavior: DerivingLibrary, EventLibrary {
  static let name = "Ultramarine"

  static func source(_ value: Int, named name: String) -> OpenBehavior<Int> { OpenBehavior(value) }
  static func node(_ source: OpenBehavior<Int>) -> Behavior<Int> { source }
  static func read(_ source: OpenBehavior<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: OpenBehavior<Int>) { source.value = value }

  static func observe(_ node: Behavior<Int>, _ handler: @escaping (Int) -> Void) -> any Cancellable {
    node.sink(handler)
  }

  static func cancel(_ token: any Cancellable) { token.cancel() }

  static func map(_ node: Behavior<Int>, _ function: @escaping (Int) -> Int) -> Behavior<Int> {
    InjectionBehavior(source: node, function)
  }

  static func join(
    _ one: Behavior<Int>, _ other: Behavior<Int>, _ function: @escaping (Int, Int) -> Int
  ) -> Behavior<Int> {
    CombineBehavior(source: one, source: other, function)
  }

  /// By pairs, as there is no join of many. Each pair but the last makes an array.
  static func join(_ nodes: [Behavior<Int>], _ function: @escaping ([Int]) -> Int) -> Behavior<Int> {
    if nodes.count == 2 { return CombineBehavior(source: nodes[0], source: nodes[1]) { function([$0, $1]) } }
    var joined: Behavior<[Int]> = CombineBehavior(source: nodes[0], source: nodes[1]) { [$0, $1] }
    for node in nodes[2..<(nodes.count - 1)] { joined = CombineBehavior(source: joined, source: node) { $0 + [$1] } }
    return CombineBehavior(source: joined, source: nodes[nodes.count - 1]) { function($0 + [$1]) }
  }

  static func value(of node: Behavior<Int>) -> Int? { node.value }

  static func stream(named name: String) -> Event<Int> { Event() }
  static func send(_ payload: Int, to stream: Event<Int>) { stream.trigger(payload) }
  static func sink(_ stream: Event<Int>, _ handler: @escaping (Int) -> Void) -> any Cancellable { stream.sink(handler) }
}
#endif
