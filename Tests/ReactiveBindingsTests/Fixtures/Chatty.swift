import ReactiveCore

/// A behavior that notifies of every write, like a `@Property`, without a custom test for duplicates.
func chatty<Value>(_ value: Value) -> OpenBehavior<Value> {
  OpenBehavior(value, Equality(.never()), name: nil, file: #fileID, line: #line)
}
