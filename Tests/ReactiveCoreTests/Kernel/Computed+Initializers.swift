import ReactiveCore

// Derivations for tests of the kernel. Users make them through the API of a layer above.

extension ComputedBehavior where Value: Equatable {
  convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ compute: @escaping () -> Value
  ) {
    self.init(Equality(.equal()), name: name, file: file, line: line, compute: compute)
  }
}

extension ComputedBehavior {
  convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (Value, Value) -> Bool, _ compute: @escaping () -> Value
  ) {
    self.init(Equality(.duplicates(by: isDuplicate)), name: name, file: file, line: line, compute: compute)
  }

  @_disfavoredOverload
  convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ compute: @escaping () -> Value
  ) {
    self.init(Equality(.never()), name: name, file: file, line: line, compute: compute)
  }
}
