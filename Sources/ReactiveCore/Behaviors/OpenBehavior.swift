// Unsafe: values of a generic type, read as the concrete type that it was tested to be.
//
// Invariant: a value is read as another type only where `Value` is that type, or an object.

/// A behavior that can be written.
///
/// ```swift
/// let name = OpenBehavior("Alice")
/// name.sink { print("Hello, \($0)!") }
/// name.value = "Bob"    // prints "Hello, Bob!"
/// name <<= "Bob"        // a duplicate: prints nothing
/// name <<= "Carol"      // prints "Hello, Carol!"
/// ```
///
/// A write stores the value, then notifies, so every observer reads the new value everywhere. A write during a delivery
/// notifies after that delivery. Writes in a ``batch(_:)`` notify once, at the batch's end.
///
/// Writing a duplicate is not a change. The test is chosen where the behavior is made:
///
/// - Values of an `Equatable` type are compared by `==`.
/// - Objects are compared by identity, also in an `any SomeDelegate`, `AnyObject`, `Any` or an optional.
/// - Other values have no duplicates.
/// - With `isDuplicate:`, you pass a test of your own.
///
/// The behavior retains its value and observers. Cost: 112 bytes for an `Int`; a write without observers takes under 5
/// ns, one with observers about 15 ns and 2 ns for each. From Ultramarine; called a behavior relay in RxSwift, a
/// mutable property in ReactiveSwift, and a current value subject in Combine.
@safe
@_hasMissingDesignatedInitializers
open class OpenBehavior<Value>: Behavior<Value> {
  /// With `isFollowing`, the library writes the behavior, and tokens retain it like a derived behavior.
  @inlinable
  package init(
    _ value: Value, _ equality: Equality<Value>, isFollowing: Bool = false, name: String?, file: StaticString,
    line: UInt
  ) {
    super.init(
      flags: isFollowing ? equality.sourceFlags.union(.following) : equality.sourceFlags, value: value, name: name,
      file: file, line: line, operations: equality.operations)
  }

  /// A part of another node, which the library writes, and messages identify by that one. `part` may run user code,
  /// before `value` is taken.
  init(
    _ value: @autoclosure () -> Value, _ equality: Equality<Value>, of whole: ReactiveNode,
    as part: @autoclosure () -> String
  ) {
    let name = whole.name(of: part)
    super.init(
      flags: equality.sourceFlags.union(.following), value: value(), at: whole.location,
      operations: equality.operations)
    keepLabel(of: whole, named: name)
  }

  /// A computed behavior whose `operations` forward its writes; see `OpenBehavior+Forwarding.swift`.
  @inlinable
  package init(forwardingBy operations: Equality<Value>, name: String?, file: StaticString, line: UInt) {
    super.init(computedBy: operations, name: name, file: file, line: line)
    flags.insert(.forwardsWrites)
  }

  /// A behavior that begins with `value` and finds duplicates by `isDuplicate(old, new)`.
  ///
  /// `isDuplicate` runs at each write, and should only compare. Messages identify the behavior by `name`, or else by
  /// `file` and `line`.
  @inlinable
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(value, Equality(.duplicates(by: isDuplicate)), name: name, file: file, line: line)
  }

  // In the class, so that a subclass can declare such an initializer of its own.

  /// A behavior that begins with `value`. Only the same object, or nil after nil, is a duplicate.
  @inlinable @_disfavoredOverload
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, Equality(.identity()), name: name, file: file, line: line)
  }

  /// The current value. Reads are tracked; a write stores, and notifies unless the new value is a duplicate.
  ///
  /// A write by an observer of this behavior notifies after the running delivery. To change part of a large value, such
  /// as an array, use ``update(_:)``: `value.append(x)` copies it.
  @inlinable
  public final var value: Value {
    @inline(__always) get { read() }
    @inline(__always) set { write(newValue) }
  }

  /// Stores `new` and notifies, unless it is a duplicate. May run any user code: the caller must hold no access.
  @inlinable
  package final func write(_ new: Value) {
    #if DEBUG
    Context.noteOperation()
    #endif
    if !flags.contains(.neverEqual) && (isPlainDuplicate(new) ?? ask(.isDuplicate, about: new)) { return }
    if !storeQuietly(new) { change(to: new) }
  }

  /// Stores a value if nothing has to be notified; otherwise returns false.
  @inlinable @inline(__always)
  final func storeQuietly(_ new: Value) -> Bool {
    #if DEBUG
    Context.noteOperation()
    #endif
    // One test for the commonest types, which the first such write fails.
    let all: NodeFlags =
      .observed | .running | .hasAttachment | .hasSnapshot | .forwardsWrites | .usesEquatable | .changedUnwatched
    if Self.comparesExactly && subs == nil && flags.intersection(all) == .usesEquatable | .changedUnwatched {
      _ = exchange(with: new)
      return true
    }
    // While the batch has a snapshot of the node, each value needs its own version for later readers.
    let busy: NodeFlags = .observed | .running | .hasAttachment | .hasSnapshot | .forwardsWrites
    if subs != nil || !flags.isDisjoint(with: busy) { return false }
    // A batch that ends on a duplicate with other contents reverts the value, even of a node without dependents.
    if hasInexactDuplicates && Context.current.batchDepth > 0 { return false }
    noteUnwatchedChange()
    _ = exchange(with: new)
    return true
  }

  /// Stores a value without notifying. An open batch does not revert it.
  @inlinable @inline(__always)
  final func storeUnwatched(_ new: Value) {
    noteUnwatchedChange()
    _ = exchange(with: new)
  }

  /// A later dependent may be compared with its state before this write; see ``Context/followChanged(_:)``.
  @inlinable @inline(__always)
  final func noteUnwatchedChange() {
    // Tested first: this narrow store and the wide load of the next write would stall each other.
    if !flags.contains(.changedUnwatched) { flags.insert(.changedUnwatched) }
  }

  @inlinable
  final func change(to new: Value) {
    let context = Context.current
    if !flags.isDisjoint(with: .running | .hasAttachment | .forwardsWrites) {
      if flags.contains(.forwardsWrites) { return forward(new) }
      if let follower = examineWrite() { return change(to: new, followedBy: follower, in: context) }
    }
    store(new, in: context)
  }

  /// Writes made by an attachment are in one batch with this one.
  @inlinable @inline(never)
  final func change(to new: Value, followedBy follower: any NodeAttachment, in context: Context) {
    context.collect {
      store(new, in: context)
      follower.nodeHasChanged()
    }
  }

  @inlinable @inline(__always)
  final func store(_ new: Value, in context: Context) {
    if context.batchDepth > 0 {
      keepSnapshot(in: context)
    } else if flags.contains(.queued) {
      notifyLater(in: context)
    }
    let old = exchange(with: new)
    node.advance()
    spread(new, in: context)
    // Released last: its `deinit` may write, and that is a later change.
    withExtendedLifetime(old) {}
  }

  /// Treats the value as changed, without a write, and notifies.
  package final func announce() {
    let context = Context.current
    if !flags.isDisjoint(with: .running | .hasAttachment) { _ = examineWrite() }
    guard subs != nil || flags.contains(.observed) else { return }
    // Of this batch, or of one around a call of `independently`.
    let hasSnapshot = flags.contains(.hasSnapshot)
    if hasSnapshot { context.turnSnapshotIntoMark(of: node) }
    if flags.contains(.queued) && (context.batchDepth == 0 || !hasSnapshot) { notifyLater(in: context) }
    if context.batchDepth > 0 && !hasSnapshot { context.markSnapshot(of: node) }
    node.withSideTable { $0.touches &+= 1 }
    node.advance()
    spread(present, in: context)
  }

  @inlinable @inline(__always)
  final func keepSnapshot(in context: Context) {
    if flags.contains(.hasSnapshot) {
      if context.pendingWork.contains(.inside) { keepSnapshotInside(in: context) }
      return
    }
    guard let storage else { return }
    if subs == nil && !flags.contains(.observed) && !hasInexactDuplicates { return }
    // The behavior was queued by a batch that ended in the running delivery, which is a change of its own.
    if flags.contains(.queued) { notifyLater(in: context) }
    if isNeverDuplicate {
      context.markSnapshot(of: node)
    } else {
      context.keepSnapshot(storage, of: node)
    }
  }

  /// A batch around a call of ``independently(_:)`` has a snapshot. A batch in that call needs its own.
  @inlinable @inline(never)
  final func keepSnapshotInside(in context: Context) {
    guard let hidden = context.visibleSnapshot(of: node) else { return }
    flags.remove(.hasSnapshot)
    keepSnapshot(in: context)
    context.hideSnapshot(of: node, at: hidden)
  }

  /// `behavior <<= value` is `behavior.value = value`. From Ultramarine.
  @inlinable
  public static func <<= (behavior: OpenBehavior, value: Value) { behavior.write(value) }
}

extension OpenBehavior where Value: Equatable {
  /// A behavior that begins with `value`. An equal value is a duplicate.
  @inlinable
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, Equality(.equal()), name: name, file: file, line: line)
  }
}

// Tests that need no call of the operations.

extension OpenBehavior {
  /// Whether `new` is a duplicate; nil if only the operations can tell. Covers objects and the commonest types with
  /// their own `==`. The comparisons of types fold to constants in specialized code.
  @inlinable @inline(__always)
  final func isPlainDuplicate(_ new: Value) -> Bool? {
    if !_isPOD(Value.self) && Value.self != String.self && MemoryLayout<Value>.size >= MemoryLayout<UInt>.size
      && flags.intersection(.comparesObjects | .running) == .comparesObjects
    {
      return IdentityTest.haveSameAddress(present, new)
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

  /// Whether `present` may have a duplicate with other contents.
  @inlinable @inline(__always)
  final var hasInexactDuplicates: Bool {
    if Self.comparesExactly { return flags.isDisjoint(with: .usesEquatable | .neverEqual) }
    if Value.self == Double.self && flags.contains(.usesEquatable) {
      // 0 and -0 are equal. Nothing equals NaN.
      return unsafe unsafeBitCast(present, to: Double.self) == 0
    }
    return flags.isDisjoint(with: .neverEqual | .comparesExactly)
  }

  /// Whether the value has no duplicate, and so need not be kept for a comparison: a copy of an optional could be
  /// large.
  @inlinable @inline(__always)
  final var isNeverDuplicate: Bool {
    if flags.isDisjoint(with: .neverEqual | .comparesNil) { return false }
    return flags.contains(.neverEqual) || !ask(.isDuplicate, about: present)
  }
}

extension OpenBehavior {
  /// Unavailable: Combine's way to write ``value``.
  @available(*, unavailable, message: "write the value: behavior.value = …")
  public final func send(_ value: Value) { stop("unavailable") }

  /// Unavailable: RxSwift's way to write ``value``.
  @available(*, unavailable, message: "write the value: behavior.value = …")
  public final func accept(_ value: Value) { stop("unavailable") }

  /// Unavailable: an array's way to add an element.
  @available(*, unavailable, message: "change the array in place: behavior.update { $0.append(element) }")
  public final func append<Element>(_ element: Element) where Value == [Element] { stop("unavailable") }

  /// Unavailable: an array's way to add elements.
  @available(*, unavailable, message: "change the array in place: behavior.update { $0 += elements }")
  public final func append<Elements: Sequence>(
    contentsOf elements: Elements
  ) where Value == [Elements.Element] { stop("unavailable") }
}
