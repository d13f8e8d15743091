// Unsafe: the memory of a value.
//
// A value is stored in two words of its node, or in a box if it is larger. Deallocation releases typed properties on
// the thread of the last release, but not raw words. So the value of a node deallocated in another isolation stays
// until the node has left the graph. Invariant: the place holds an initialized `Value` exactly while
// `NodeFlags.hasValue` is set.

/// A node with a place for a value: the storage of a ``Behavior``.
///
/// It cannot be subclassed outside of this package. Cost of the place: 16 bytes, and a box for a larger value.
@safe
@_hasMissingDesignatedInitializers
open class ValueNode: ReactiveNode {
  /// The value if it fits, otherwise the address of its box in the first word.
  @safe @exclusivity(unchecked) @usableFromInline final var words: (UInt, UInt) = (0, 0)

  @inlinable
  override init(flags: NodeFlags, location: SourceLocation, operations: ValueOperations) {
    super.init(flags: flags, location: location, operations: operations)
  }

  /// Calls `port`, which belongs to this node, at each change. The token retains nothing.
  @usableFromInline
  package func observe(by port: any ReadPort) -> Subscription { Subscription(of: []) }
}

extension Behavior {
  /// Whether a value fits into the words. Folds to a constant in specialized code.
  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.size <= 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Whether equal values are interchangeable. Folds to a constant in specialized code.
  @inlinable @inline(__always)
  package static var comparesExactly: Bool { Value.self == Int.self || Value.self == Bool.self }

  /// The place may be empty.
  @inlinable @inline(__always)
  final func withPlace<Result>(_ body: (UnsafeMutablePointer<Value>) -> Result) -> Result {
    if Self.isInline {
      return unsafe _withUnprotectedUnsafeMutablePointer(to: &words) { words in
        unsafe body(UnsafeMutableRawPointer(words).assumingMemoryBound(to: Value.self))
      }
    }
    return unsafe body(UnsafeMutablePointer<Value>(bitPattern: words.0).unsafelyUnwrapped)
  }

  /// Requires that there is a value.
  @inlinable @inline(__always)
  package final var present: Value { unsafe withPlace { unsafe $0.pointee } }

  @inlinable @inline(__always)
  final var storage: Value? { flags.contains(.hasValue) ? present : nil }

  /// Stores a value in the empty place.
  @inlinable @inline(__always)
  final func put(_ value: consuming Value) {
    if !Self.isInline && words.0 == 0 {
      words.0 = UInt(bitPattern: UnsafeMutablePointer<Value>.allocate(capacity: 1))
    }
    let value = value
    unsafe withPlace { unsafe $0.initialize(to: value) }
    flags.insert(.hasValue)
  }

  @inlinable @inline(__always)
  final func take() -> Value {
    flags.remove(.hasValue)
    return unsafe withPlace { unsafe $0.move() }
  }

  @inlinable @inline(__always)
  final func exchange(with new: Value) -> Value {
    unsafe withPlace { place in
      let old = unsafe place.move()
      unsafe place.initialize(to: new)
      return old
    }
  }

  /// Deinitializes the value and deallocates its box.
  @inline(__always)
  final func endValue() {
    if flags.contains(.hasValue) {
      flags.remove(.hasValue)
      if !_isPOD(Value.self) { releaseValue() }
    }
    if !Self.isInline { unsafe UnsafeMutablePointer<Value>(bitPattern: words.0)?.deallocate() }
  }

  /// Without recursion: the value may hold the next object of a long list.
  @inline(never)
  private final func releaseValue() {
    Context.current.release(unsafe withPlace { unsafe $0.move() }) { $0 as Any }
  }
}
