/// How a property finds out whether a value is a change: chosen once, where the type of the value is known.
@frozen
@usableFromInline
struct ChangeTest<Value> {
  @usableFromInline let witness: NodeWitness
  @usableFromInline let flags: NodeFlags

  @inlinable @inline(__always)
  init(_ test: some DuplicateTest<Value>) {
    witness = .comparing(by: test)
    flags = test.flags
  }

  /// By identity for objects; values of other types always change.
  @inlinable @inline(__always)
  static var identity: ChangeTest { ChangeTest(SameInstances()) }

  /// By a predicate of the user's.
  @inlinable @inline(__always)
  static func given(_ isChange: @escaping (_ old: Value, _ new: Value) -> Bool) -> ChangeTest {
    ChangeTest(GivenTest(isChange))
  }
}

extension ChangeTest where Value: Equatable {
  /// By `==`.
  @inlinable @inline(__always)
  static var equality: ChangeTest { ChangeTest(EqualValues()) }
}
