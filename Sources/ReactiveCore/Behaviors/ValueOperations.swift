// Unsafe: the questions that the kernel asks of a value whose type it does not know.
//
// A witness is a closure made where the type is known, so that it is specialised code: 3 ns a call where a virtual
// method of a generic class takes 12. Its parameters are raw because a closure over generic ones would need a
// re-abstraction, an allocation and 10 ns more. Invariant: `node` is the node that holds the witness, and `operand` is
// what the request says.

@frozen
@usableFromInline
package enum ValueOperation: UInt8 {
  /// Run the function; is the value another than before? `operand`: the ``Evaluation`` of the run.
  case evaluate
  /// Would it be no change to store the value at `operand`?
  case isDuplicate
  /// Was it no change to come here from the value at `operand`?
  case isReverted
  /// Exchange the value and that at `operand`, unless they are the same bits; were they exchanged?
  case putBack
  /// Tell the observers of the value.
  case notify
}

/// A request on its way to the witness of `node`.
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
  package static func comparing<Value>(by test: some DuplicateTest<Value>) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { test.isDuplicate($0, $1) } }
  }
  /// For a behavior with a test of its own, `(old, new)`, whose reads are not tracked. Costs an allocation of 32 bytes.
  @inlinable @inline(__always)
  package static func when<Value>(_ isDuplicate: @escaping (Value, Value) -> Bool) -> ValueOperations {
    ValueOperations { Behavior<Value>.serve($0) { old, new in withoutTracking { isDuplicate(old, new) } } }
  }
  /// For a behavior that never changes any more, whose test has gone with its function. What is asked is whether its
  /// value is one that it had: `==` and identity tell.
  static func constant<Value>(_: Value.Type) -> ValueOperations {
    func isEqual<Plain: Equatable>(_: Plain.Type, _ old: Value, _ new: Value) -> Bool {
      old as? Plain == new as? Plain
    }
    let type = Value.self as? any Equatable.Type
    return ValueOperations {
      $0.request != .evaluate
        && Behavior<Value>.serve($0) { old, new in
          type.map { isEqual($0, old, new) } ?? SameInstances().isDuplicate(old, new)
        }
    }
  }
  /// For a reaction, which has no value.
  static var reaction: ValueOperations {
    ValueOperations { question in
      unsafe Unmanaged<Reaction>.fromOpaque(question.node)._withUnsafeGuaranteedRef {
        $0.function.withContent { $0.body() }
      }
      return false
    }
  }
}

/// A witness in its node, which is asked in place: calling the closure of a variable would retain it.
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

extension NodeRef {
  /// Asks the witness of the node.
  @inlinable @inline(__always)
  package func ask(_ request: ValueOperation, about operand: UnsafeRawPointer? = nil) -> Bool {
    unsafe object._withUnsafeGuaranteedRef {
      $0.operations.withContent { $0.answer(unsafe ValueRequest(address, request, operand)) }
    }
  }
}

extension Behavior {
  /// Answers the kernel. Inlined into the closures above, where `Value` is known.
  @inlinable @inline(__always)
  static func serve(_ question: ValueRequest, _ isDuplicate: (_ old: Value, _ new: Value) -> Bool) -> Bool {
    serve(question, isDuplicate) { _ in
      unsafe Unmanaged<ComputedBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef {
        $0.function.withContent { $0.compute() }
      }
    }
  }

  /// Answers the kernel for a node whose witness holds its function.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ isDuplicate: (_ old: Value, _ new: Value) -> Bool, compute: (EvaluationRef) -> Value
  ) -> Bool {
    let (node, operand) = unsafe (question.node, question.operand)
    switch question.request {
    case .evaluate:
      let evaluation = unsafe EvaluationRef(operand.unsafelyUnwrapped)
      let new = compute(evaluation)
      // It may have dropped its own node.
      if evaluation.isDisposed { return false }
      return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { me in
        // So may the test.
        if let old = me.storage, isDuplicate(old, new) || evaluation.isDisposed { return false }
        me.replace(with: new)
        return true
      }
    case .isDuplicate, .isReverted:
      return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { me in
        guard let present = me.storage else { return false }
        let other = unsafe operand.unsafelyUnwrapped.assumingMemoryBound(to: Value.self)
        return unsafe question.request == .isReverted
          ? isDuplicate(other.pointee, present) : isDuplicate(present, other.pointee)
      }
    case .putBack:
      let other = unsafe UnsafeMutablePointer(mutating: operand.unsafelyUnwrapped.assumingMemoryBound(to: Value.self))
      return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef {
        unsafe $0.putBack(&other.pointee)
      }
    case .notify:
      unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { $0.notifyObservers() }
      return true
    }
  }

  /// Exchanges the value and `other`, unless they are the same bits or the same object. Returns whether it did.
  ///
  /// The same bits are the same value; equal ones in other memory may differ. (An object that is held as `Any` has words
  /// beside it that mean nothing.) Not inlinable, since it is rare.
  @usableFromInline @inline(never)
  package final func putBack(_ other: inout Value) -> Bool {
    guard flags.contains(.hasValue) else { return false }
    var mine = take()
    let isSame = unsafe withUnsafeBytes(of: &mine) { mine in
      unsafe withUnsafeBytes(of: &other) { unsafe mine.elementsEqual($0) }
    }
    let isKept = isSame || SameInstances().isDuplicate(mine, other)
    if !isKept { swap(&mine, &other) }
    put(mine)
    return !isKept
  }

  /// Asks the witness about a value of this behavior's type.
  @inlinable @inline(__always)
  final func ask(_ request: ValueOperation, about other: Value) -> Bool {
    unsafe withUnsafePointer(to: other) { other in
      operations.withContent { $0.answer(unsafe ValueRequest(node.address, request, UnsafeRawPointer(other))) }
    }
  }

}

// The same questions, where they can be answered without a call.

extension OpenBehavior {
  /// Whether `new` is a duplicate, if that takes no call of the witness: for objects, and for the commonest types with
  /// their own `==`. The comparisons of types fold to constants in specialised code.
  @inlinable @inline(__always)
  final func isPlainDuplicate(_ new: Value) -> Bool? {
    if !_isPOD(Value.self) && Value.self != String.self && MemoryLayout<Value>.size >= MemoryLayout<UInt>.size
      && flags.intersection(.comparesObjects | .running) == .comparesObjects
    {
      return SameInstances.haveSameAddress(present, new)
    }
    guard flags.intersection(.usesEquatable | .running) == .usesEquatable else { return nil }
    if Value.self == Int.self {
      return unsafe unsafeBitCast(present, to: Int.self) == unsafeBitCast(new, to: Int.self)
    }
    if Value.self == Bool.self {
      return unsafe unsafeBitCast(present, to: Bool.self) == unsafeBitCast(new, to: Bool.self)
    }
    if Value.self == Double.self {
      return unsafe unsafeBitCast(present, to: Double.self) == unsafeBitCast(new, to: Double.self)
    }
    if Value.self == String.self {
      return unsafe withUnsafePointer(to: new) { new in
        unsafe new.withMemoryRebound(to: String.self, capacity: 1) { new in
          unsafe withUnsafePointer(to: present) { present in
            unsafe present.withMemoryRebound(to: String.self, capacity: 1) { unsafe $0.pointee == new.pointee }
          }
        }
      }
    }
    return nil
  }

  /// Whether `present` may have a duplicate that is not the same value.
  @inlinable @inline(__always)
  final var hasInexactDuplicates: Bool {
    if Context.comparesExactly(Value.self) { return flags.isDisjoint(with: .usesEquatable | .neverEqual) }
    if Value.self == Double.self && flags.contains(.usesEquatable) {
      // 0 and -0 are equal. Nothing equals NaN.
      return unsafe unsafeBitCast(present, to: Double.self) == 0
    }
    return flags.isDisjoint(with: .neverEqual | .comparesObjects)
  }
}
