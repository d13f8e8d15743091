// Unsafe: the requests of the kernel to a value of unknown type.
//
// The operations are a closure made where the type is known, so that its code is specialized: a call takes 3 ns, where
// a virtual method of a generic class takes 12. Its parameters are raw, because generic ones need a re-abstraction, an
// allocation and 10 ns more. Invariant: `node` holds the operations, and `operand` is as the request documents.

@frozen
@usableFromInline
package enum ValueOperation: UInt8 {
  /// Run the function. Returns whether the value has changed. `operand`: the ``Evaluation``.
  case evaluate
  /// Whether the value at `operand` would be a duplicate.
  case isDuplicate
  /// Whether the present value is a duplicate of the earlier one at `operand`.
  case isReverted
  /// Exchange the value and that at `operand`, unless their bits are the same. Returns whether they were exchanged.
  case putBack
  /// Notify the observers.
  case notify
  /// Keep a copy of the value from before the batch, in the context at `operand`.
  case keepSnapshot
  /// Write the value at `operand` to the origin of this one, if that is a change. Only for a node that forwards its
  /// writes; see ``NodeFlags/forwardsWrites``.
  case forward
  /// Like `forward`, with a copy that the function at `operand` changes.
  case modify
  /// Answer with the written value that the origin does not have yet. `operand`: the ``WaitingWrite``. Returns whether
  /// there is one. Only for a node that ``NodeFlags/writesLate``.
  case waiting
}

/// A request to the operations of `node`.
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

  /// Runs the user's test for duplicates, untracked. Stops if tests that write have nested too deep.
  @usableFromInline
  func test(_ isDuplicate: () -> Bool) -> Bool {
    withoutTracking {
      if Context.ready.isStackNearlyFull() { unsafe Context.current.stopEndlessTest(of: NodeRef(address: node)) }
      return isDuplicate()
    }
  }
}

/// Access to the value of a node of unknown type.
@frozen
@usableFromInline
package struct ValueOperations {
  @usableFromInline let body: (ValueRequest) -> Bool

  @inlinable @inline(__always)
  package init(_ body: @escaping (ValueRequest) -> Bool) { self.body = body }

  /// For a behavior without duplicates; see ``NodeFlags/neverEqual``.
  @inlinable @inline(__always)
  package static func never<Value>(_: Value.Type) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { _, _ in false } }
  }
  /// For a behavior that compares by `==`.
  @inlinable @inline(__always)
  package static func equal<Value: Equatable>(_: Value.Type) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { $0 == $1 } }
  }
  /// For a test that is a type.
  @inlinable @inline(__always)
  package static func comparing<Value>(by test: some EqualityTest<Value>) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { test.isDuplicate($0, $1) } }
  }
  /// For a test of the user's, whose reads are not tracked. Allocates 32 bytes.
  @inlinable @inline(__always)
  package static func when<Value>(_ isDuplicate: @escaping (Value, Value) -> Bool) -> ValueOperations {
    ValueOperations { question in
      Behavior<Value>.serve(question) { old, new in question.test { isDuplicate(old, new) } }
    }
  }
  /// For a behavior that has become a constant. Its test was released with its function; reverts are tested by `==` or
  /// identity.
  static func constant<Value>(_: Value.Type) -> ValueOperations {
    let isDuplicate = Equality<Value>.foundTest()
    return ValueOperations { $0.request != .evaluate && Behavior<Value>.serve($0, isDuplicate) }
  }
  /// For a scope, which has neither a value nor a function.
  static var none: ValueOperations { ValueOperations { _ in false } }
}

/// The operations in their node, called in place: calling the closure of a variable would retain it.
///
/// Invariant: replaced only while the thread is idle, so never while on the stack.
@frozen
@usableFromInline
package struct StoredOperations: ~Copyable {
  @usableFromInline package let body: (ValueRequest) -> Bool

  @inlinable @inline(__always)
  init(_ operations: ValueOperations) { body = operations.body }

  // A borrowing method: an access to `body` would copy it.
  @inlinable @inline(__always)
  borrowing func answer(_ question: ValueRequest) -> Bool { body(question) }
}
