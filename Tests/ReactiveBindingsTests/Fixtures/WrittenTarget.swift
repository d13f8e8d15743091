/// An object that logs each write of its property.
final class WrittenTarget<Value> {
  private var stored: Value
  private(set) var writes: [Value] = []
  /// The value that the setter stores.
  var accept: (_ old: Value, _ new: Value) -> Value = { $1 }
  var didWrite: (Value) -> Void = { _ in }

  init(_ value: Value) { stored = value }

  var value: Value {
    get { stored }
    set {
      writes.append(newValue)
      stored = accept(stored, newValue)
      didWrite(newValue)
    }
  }
}
