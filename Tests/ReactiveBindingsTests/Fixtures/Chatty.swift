import ReactiveCore

/// A behavior that notifies of every write, as a `@Property` does, without a test of its own for duplicates.
func chatty<Value>(_ value: Value) -> OpenBehavior<Value> {
  OpenBehavior(value, Equality(.never()), name: nil, file: #fileID, line: #line)
}
