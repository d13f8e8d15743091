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

  package override final func keepBaseline(in context: Context) {
    if let storage, !flags.contains(.alwaysChanges) { context.keepBaseline(storage, of: node) }
  }

  deinit { Context.current.beginTeardown(flags, of: witness.body) }
}

extension NodeWitness {
  /// For a ``Declared`` behavior that has another one's test, and a function that reads by itself.
  @inlinable @inline(__always)
  package static func computing<Value>(_ test: NodeWitness, _ compute: @escaping () -> Value) -> NodeWitness {
    NodeWitness { question in
      if question.request != .evaluate { return test.body(question) }
      return Behavior<Value>.serve(question) { _, new in
        unsafe withUnsafePointer(to: new) { new in
          unsafe test.body(NodeQuestion(question.node, .isDuplicate, UnsafeRawPointer(new)))
        }
      } compute: { _ in
        compute()
      }
    }
  }
}
