#if REACTIVE_PEERS
import Minimalist

/// Minimalist: a class with a `@Property` and a `@Signal`. It has no derived values.
enum MinimalistProperty: EventLibrary {
  final class Model {
    @Property var value: Int
    @Signal var signal: Accepts<Int>

    init(_ value: Int) { self.value = value }
  }

  /// An observer ends with its owner.
  final class Token {
    var owner: Owner? = Owner()
  }

  static let name = "Minimalist"

  static func source(_ value: Int, named name: String) -> Model { Model(value) }
  static func node(_ source: Model) -> SubscriptionPoint<Int> { source.$value }
  static func read(_ source: Model) -> Int { source.value }
  static func write(_ value: Int, to source: Model) { source.value = value }

  static func observe(_ node: SubscriptionPoint<Int>, _ handler: @escaping (Int) -> Void) -> Token {
    let token = Token()
    observe(node, with: token.owner!, handler)
    return token
  }

  static func cancel(_ token: Token) { token.owner = nil }

  static func observe(_ node: SubscriptionPoint<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    node.observe(with: owner) { _, value in handler(value) }
  }

  static func stream(named name: String) -> Model { Model(0) }
  static func send(_ payload: Int, to stream: Model) { stream.signal.send(payload) }

  static func sink(_ stream: Model, _ handler: @escaping (Int) -> Void) -> Token {
    observe(stream.$signal, handler)
  }
}
#endif
