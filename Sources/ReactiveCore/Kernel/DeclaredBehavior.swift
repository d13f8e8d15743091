/// The base class of behaviors that are computed from behaviors named beforehand, such as a derived property of
/// ReactiveDerived. You do not make one.
// Its witness holds both, the function and what it reads: one object and one call less than in a `ComputedBehavior`,
// which has a function of its own.
@safe
open class DeclaredBehavior<Value>: Behavior<Value> {
  @usableFromInline let teardownGuard = TeardownGuard()

  @inlinable
  package init(flags: NodeFlags, name: String?, file: StaticString, line: UInt, witness: NodeWitness) {
    super.init(
      flags: flags.union([.computed, .dirty]), value: nil, name: name, file: file, line: line, witness: witness)
  }

  deinit { Context.current.beginTeardown(flags, of: witness.body) }
}
