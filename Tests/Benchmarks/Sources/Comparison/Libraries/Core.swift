import ReactiveBindings
import ReactiveCore

/// ReactiveCore: `OpenBehavior`, observed with `sink`.
enum CoreBehavior: EventLibrary {
  static let name = "Core, `OpenBehavior`"
  static let isOurs = true

  static func source(_ value: Int, named name: String) -> OpenBehavior<Int> { OpenBehavior(value, name: name) }
  static func node(_ source: OpenBehavior<Int>) -> Behavior<Int> { source }
  static func read(_ source: OpenBehavior<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: OpenBehavior<Int>) { source.value = value }

  static func observe(_ node: Behavior<Int>, _ handler: @escaping (Int) -> Void) -> Subscription {
    node.sink(handler)
  }

  static func cancel(_ token: Subscription) { token.cancel() }

  static func observe(_ node: Behavior<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    node.sink(with: owner) { _, value in handler(value) }
  }

  static func observe(_ node: Behavior<Int>, keptBy owner: Owner, _ handler: @escaping (Int) -> Void) {
    let bag = SubscriptionBag()
    node.sink(handler).store(in: bag)
    owner.keep(bag)
  }

  static func together(_ body: () -> Void) { batch(body) }

  static func bindTwoWay(_ one: OpenBehavior<Int>, _ other: OpenBehavior<Int>) -> Any? { one.bindTwoWay(to: other) }

  static func stream(named name: String) -> Event<Int> { Event(name: name) }
  static func send(_ payload: Int, to stream: Event<Int>) { stream.trigger(payload) }
  static func sink(_ stream: Event<Int>, _ handler: @escaping (Int) -> Void) -> Subscription { stream.sink(handler) }
}

/// ReactiveCore: a class with a `@Property`, which notifies of every assignment, and a `@Signal`.
enum CoreProperty: EventLibrary {
  final class Model {
    @Property var value: Int
    @Signal var signal: Accepts<Int>

    init(_ value: Int) { self.value = value }
  }

  static let name = "Core, `@Property`"
  static let isOurs = true

  static func source(_ value: Int, named name: String) -> Model {
    let model = Model(value)
    model.$value.name = name
    return model
  }

  static func node(_ source: Model) -> Behavior<Int> { source.$value }
  static func read(_ source: Model) -> Int { source.value }
  static func write(_ value: Int, to source: Model) { source.value = value }

  static func observe(_ node: Behavior<Int>, _ handler: @escaping (Int) -> Void) -> Subscription {
    CoreBehavior.observe(node, handler)
  }

  static func cancel(_ token: Subscription) { token.cancel() }

  static func observe(_ node: Behavior<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    CoreBehavior.observe(node, with: owner, handler)
  }

  static func observe(_ node: Behavior<Int>, keptBy owner: Owner, _ handler: @escaping (Int) -> Void) {
    CoreBehavior.observe(node, keptBy: owner, handler)
  }

  static func together(_ body: () -> Void) { batch(body) }

  static func stream(named name: String) -> Model {
    let model = Model(0)
    model.$signal.name = name
    return model
  }

  static func send(_ payload: Int, to stream: Model) { stream.signal.send(payload) }
  static func sink(_ stream: Model, _ handler: @escaping (Int) -> Void) -> Subscription { stream.$signal.sink(handler) }
}
