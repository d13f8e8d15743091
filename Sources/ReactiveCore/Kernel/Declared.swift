/// A behavior with a function that reads what was declared. Its witness holds both, the function and what it reads:
/// one object and one call less than in a ``Computed``, which has a function of its own.
@safe
open class Declared<Value>: Behavior<Value> {
  @usableFromInline let teardownGuard = TeardownGuard()

  @inlinable
  package init(flags: NodeFlags, name: String?, file: StaticString, line: UInt, witness: NodeWitness) {
    super.init(
      flags: flags.union([.computed, .dirty]), value: nil, name: name, file: file, line: line, witness: witness)
  }

  deinit { Context.current.beginTeardown(flags, of: witness.body) }
}
