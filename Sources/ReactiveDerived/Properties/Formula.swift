/// What a property does to have its value, and when that is another: made where all types are known.
@frozen
@usableFromInline
struct Formula<Value> {
  @usableFromInline let witness: NodeWitness
  @usableFromInline let flags: NodeFlags

  @inlinable @inline(__always)
  init(_ test: some DuplicateTest<Value>, _ compute: @escaping (NodeQuestion) -> Bool) {
    witness = NodeWitness(compute)
    flags = test.flags
  }
}
