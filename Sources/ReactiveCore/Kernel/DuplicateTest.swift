/// What makes a value a duplicate of another, as a type: where it holds nothing, it takes no place in a witness.
@usableFromInline
package protocol DuplicateTest<Value> {
  associatedtype Value
  var flags: NodeFlags { get }
  func isDuplicate(_ old: Value, _ new: Value) -> Bool
}

/// By `==`.
@frozen
@usableFromInline
package struct EqualValues<Value: Equatable>: DuplicateTest {
  @inlinable @inline(__always) package init() {}
  @inlinable package var flags: NodeFlags { @inline(__always) get { [] } }
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool { old == new }
}

/// The same instance of a class, or nil; of other types nothing is.
@frozen
@usableFromInline
package struct SameInstances<Value>: DuplicateTest {
  @inlinable @inline(__always) package init() {}
  @inlinable static var areObjects: Bool {
    @inline(__always) get { Value.self is AnyObject.Type || Value.self is any OptionalObject.Type }
  }
  @inlinable package var flags: NodeFlags { @inline(__always) get { Self.areObjects ? [] : .alwaysChanges } }
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool {
    guard Self.areObjects else { return false }
    // Either is one word, and the same word for the same instance.
    return unsafe withUnsafeBytes(of: old) { old in
      unsafe withUnsafeBytes(of: new) { new in unsafe old.load(as: UInt.self) == new.load(as: UInt.self) }
    }
  }
}

/// By a predicate of the user's, whose reads are nobody's.
@frozen
@usableFromInline
package struct GivenTest<Value>: DuplicateTest {
  @usableFromInline let isChange: (Value, Value) -> Bool
  @inlinable @inline(__always)
  package init(_ isChange: @escaping (_ old: Value, _ new: Value) -> Bool) { self.isChange = isChange }
  @inlinable package var flags: NodeFlags { @inline(__always) get { [] } }
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool { withoutTracking { !isChange(old, new) } }
}
