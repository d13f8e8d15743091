// Unsafe: an object that is retained by way of its address.
//
// Invariant: an unowned reference keeps the object's memory, so the runtime can tell whether the object has begun to
// end, on whichever thread. It says nothing about that thread, so `Pin` counts the references to objects that may have
// one. Where the runtime cannot tell, the address is that of a box that this reference retains. A node is taken for one
// of the type that the caller names; each user of a node's reference names one type. An object is held while
// `object(isHeld: true)` is called and its result used.

/// A weak reference that leaves the counts of its object in the object.
///
/// A `weak` variable moves them to a table, where each retain and release takes five times as long. This reference keeps
/// the memory of an object that has ended, though not its contents.
@safe
@usableFromInline
package struct WeakReference: ~Copyable {
  /// An object, or the memory of one that has ended.
  struct Memory {
    /// Only kept: to read it would stop the program after the object's end.
    private unowned let object: AnyObject?

    init(_ object: AnyObject? = nil) { self.object = object }
  }
  private final class Box {
    weak var object: AnyObject?
    unowned(unsafe) let address: AnyObject
    init(_ object: AnyObject) {
      self.object = object
      unsafe address = object
    }
  }

  /// Nil if `Pin` keeps the memory, or if there is a box.
  private let memory: Memory
  /// The address of the object or its box, and in the lowest bits which one it is.
  private let word: UInt
  private static var boxed: UInt { 1 }
  private static var counted: UInt { 2 }

  @usableFromInline
  package init(_ object: AnyObject) { self.init(object, boxed: unsafe !RuntimeFunctions.canTryRetain) }

  package init(_ object: AnyObject, boxed isBoxed: Bool) {
    let isCounted = object is any EndsAtHome
    #if canImport(ObjectiveC)
    // It may be of a class of Objective-C, which has its counts elsewhere.
    let isBoxed = isBoxed || !isCounted
    #endif
    if isBoxed {
      word = unsafe UInt(bitPattern: Unmanaged.passRetained(Box(object)).toOpaque()) | Self.boxed
      memory = Memory()
    } else if isCounted {
      word = unsafe UInt(bitPattern: Pin.keepMemory(of: object)) | Self.counted
      memory = Memory()
    } else {
      word = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      memory = Memory(object)
    }
  }

  /// The object, as long as something retains it.
  // Not inlined: its caller is often a closure of the user's module.
  @usableFromInline package var object: AnyObject? {
    @inline(never) get {
      if word & Self.boxed != 0 {
        return unsafe Unmanaged<Box>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.object }
      }
      return unsafe tryRetain(address) ? Unmanaged.fromOpaque(address).takeRetainedValue() : nil
    }
  }

  /// The object; with `isHeld`, also in its `deinit`. `isHeld`: a caller holds it.
  @usableFromInline
  func object(isHeld: Bool) -> AnyObject? {
    if let object { return object }
    if !isHeld { return nil }
    if word & Self.boxed != 0 {
      return unsafe Unmanaged<Box>.fromOpaque(address)._withUnsafeGuaranteedRef { unsafe $0.address }
    }
    return unsafe Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  private var address: UnsafeRawPointer { unsafe UnsafeRawPointer(bitPattern: word & ~3).unsafelyUnwrapped }

  deinit {
    if word & Self.boxed != 0 { unsafe Unmanaged<Box>.fromOpaque(address).release() }
    if word & Self.counted != 0 { unsafe Pin.forgetMemory(at: address) }
  }
}

/// A ``WeakReference`` to an object of this type.
@safe
@usableFromInline
package struct WeakObject<Object: AnyObject>: ~Copyable {
  @usableFromInline let reference: WeakReference

  @inlinable
  package init(_ object: Object) { reference = WeakReference(object) }

  /// The object, as long as something retains it.
  // Inlined, so that code that is not specialized need not search for the type.
  @inlinable @inline(__always)
  package var object: Object? {
    guard let object = reference.object else { return nil }
    return unsafe unsafeDowncast(object, to: Object.self)
  }

  /// The object; with `isHeld`, also in its `deinit`. Pass true only while a caller holds the object.
  package func object(isHeld: Bool) -> Object? {
    reference.object(isHeld: isHeld).map { unsafe unsafeDowncast($0, to: Object.self) }
  }
}

/// A weak reference to one node after another, in an object.
@safe
@usableFromInline
package class NodeReference {
  @safe @exclusivity(unchecked) @usableFromInline final var reference: WeakReference

  @usableFromInline
  init(_ node: ReactiveNode) { reference = WeakReference(node) }

  /// Replaces the node.
  final func refer(to node: ReactiveNode) { reference = WeakReference(node) }

  /// The node, which is of this type, as long as something retains it.
  @inlinable
  final func node<Node: ReactiveNode>(as _: Node.Type) -> Node? {
    // Not `map`, which code that is not specialized calls with the witnesses of its types.
    guard let object = reference.object else { return nil }
    return unsafe unsafeDowncast(object, to: Node.self)
  }

  /// This reference, which is of this class.
  @inlinable
  final func cast<Reference: NodeReference>(to _: Reference.Type) -> Reference {
    unsafe unsafeDowncast(self, to: Reference.self)
  }
}
