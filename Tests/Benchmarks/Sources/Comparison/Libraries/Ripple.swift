#if REACTIVE_PEERS
import Ripple

/// Ripple: `AtomObject` and `derive`, observed by an `Effect` for each observer.
///
/// It belongs to the main actor by convention, and probes run on a thread of their own. Nothing in it looks at that, so
/// they call it as if they were on the main actor.
enum RippleAtom: DerivingLibrary {
  /// A source or a derived value.
  struct Node {
    let value: () -> Int
    let kept: Any
  }

  /// An effect ends with its last reference.
  final class Token {
    var effect: Effect?

    init(_ effect: Effect) { self.effect = effect }
  }

  static let name = "Ripple"

  static func source(_ value: Int, named name: String) -> AtomObject<Int> { onMainActor { atom(value) } }
  static func node(_ source: AtomObject<Int>) -> Node { Node(value: { read(source) }, kept: source) }
  static func read(_ source: AtomObject<Int>) -> Int { onMainActor { source.value } }
  static func write(_ value: Int, to source: AtomObject<Int>) { onMainActor { source.value = value } }

  static func observe(_ node: Node, _ handler: @escaping (Int) -> Void) -> Token {
    nonisolated(unsafe) let (node, handler) = (node, handler)
    return onMainActor { Token(Effect { handler(node.value()) }) }
  }

  static func cancel(_ token: Token) { token.effect = nil }

  static func map(_ node: Node, _ function: @escaping (Int) -> Int) -> Node {
    derived { function(node.value()) }
  }

  static func join(_ one: Node, _ other: Node, _ function: @escaping (Int, Int) -> Int) -> Node {
    derived { function(one.value(), other.value()) }
  }

  static func join(_ nodes: [Node], _ function: @escaping ([Int]) -> Int) -> Node {
    derived { function(nodes.map { $0.value() }) }
  }

  static func value(of node: Node) -> Int? { node.value() }

  private static func derived(_ body: @escaping () -> Int) -> Node {
    nonisolated(unsafe) let body = body
    let derivation = onMainActor { derive { body() } }
    return Node(value: { onMainActor { derivation.value } }, kept: derivation)
  }

  /// Calls `body` without looking where it runs.
  @inline(__always)
  private static func onMainActor<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
  }
}
#endif
