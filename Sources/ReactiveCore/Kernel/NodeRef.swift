// Unsafe: the kernel's pointers to nodes, and what keeps them valid.
//
// Propagation retains nothing. A reference to a node lies in a link, the flush queue, an evaluation frame, the path of
// a verification or a baseline. Invariant: when a node dies, its `deinit` takes it out of every one of these
// (`NodeRef.dispose`), so a `NodeRef` that the kernel can still read from its own structures points at a living node.
// The kernel must therefore read it from there again after every call that may run user code.

/// A node, not retained.
@safe
@frozen
@usableFromInline
package struct NodeRef: Equatable {
  @usableFromInline let object: Unmanaged<ReactiveNode>

  @inlinable @inline(__always)
  package init(_ node: ReactiveNode) { unsafe object = Unmanaged.passUnretained(node) }

  @inlinable @inline(__always)
  package init(address: UnsafeRawPointer) { unsafe object = Unmanaged.fromOpaque(address) }

  @inlinable @inline(__always)
  package var address: UnsafeRawPointer { unsafe UnsafeRawPointer(object.toOpaque()) }

  @inlinable @inline(__always)
  package static func == (a: NodeRef, b: NodeRef) -> Bool { unsafe a.address == b.address }

  /// The node itself, retained for the caller.
  package var retained: ReactiveNode { unsafe object.takeUnretainedValue() }

  @inlinable @inline(__always)
  package var flags: NodeFlags {
    get { unsafe object._withUnsafeGuaranteedRef { $0.flags } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.flags = newValue } }
  }
  @inlinable @inline(__always)
  package var version: UInt32 {
    get { unsafe object._withUnsafeGuaranteedRef { $0.version } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.version = newValue } }
  }
  @inlinable @inline(__always)
  package var subs: LinkRef? {
    get { unsafe object._withUnsafeGuaranteedRef { $0.subs } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.subs = newValue } }
  }
  @inlinable @inline(__always)
  package var deps: LinkRef? {
    get { unsafe object._withUnsafeGuaranteedRef { $0.deps } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.deps = newValue } }
  }
  @inlinable @inline(__always)
  package var scratch: UInt {
    get { unsafe object._withUnsafeGuaranteedRef { $0.scratch } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.scratch = newValue } }
  }

  /// Through which dependency the "maybe changed" mark came; only meaningful while ``NodeFlags/pending`` is set and
  /// ``NodeFlags/manyPending`` is not. Saves walking the dependencies of a node with one suspect.
  @inlinable @inline(__always)
  package var suspect: LinkRef? {
    get { unsafe UnsafeMutablePointer(bitPattern: scratch).map { unsafe LinkRef($0) } }
    nonmutating set { scratch = unsafe UInt(bitPattern: newValue?.pointer) }
  }

  /// The node has another value: a new version.
  @inlinable @inline(__always)
  package func advance() {
    #if DEBUG
    Context.noteOperation()
    #endif
    version &+= 1
    if version == 0 { versionsWrapped() }
  }
  /// After 4 billion changes the versions begin again, and one that a dependent saw might come back.
  @usableFromInline @inline(never)
  func versionsWrapped() {
    var link = subs
    while let present = link {
      if present.sub.flags.contains(.pending) { present.sub.flags.insert(.dirty) }
      link = present.nextSub
    }
  }

  /// The node's place in the flush queue. A reaction, which has no version, keeps it there.
  package var queuePlace: UInt32 {
    @inline(__always) get { flags.contains(.reaction) ? version : withSideTable { $0.queuePlace } ?? 0 }
    @inline(__always) nonmutating set {
      if flags.contains(.reaction) { version = newValue } else { _ = withSideTable { $0.queuePlace = newValue } }
    }
  }
}
