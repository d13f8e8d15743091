/// What a property does to have its value, and when that is another: made where all types are known.
@frozen
@usableFromInline
struct Formula<Value> {
  @usableFromInline let equality: Equality<Value>

  @inlinable @inline(__always)
  init(_ test: some DuplicateTest<Value>, _ compute: @escaping (ValueRequest) -> Bool) {
    equality = Equality(test, ValueOperations(compute))
  }
}
