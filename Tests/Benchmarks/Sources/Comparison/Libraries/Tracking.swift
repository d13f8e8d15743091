import ReactiveBindings
import ReactiveCore
import ReactiveTracking

/// ReactiveTracking: atoms and derivations, observed by an `Effect` for each observer.
enum TrackingLayer: DerivingLibrary {
  static let name = "Tracking"
  static let isOurs = true

  static func source(_ value: Int, named name: String) -> AtomObject<Int> {
    atom(value, name: name.isEmpty ? nil : name)
  }
  static func node(_ source: AtomObject<Int>) -> Behavior<Int> { source }
  static func read(_ source: AtomObject<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: AtomObject<Int>) { source.value = value }

  static func observe(_ node: Behavior<Int>, _ handler: @escaping (Int) -> Void) -> Effect {
    Effect(name: node.name) { handler(node.value) }
  }

  static func cancel(_ token: Effect) { token.cancel() }

  static func map(_ node: Behavior<Int>, _ function: @escaping (Int) -> Int) -> Behavior<Int> {
    derive { function(node.value) }
  }

  static func join(
    _ one: Behavior<Int>, _ other: Behavior<Int>, _ function: @escaping (Int, Int) -> Int
  ) -> Behavior<Int> {
    derive { function(one.value, other.value) }
  }

  static func join(_ nodes: [Behavior<Int>], _ function: @escaping ([Int]) -> Int) -> Behavior<Int> {
    derive { function(nodes.map(\.value)) }
  }

  static func value(of node: Behavior<Int>) -> Int? { node.value }

  static func readRing() -> Bool {
    nonisolated(unsafe) var right: Derivation<Int>?
    let left = derive(name: "left") { (right?.value ?? 0) + 1 }
    right = derive(name: "right") { left.value + 1 }
    _ = left.value
    return true
  }

  static func together(_ body: () -> Void) { batch(body) }

  static func bindTwoWay(_ one: AtomObject<Int>, _ other: AtomObject<Int>) -> Any? { one.bindTwoWay(to: other) }
}

extension TrackingLayer: RowLibrary {
  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    let all = atom(rows)
    let count = derive { countOfOdd(all.value) }
    let effect = Effect { observer(count.value) }
    return { id, value in
      all.value[id].value = value
      withExtendedLifetime(effect) {}
    }
  }
}
