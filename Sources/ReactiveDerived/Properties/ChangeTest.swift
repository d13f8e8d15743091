/// How a property finds out whether a value is a change: chosen once, where the type of the value is known.
@frozen
@usableFromInline
struct ChangeTest<Value> {
  @usableFromInline let witness: NodeWitness
  @usableFromInline let flags: NodeFlags

  @inlinable @inline(__always)
  init(witness: NodeWitness, flags: NodeFlags) {
    self.witness = witness
    self.flags = flags
  }

  /// The test of another behavior of this type.
  @inlinable @inline(__always)
  init(of behavior: Behavior<Value>) {
    self.init(witness: behavior.witness, flags: behavior.flags.intersection([.alwaysChanges]))
  }

  /// By identity for objects; values of other types always change.
  @inlinable @inline(__always)
  static var identity: ChangeTest {
    let (witness, flags) = NodeWitness.identical(ifObject: Value.self)
    return ChangeTest(witness: witness, flags: flags)
  }

  /// Every value is a change.
  @inlinable @inline(__always)
  static var always: ChangeTest { ChangeTest(witness: .never(Value.self), flags: .alwaysChanges) }

  /// By a predicate of the user's.
  @inlinable @inline(__always)
  static func given(_ isChange: @escaping (_ old: Value, _ new: Value) -> Bool) -> ChangeTest {
    ChangeTest(witness: .when { old, new in !isChange(old, new) }, flags: [])
  }
}

extension ChangeTest where Value: Equatable {
  /// By `==`.
  @inlinable @inline(__always)
  static var equality: ChangeTest { ChangeTest(witness: .equal(Value.self), flags: []) }
}
