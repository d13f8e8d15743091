#if REACTIVE_PEERS
import Yoyo

/// Yoyo: `StoredProperty` and `DerivedProperty`, observed by a `YoyoUpdater` for each observer.
enum YoyoProperty: DerivingLibrary {
  static let name = "Yoyo"

  /// An updater ends with its last reference.
  final class Token {
    var updater: YoyoUpdater?

    init(_ updater: YoyoUpdater) { self.updater = updater }
  }

  static func source(_ value: Int, named name: String) -> StoredProperty<Int> { StoredProperty(value) }
  static func node(_ source: StoredProperty<Int>) -> Property<Int> { source }
  static func read(_ source: StoredProperty<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: StoredProperty<Int>) { source.value = value }

  static func observe(_ node: Property<Int>, _ handler: @escaping (Int) -> Void) -> Token {
    let updater = YoyoUpdater()
    updater.keepUpToDate(dependencies: [node]) { handler(node.value) }
    return Token(updater)
  }

  static func cancel(_ token: Token) { token.updater = nil }

  static func map(_ node: Property<Int>, _ function: @escaping (Int) -> Int) -> Property<Int> {
    DerivedProperty(node, calculator: function)
  }

  static func join(
    _ one: Property<Int>, _ other: Property<Int>, _ function: @escaping (Int, Int) -> Int
  ) -> Property<Int> {
    DerivedProperty(one, other, calculator: function)
  }

  static func join(_ nodes: [Property<Int>], _ function: @escaping ([Int]) -> Int) -> Property<Int> {
    DerivedProperty(dependencies: nodes) { function(nodes.map(\.value)) }
  }

  static func value(of node: Property<Int>) -> Int? { node.value }
}
#endif
