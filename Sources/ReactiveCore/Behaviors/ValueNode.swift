// Unsafe: the memory of a value.
//
// A value lies in two words of its node, or, if it is larger, in a box of its own. The end of an object ends its typed
// properties wherever the last reference goes; the words it leaves alone, so that the value of a node that dies in
// another isolation stays until the node has left the graph. Invariant: the place holds an initialised `Value` exactly
// while `NodeFlags.hasValue` is set.

/// A node with a place for a value; the part of a ``Behavior`` that stores.
///
/// It cannot be subclassed outside of this package. Cost of the place: 16 bytes, and a box for a value that is larger.
@safe
@_hasMissingDesignatedInitializers
open class ValueNode: ReactiveNode {
  /// The value, if it fits; else the first word is the address of its box.
  @safe @exclusivity(unchecked) @usableFromInline final var words: (UInt, UInt) = (0, 0)

  @inlinable
  override init(flags: NodeFlags, location: SourceLocation, operations: ValueOperations) {
    super.init(flags: flags, location: location, operations: operations)
  }

  /// Calls `port`, which is this node's, at each change of the value. The token keeps nothing.
  @usableFromInline
  package func observe(by port: any ReadPort) -> Subscription { Subscription(of: []) }
}

extension Behavior {
  /// Whether a value fits into the words of its node. Folds to a constant in specialised code.
  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.size <= 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Whether equal values of the type are the same value, whatever they are used for. Folds to a constant in specialised
  /// code.
  @inlinable @inline(__always)
  package static var comparesExactly: Bool { Value.self == Int.self || Value.self == Bool.self }

  /// Calls `body` with the place of the value, which may hold none.
  @inlinable @inline(__always)
  final func withPlace<Result>(_ body: (UnsafeMutablePointer<Value>) -> Result) -> Result {
    if Self.isInline {
      return unsafe _withUnprotectedUnsafeMutablePointer(to: &words) { words in
        unsafe body(UnsafeMutableRawPointer(words).assumingMemoryBound(to: Value.self))
      }
    }
    return unsafe body(UnsafeMutablePointer<Value>(bitPattern: words.0).unsafelyUnwrapped)
  }

  /// The value, which is known to be there.
  @inlinable @inline(__always)
  package final var present: Value { unsafe withPlace { unsafe $0.pointee } }

  /// The value, if there is one.
  @inlinable @inline(__always)
  final var storage: Value? { flags.contains(.hasValue) ? present : nil }

  /// Stores a first value, or one in the place of a value that was taken.
  @inlinable @inline(__always)
  final func put(_ value: consuming Value) {
    if !Self.isInline && words.0 == 0 {
      words.0 = UInt(bitPattern: UnsafeMutablePointer<Value>.allocate(capacity: 1))
    }
    let value = value
    unsafe withPlace { unsafe $0.initialize(to: value) }
    flags.insert(.hasValue)
  }

  /// Moves the value out.
  @inlinable @inline(__always)
  final func take() -> Value {
    flags.remove(.hasValue)
    return unsafe withPlace { unsafe $0.move() }
  }

  /// Stores `new` in the place of the value, which is returned.
  @inlinable @inline(__always)
  final func exchange(with new: Value) -> Value {
    unsafe withPlace { place in
      let old = unsafe place.move()
      unsafe place.initialize(to: new)
      return old
    }
  }

  /// Ends the value and its box.
  @inline(__always)
  final func endValue() {
    if flags.contains(.hasValue) {
      flags.remove(.hasValue)
      if !_isPOD(Value.self) { unsafe _ = withPlace { unsafe $0.deinitialize(count: 1) } }
    }
    if !Self.isInline { unsafe UnsafeMutablePointer<Value>(bitPattern: words.0)?.deallocate() }
  }
}
