/// An object with a property of which it notes each write.
final class WrittenTarget<Value> {
  private var stored: Value
  private(set) var writes: [Value] = []
  /// What the setter stores for what it is given.
  var accept: (_ old: Value, _ new: Value) -> Value = { $1 }
  /// Called at the end of the setter.
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
