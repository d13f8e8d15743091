// Unsafe: a node that is retained by way of its address.
//
// Invariant: as long as there is an address, an unowned reference keeps the node's memory, so the runtime can tell
// whether the node has begun to end, on whichever thread. `Pin` counts that reference, which says nothing about that
// thread.

/// A reference to a node that does not retain it, and is nil once the node ends.
///
/// An object with a weak reference has its counts elsewhere, where each retain and release takes five times as long.
/// This reference leaves them in the node. It keeps the memory of a node that has ended, though not its contents.
@safe
@usableFromInline
package class NodeReference {
  @safe @exclusivity(unchecked) private final var memory = UnownedNode()
  /// nil where the runtime cannot tell whether a node ends.
  @safe @exclusivity(unchecked) @usableFromInline final var address: UnsafeRawPointer?
  @safe @exclusivity(unchecked) @usableFromInline final weak var fallback: ReactiveNode?

  @usableFromInline
  init(_ node: ReactiveNode) { refer(to: node) }

  /// Replaces the node.
  final func refer(to node: ReactiveNode) {
    guard unsafe RuntimeFunctions.canTryRetain else {
      fallback = node
      return
    }
    Pin.refer(&memory, to: node)
    unsafe address = NodeRef(node).address
  }

  /// The node, which is of this type, as long as something retains it.
  @inlinable
  final func node<Node: ReactiveNode>(as _: Node.Type) -> Node? {
    guard let address else { return fallback.map { unsafe unsafeDowncast($0, to: Node.self) } }
    return unsafe tryRetain(address) ? Unmanaged<Node>.fromOpaque(address).takeRetainedValue() : nil
  }

  /// This reference, which is of this class.
  @inlinable
  final func cast<Reference: NodeReference>(to _: Reference.Type) -> Reference {
    unsafe unsafeDowncast(self, to: Reference.self)
  }

  deinit { if unsafe address != nil { Pin.refer(&memory, to: nil) } }
}

/// A node, or the memory of one that has ended.
struct UnownedNode {
  /// Only kept: to read it would stop the program after the node's end.
  private unowned var node: ReactiveNode?
  /// The address.
  let key: UInt?

  init(_ node: ReactiveNode? = nil) {
    self.node = node
    key = node.map { unsafe UInt(bitPattern: NodeRef($0).address) }
  }
}
