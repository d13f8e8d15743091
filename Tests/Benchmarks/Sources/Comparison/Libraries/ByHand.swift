/// What one would write without a library: a field and an array of closures. Each derived value is a field, too, which an
/// observer of its inputs writes.
enum ByHand: DerivingLibrary, EventLibrary, RowLibrary {
  final class Field {
    var value: Int
    var observers: [(Int) -> Void] = []

    init(_ value: Int) { self.value = value }

    @inline(never)
    func write(_ newValue: Int) {
      value = newValue
      for observer in observers { observer(newValue) }
    }
  }

  static let name = "floor"
  static let canCancel = false

  static func source(_ value: Int, named name: String) -> Field { Field(value) }
  static func node(_ source: Field) -> Field { source }
  static func read(_ source: Field) -> Int { source.value }
  static func write(_ value: Int, to source: Field) { source.write(value) }
  static func observe(_ node: Field, _ handler: @escaping (Int) -> Void) { node.observers.append(handler) }
  static func cancel(_ token: Void) {}

  static func map(_ node: Field, _ function: @escaping (Int) -> Int) -> Field {
    let result = Field(function(node.value))
    node.observers.append { result.write(function($0)) }
    return result
  }

  static func join(_ one: Field, _ other: Field, _ function: @escaping (Int, Int) -> Int) -> Field {
    let result = Field(function(one.value, other.value))
    one.observers.append { result.write(function($0, other.value)) }
    other.observers.append { result.write(function(one.value, $0)) }
    return result
  }

  static func join(_ nodes: [Field], _ function: @escaping ([Int]) -> Int) -> Field {
    let result = Field(function(nodes.map(\.value)))
    for node in nodes { node.observers.append { _ in result.write(function(nodes.map(\.value))) } }
    return result
  }

  static func value(of node: Field) -> Int? { node.value }

  static func stream(named name: String) -> Field { Field(0) }
  static func send(_ payload: Int, to stream: Field) { stream.write(payload) }
  static func sink(_ stream: Field, _ handler: @escaping (Int) -> Void) { stream.observers.append(handler) }

  /// Only the change is counted.
  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    var (rows, odd) = (rows, countOfOdd(rows))
    return { id, value in
      odd += (value & 1) - (rows[id].value & 1)
      rows[id].value = value
      observer(odd)
    }
  }
}
