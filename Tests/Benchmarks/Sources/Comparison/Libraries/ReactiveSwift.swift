#if REACTIVE_PEERS
import ReactiveSwift

/// ReactiveSwift: `MutableProperty`, `Property.map` and `Property.combineLatest`, observed by their `signal`.
enum ReactiveSwiftProperty: DerivingLibrary, EventLibrary {
  static let name = "ReactiveSwift"

  static func source(_ value: Int, named name: String) -> MutableProperty<Int> { MutableProperty(value) }
  static func node(_ source: MutableProperty<Int>) -> Property<Int> { Property(capturing: source) }
  static func read(_ source: MutableProperty<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: MutableProperty<Int>) { source.value = value }

  static func observe(_ node: Property<Int>, _ handler: @escaping (Int) -> Void) -> Token {
    let disposable = node.signal.observeValues(handler)
    return Token { disposable?.dispose() }
  }

  static func observe(_ node: Property<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    let (lifetime, token) = Lifetime.make()
    node.signal.take(during: lifetime).observeValues(handler)
    owner.keep(token)
  }

  static func map(_ node: Property<Int>, _ function: @escaping (Int) -> Int) -> Property<Int> { node.map(function) }

  static func join(_ nodes: [Property<Int>], _ function: @escaping ([Int]) -> Int) -> Property<Int> {
    Property<Int>.combineLatest(nodes)!.map(function)
  }

  static func value(of node: Property<Int>) -> Int? { node.value }

  static func bindTwoWay(_ one: MutableProperty<Int>, _ other: MutableProperty<Int>) -> Token? {
    let disposables = [other <~ one, one <~ other]
    return Token { for disposable in disposables { disposable?.dispose() } }
  }

  static func stream(named name: String) -> (Signal<Int, Never>, Signal<Int, Never>.Observer) { Signal.pipe() }
  static func send(_ payload: Int, to stream: (Signal<Int, Never>, Signal<Int, Never>.Observer)) {
    stream.1.send(value: payload)
  }
  static func sink(
    _ stream: (Signal<Int, Never>, Signal<Int, Never>.Observer), _ handler: @escaping (Int) -> Void
  ) -> Token {
    let disposable = stream.0.observeValues(handler)
    return Token { disposable?.dispose() }
  }
}
#endif
