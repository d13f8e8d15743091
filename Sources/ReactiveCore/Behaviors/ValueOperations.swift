// Unsafe: the questions that the kernel asks of a value whose type it does not know.
//
// The operations are a closure made where the type is known, so that it is specialised code: 3 ns a call where a virtual
// method of a generic class takes 12. Its parameters are raw because a closure over generic ones would need a
// re-abstraction, an allocation and 10 ns more. Invariant: `node` is the node that holds the operations, and `operand` is
// what the request says.

@frozen
@usableFromInline
package enum ValueOperation: UInt8 {
  /// Run the function. Answers whether the value has changed. `operand`: the ``Evaluation`` of the run.
  case evaluate
  /// Would it be no change to store the value at `operand`?
  case isDuplicate
  /// Is the present value a duplicate of the earlier one at `operand`?
  case isReverted
  /// Exchange the value and that at `operand`, unless they are the same bits; were they exchanged?
  case putBack
  /// Notify the observers of the value.
  case notify
  /// Keep a copy of the value as the one at the beginning of the batch, in the context at `operand`.
  case keepSnapshot
  /// Write the value at `operand` where this one comes from, if that is a change. Only a node that forwards its writes is
  /// asked; see ``NodeFlags/forwardsWrites``.
  case forward
  /// Change the value in place where it comes from, by the function at `operand`, which returns whether it is a change.
  /// Only a node that forwards is asked.
  case modify
}

/// A request on its way to the operations of `node`.
@frozen
@safe
@usableFromInline
package struct ValueRequest {
  @usableFromInline let node: UnsafeRawPointer
  @usableFromInline let request: ValueOperation
  @usableFromInline let operand: UnsafeRawPointer?

  @inlinable @inline(__always)
  init(_ node: UnsafeRawPointer, _ request: ValueOperation, _ operand: UnsafeRawPointer?) {
    unsafe self.node = node
    self.request = request
    unsafe self.operand = operand
  }
}

/// What the kernel asks of a node's value without knowing its type.
@frozen
@usableFromInline
package struct ValueOperations {
  @usableFromInline let body: (ValueRequest) -> Bool

  @inlinable @inline(__always)
  package init(_ body: @escaping (ValueRequest) -> Bool) { self.body = body }

  /// For a behavior of which no value is a duplicate of another; see ``NodeFlags/neverEqual``.
  @inlinable @inline(__always)
  package static func never<Value>(_: Value.Type) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { _, _ in false } }
  }
  /// For a behavior whose duplicates are the equal values.
  @inlinable @inline(__always)
  package static func equal<Value: Equatable>(_: Value.Type) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { $0 == $1 } }
  }
  /// For a behavior with a test that is a type.
  @inlinable @inline(__always)
  package static func comparing<Value>(by test: some EqualityTest<Value>) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { test.isDuplicate($0, $1) } }
  }
  /// For a behavior with a test of its own, `(old, new)`, whose reads are not tracked. Costs an allocation of 32 bytes.
  @inlinable @inline(__always)
  package static func when<Value>(_ isDuplicate: @escaping (Value, Value) -> Bool) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { old, new in withoutTracking { isDuplicate(old, new) } } }
  }
  /// For a behavior that has become a constant; its test was released with its function. A question whether its value
  /// is an earlier one is answered by `==` or identity.
  static func constant<Value>(_: Value.Type) -> ValueOperations {
    func isEqual<Plain: Equatable>(_: Plain.Type, _ old: Value, _ new: Value) -> Bool {
      old as? Plain == new as? Plain
    }
    let type = Value.self as? any Equatable.Type
    return ValueOperations {
      $0.request != .evaluate
        && Behavior<Value>.serve($0) { old, new in
          type.map { isEqual($0, old, new) } ?? IdentityTest().isDuplicate(old, new)
        }
    }
  }
  /// For a scope, which has neither a value nor a function.
  static var none: ValueOperations { ValueOperations { _ in false } }
}

/// The operations in their node, which are asked in place: calling the closure of a variable would retain it.
///
/// Invariant: it is only replaced while the thread is idle, so that it is not on the stack.
@frozen
@usableFromInline
package struct StoredOperations: ~Copyable {
  @usableFromInline package let body: (ValueRequest) -> Bool

  @inlinable @inline(__always)
  init(_ operations: ValueOperations) { body = operations.body }

  // A method, which borrows: an access to `body` would copy it.
  @inlinable @inline(__always)
  borrowing func answer(_ question: ValueRequest) -> Bool { body(question) }
}
