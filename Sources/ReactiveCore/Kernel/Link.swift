// Unsafe: dependency links, 48 bytes each, outside of reference counting.
//
// A link lies in two lists: the `subs` of its dependency (doubly linked, in order of subscription) and the `deps` of
// its dependent (singly linked, in read order). The dependent owns the link. It frees the link when a run no longer
// reads the dependency, and when it is cancelled or deallocated itself. A deallocated dependency clears `dep` in its
// links and leaves them to their owners.

/// Records that `sub` read `dep` at `version`.
@frozen
@usableFromInline
@unsafe
package struct Link {
  /// The dependency; nil once it is deallocated and can no longer change.
  @usableFromInline var dep: NodeRef?
  /// The dependent.
  @usableFromInline var sub: NodeRef
  /// The next dependency of `sub`.
  @usableFromInline var nextDep: LinkRef?
  /// The preceding dependent of `dep`; in the first link, the last link of the list.
  @usableFromInline var previousSub: LinkRef?
  /// The following dependent of `dep`.
  @usableFromInline var nextSub: LinkRef?
  /// The version of `dep` that `sub` read.
  @usableFromInline var version: UInt32
  /// Which run of `sub` confirmed the link, and why that run happened.
  @usableFromInline var marks: LinkMarks

  /// The content of ``Context/noLink``.
  static var none: Link {
    unsafe Link(
      dep: nil, sub: NodeRef(address: UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped), version: 0,
      marks: .readsNothing)
  }

  @inlinable
  init(dep: NodeRef?, sub: NodeRef, version: UInt32, marks: LinkMarks) {
    unsafe self.dep = dep
    unsafe self.sub = sub
    unsafe self.version = version
    unsafe self.marks = marks
    unsafe self.nextDep = nil
    unsafe self.previousSub = nil
    unsafe self.nextSub = nil
  }
}

/// Notes that the last run of a dependent leaves in its links.
@frozen
@usableFromInline
package struct LinkMarks: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt32
  @inlinable @inline(__always)
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A copy of ``NodeFlags/runParity`` from the run that confirmed the link.
  static var parity: LinkMarks { LinkMarks(rawValue: NodeFlags.runParity.rawValue) }
  /// The dependent ran because this dependency had changed.
  static var isCause: LinkMarks { LinkMarks(rawValue: 1 << 1) }
  /// In the first link: the run did not read the changed dependency again, so its cause is unknown.
  static var hasNoCause: LinkMarks { LinkMarks(rawValue: 1 << 2) }
  /// In the first link: the run was requested.
  static var isRequest: LinkMarks { LinkMarks(rawValue: 1 << 3) }
  /// Only in ``Context/noLink``.
  static var readsNothing: LinkMarks { LinkMarks(rawValue: 1 << 4) }
}

/// The address of a link.
@safe
@frozen
@usableFromInline
package struct LinkRef: Equatable {
  @usableFromInline let pointer: UnsafeMutablePointer<Link>

  @inlinable @inline(__always)
  init(_ pointer: UnsafeMutablePointer<Link>) { unsafe self.pointer = pointer }

  @inlinable @inline(__always)
  package static func == (a: LinkRef, b: LinkRef) -> Bool { unsafe a.pointer == b.pointer }

  @inlinable @inline(__always)
  package var dep: NodeRef? {
    get { unsafe pointer.pointee.dep }
    nonmutating set { unsafe pointer.pointee.dep = newValue }
  }
  @inlinable @inline(__always)
  package var sub: NodeRef {
    get { unsafe pointer.pointee.sub }
    nonmutating set { unsafe pointer.pointee.sub = newValue }
  }
  @inlinable @inline(__always)
  package var nextDep: LinkRef? {
    get { unsafe pointer.pointee.nextDep }
    nonmutating set { unsafe pointer.pointee.nextDep = newValue }
  }
  @inlinable @inline(__always)
  package var previousSub: LinkRef? {
    get { unsafe pointer.pointee.previousSub }
    nonmutating set { unsafe pointer.pointee.previousSub = newValue }
  }
  @inlinable @inline(__always)
  package var nextSub: LinkRef? {
    get { unsafe pointer.pointee.nextSub }
    nonmutating set { unsafe pointer.pointee.nextSub = newValue }
  }
  @inlinable @inline(__always)
  package var version: UInt32 {
    get { unsafe pointer.pointee.version }
    nonmutating set { unsafe pointer.pointee.version = newValue }
  }
  @inlinable @inline(__always)
  package var marks: LinkMarks {
    get { unsafe pointer.pointee.marks }
    nonmutating set { unsafe pointer.pointee.marks = newValue }
  }

  var isNone: Bool { marks == .readsNothing }
  /// Whether the link leads to `node`.
  @inlinable @inline(__always)
  package func reads(_ node: NodeRef) -> Bool {
    unsafe unsafeBitCast(dep, to: UInt.self) == UInt(bitPattern: node.address)
  }
  /// Whether the dependency has changed since the dependent read it. A deallocated one has not.
  @inlinable @inline(__always)
  package var isOutdated: Bool {
    guard let dep else { return false }
    return dep.version != version
  }
}
