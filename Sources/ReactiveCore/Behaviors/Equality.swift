// Unsafe: objects are compared by their addresses.
//
// Invariant: only words of values that the caller holds are read, and nothing is kept.

/// A test for duplicates as a type, so that a test without stored properties takes no space in the operations of a
/// node.
///
/// The four tests are `.equal()`, `.identity()`, `.duplicates(by:)` and `.never()`. A behavior receives one of them as
/// an ``Equality``.
@usableFromInline
package protocol EqualityTest<Value> {
  associatedtype Value
  /// Whether there are no duplicates: then no value is compared or kept for a comparison.
  var findsNone: Bool { get }
  /// The flags of a node with this test.
  var flags: NodeFlags { get }
  func isDuplicate(_ old: Value, _ new: Value) -> Bool
  /// Made once for each behavior.
  var equality: Equality<Value> { get }
}

extension EqualityTest {
  @inlinable package var findsNone: Bool { @inline(__always) get { false } }
  @inlinable package var flags: NodeFlags { @inline(__always) get { findsNone ? .neverEqual : [] } }
  @inlinable package var equality: Equality<Value> {
    @inline(__always) get { Equality(.comparing(by: self), flags) }
  }
}

/// Compares by `==`.
@frozen
@usableFromInline
package struct EquatableTest<Value: Equatable>: EqualityTest {
  @inlinable @inline(__always) init() {}
  /// Runs the user's `==`, which may do anything: the caller must hold no access.
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool { old == new }
  @inlinable package var flags: NodeFlags {
    @inline(__always) get { Behavior<Value>.comparesExactly ? .comparesExactly : [] }
  }
  @inlinable package var equality: Equality<Value> {
    @inline(__always) get { Equality(.equal(Value.self), .usesEquatable | flags) }
  }
}

/// Finds no duplicates: each value is a change.
@frozen
@usableFromInline
package struct NeverEqualTest<Value>: EqualityTest {
  @inlinable @inline(__always) init() {}
  @inlinable package var findsNone: Bool { @inline(__always) get { true } }
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool { false }
  @inlinable package var equality: Equality<Value> {
    @inline(__always) get { Equality(.never(Value.self), .neverEqual) }
  }
}

/// Finds the same instance of a class, or nil after nil, also in an `any P`, `AnyObject`, `Any` or an optional. Other
/// values are never duplicates.
@frozen
@usableFromInline
package struct IdentityTest<Value>: EqualityTest {
  @usableFromInline let objects: HeldObjects
  @inlinable @inline(__always) init() { objects = Self.objects }
  /// The first three tests fold to constants in specialized code.
  @inlinable static var objects: HeldObjects {
    @inline(__always) get {
      if _isPOD(Value.self) && !_isOptional(Value.self) { return .never }
      if _canBeClass(Value.self) == 1 { return .always }
      return heldObjects(of: Value.self)
    }
  }
  @inlinable package var findsNone: Bool { @inline(__always) get { objects == .never } }
  @inlinable package var flags: NodeFlags {
    @inline(__always) get {
      switch objects {
      case .never: .neverEqual
      case .neverButNil: .comparesNil | .comparesExactly
      case .always: .comparesExactly
      case .perhaps: []
      }
    }
  }
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool {
    switch objects {
    case .never: false
    case .neverButNil: areNil(old, new)
    case .always: Self.haveSameAddress(old, new)
    case .perhaps: Self.holdSame(old, new)
    }
  }
  @inlinable package var equality: Equality<Value> {
    @inline(__always) get {
      // Decided here rather than at each comparison.
      switch objects {
      case .never: Equality(.never(Value.self), .neverEqual)
      case .neverButNil: Self.equalityOfNil()
      case .always:
        Equality(
          ValueOperations { Behavior<Value>.serve($0, Self.haveSameAddress) }, .comparesExactly,
          ofSource: .comparesObjects)
      case .perhaps: Equality(ValueOperations { Behavior<Value>.serve($0, Self.holdSame) }, [])
      }
    }
  }
  /// For values that are never objects and may be nil.
  // Not specialized: for an optional of `any P<T>`, the optimizer of Swift 6.3 fails on the cast.
  @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func equalityOfNil() -> Equality<Value> {
    guard let type = optionalType(Value.self) else { return Equality(.never(Value.self), .neverEqual) }
    return Equality(
      ValueOperations { Behavior<Value>.serve($0) { areNil($0, $1, as: type) } }, .comparesNil | .comparesExactly)
  }
  /// For values that are always objects.
  @inlinable @inline(__always)
  static func haveSameAddress(_ old: Value, _ new: Value) -> Bool {
    unsafe withUnsafeBytes(of: old) { old in
      unsafe withUnsafeBytes(of: new) { new in unsafe old.load(as: UInt.self) == new.load(as: UInt.self) }
    }
  }
  /// For values that may be objects.
  @inlinable @inline(__always)
  static func holdSame(_ old: Value, _ new: Value) -> Bool {
    let quickly = unsafe withUnsafePointer(to: old) { old in
      unsafe withUnsafePointer(to: new) { new in unsafe holdSameObject(old, new, as: Value.self) }
    }
    return quickly ?? holdSameObject(old, new)
  }
}

/// Compares by the user's test, without tracking its reads.
@frozen
@usableFromInline
package struct UserTest<Value>: EqualityTest {
  @usableFromInline let test: (Value, Value) -> Bool
  @inlinable @inline(__always)
  init(_ isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool) { test = isDuplicate }
  @inlinable @inline(__always)
  package func isDuplicate(_ old: Value, _ new: Value) -> Bool { withoutTracking { test(old, new) } }
  @inlinable package var equality: Equality<Value> { @inline(__always) get { Equality(.when(test), []) } }
}

extension EqualityTest {
  /// Compares by `==`.
  @inlinable @inline(__always)
  package static func equal<Compared: Equatable>() -> Self where Self == EquatableTest<Compared> { EquatableTest() }
  /// Compares objects by identity.
  @inlinable @inline(__always)
  package static func identity<Compared>() -> Self where Self == IdentityTest<Compared> { IdentityTest() }
  /// Compares by the user's test, without tracking its reads.
  @inlinable @inline(__always)
  package static func duplicates<Compared>(
    by isDuplicate: @escaping (_ old: Compared, _ new: Compared) -> Bool
  ) -> Self where Self == UserTest<Compared> { UserTest(isDuplicate) }
  /// Finds no duplicates.
  @inlinable @inline(__always)
  package static func never<Compared>() -> Self where Self == NeverEqualTest<Compared> { NeverEqualTest() }
}

/// Whether two values are the same instance of a class, or both nil, however they are held.
@inlinable @inline(__always)
package func isSameInstance<Value>(_ old: Value, _ new: Value) -> Bool { IdentityTest().isDuplicate(old, new) }

/// How a behavior finds duplicates: an ``EqualityTest``, chosen where the behavior is made.
///
/// Every entry point of every layer has three overloads: a given test, `==`, and identity for types that are not
/// `Equatable`.
@frozen
@usableFromInline
package struct Equality<Value> {
  @usableFromInline package let operations: ValueOperations
  @usableFromInline let flags: NodeFlags
  /// For a source, about which more is known.
  @usableFromInline let sourceFlags: NodeFlags

  @inlinable @inline(__always)
  init(_ operations: ValueOperations, _ flags: NodeFlags, ofSource: NodeFlags = []) {
    self.operations = operations
    self.flags = flags
    sourceFlags = flags.union(ofSource)
  }

  @inlinable @inline(__always)
  package init(_ test: some EqualityTest<Value>) { self = test.equality }

  /// `==` if the type has one when the program runs, otherwise identity. For an initializer that cannot be overloaded
  /// because of its closure.
  package static func found() -> Equality {
    func equal<Known: Equatable>(_: Known.Type) -> Any { Equality<Known>(.equal()) }
    let known = (Value.self as? any Equatable.Type).map { equal($0) }
    return known as? Equality ?? Equality(.identity())
  }

  @usableFromInline
  static func foundTest() -> (Value, Value) -> Bool {
    func equal<Known: Equatable>(_: Known.Type) -> Any { { (old: Known, new: Known) -> Bool in old == new } }
    let known = (Value.self as? any Equatable.Type).map { equal($0) }
    return known as? (Value, Value) -> Bool ?? isSameInstance
  }

  /// For a node that computes its value itself: `answer` passes each request to ``Behavior``'s `serve`, with the same
  /// test and the function.
  @inlinable @inline(__always)
  package init(_ test: some EqualityTest<Value>, answer: @escaping (ValueRequest) -> Bool) {
    self.init(ValueOperations(answer), test.flags)
  }
}
