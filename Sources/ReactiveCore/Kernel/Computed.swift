/// A behavior with a function: the kernel's derivation. The layers above give it its faces.
///
/// Lazy: the function runs when the value is needed and something that it read has changed. It keeps alive what its
/// function captures, and nothing else.
@safe
open class Computed<Value>: Behavior<Value> {
  @usableFromInline package final let compute: () -> Value
  @usableFromInline let teardownGuard = TeardownGuard()

  @inlinable
  package init(
    flags: NodeFlags = [], name: String?, file: StaticString, line: UInt, witness: @escaping NodeWitness,
    compute: @escaping () -> Value
  ) {
    self.compute = compute
    unsafe super.init(
      flags: flags.union([.computed, .dirty]), value: nil, name: name, file: file, line: line, witness: witness)
  }

  /// Answers the kernel. Inlined into a closure where `Value` is known.
  @inlinable @inline(__always)
  package static func serve(
    _ node: UnsafeRawPointer, _ request: NodeRequest, _ operand: UnsafeRawPointer?,
    _ isDuplicate: (Value, Value) -> Bool
  ) -> Bool {
    unsafe Unmanaged<Computed<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { me in
      switch request {
      case .evaluate:
        let new = me.compute()
        // It may have dropped its own node.
        if unsafe operand.unsafelyUnwrapped.assumingMemoryBound(to: Frame.self).pointee.sub == nil { return false }
        if let old = me.storage, isDuplicate(old, new) { return false }
        me.replace(with: new)
        return true
      case .isDuplicate:
        guard let present = me.storage else { return false }
        return unsafe isDuplicate(operand.unsafelyUnwrapped.assumingMemoryBound(to: Value.self).pointee, present)
      case .tell:
        me.tellObservers()
        return true
      }
    }
  }

  package override final func keepBaseline(in context: Context) {
    if let storage, !flags.contains(.alwaysChanges) { context.keepBaseline(storage, of: node) }
  }

  deinit { Context.current.beginTeardown(flags, of: compute) }
}

extension Computed where Value: Equatable {
  @inlinable
  package convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ compute: @escaping () -> Value
  ) {
    unsafe self.init(
      name: name, file: file, line: line, witness: { unsafe Computed<Value>.serve($0, $1, $2) { $0 == $1 } },
      compute: compute)
  }
}

extension Computed {
  @inlinable
  package convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (Value, Value) -> Bool, _ compute: @escaping () -> Value
  ) {
    unsafe self.init(
      name: name, file: file, line: line, witness: { unsafe Computed<Value>.serve($0, $1, $2, isDuplicate) },
      compute: compute)
  }

  @inlinable @_disfavoredOverload
  package convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ compute: @escaping () -> Value
  ) {
    unsafe self.init(
      flags: .alwaysChanges, name: name, file: file, line: line,
      witness: { unsafe Computed<Value>.serve($0, $1, $2) { _, _ in false } }, compute: compute)
  }
}
