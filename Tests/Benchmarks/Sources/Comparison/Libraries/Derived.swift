import ReactiveBindings
import ReactiveCore
import ReactiveDerived

/// ReactiveDerived: `StoredProperty`, `DerivedProperty`, observed by an `Updater` for each observer.
enum DerivedLayer: DerivingLibrary {
  static let name = "Derived"
  static let isOurs = true

  static func source(_ value: Int, named name: String) -> StoredProperty<Int> { StoredProperty(value, name: name) }
  static func node(_ source: StoredProperty<Int>) -> Behavior<Int> { source }
  static func read(_ source: StoredProperty<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: StoredProperty<Int>) { source.value = value }

  /// An updater ends with its last reference.
  final class Token {
    var updater: Updater?

    init(_ updater: Updater) { self.updater = updater }
  }

  static func observe(_ node: Behavior<Int>, _ handler: @escaping (Int) -> Void) -> Token {
    let updater = Updater(name: node.name)
    updater.keepUpToDate(dependencies: [node]) { handler(node.value) }
    return Token(updater)
  }

  static func cancel(_ token: Token) { token.updater = nil }

  static func map(_ node: Behavior<Int>, _ function: @escaping (Int) -> Int) -> Behavior<Int> {
    DerivedProperty(node, calculator: function)
  }

  static func join(_ nodes: [Behavior<Int>], _ function: @escaping ([Int]) -> Int) -> Behavior<Int> {
    DerivedProperty(dependencies: nodes) { function(nodes.map(\.value)) }
  }

  static func value(of node: Behavior<Int>) -> Int? { node.value }

  static func together(_ body: () -> Void) { batch(body) }

  static func bindTwoWay(_ one: StoredProperty<Int>, _ other: StoredProperty<Int>) -> Any? { one.bindTwoWay(to: other) }
}
