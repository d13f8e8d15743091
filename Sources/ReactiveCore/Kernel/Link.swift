// Unsafe: dependency links, 48 bytes each, outside of reference counting.
//
// Ownership: a link belongs to its dependent (`sub`), which frees it when a run no longer reads the dependency, when it
// is cancelled and when it dies. A dependency that dies clears `dep` in the links that point at it and leaves them to
// their owners. A link lies in exactly two lists: its dependency's `subs` (doubly linked, in subscription order) and
// its dependent's `deps` (singly linked, in read order).

/// "`sub` read `dep`, and saw this version of it."
@frozen
@usableFromInline
@unsafe
package struct Link {
  /// What was read; nil once it died (its value can then no longer change).
  @usableFromInline var dep: NodeRef?
  /// What read it.
  @usableFromInline var sub: NodeRef
  /// The next dependency of `sub`.
  @usableFromInline var nextDep: LinkRef?
  /// The dependent of `dep` that subscribed before this one; in the first link of the list: the last link.
  @usableFromInline var previousSub: LinkRef?
  /// The dependent of `dep` that subscribed after this one.
  @usableFromInline var nextSub: LinkRef?
  /// The version of `dep` that `sub` saw.
  @usableFromInline var version: UInt32
  /// Which run of `sub` confirmed the link, and why that run was made.
  @usableFromInline var marks: LinkMarks

  /// A link that reads nothing; see ``Context/noLink``.
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

/// What the last run of a dependent notes in its links.
@frozen
@usableFromInline
package struct LinkMarks: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt32
  @inlinable @inline(__always)
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The parity of the run that confirmed the link; see ``NodeFlags/runParity``, of which this is a copy.
  static var parity: LinkMarks { LinkMarks(rawValue: NodeFlags.runParity.rawValue) }
  /// The dependent ran because this dependency had changed.
  static var isCause: LinkMarks { LinkMarks(rawValue: 1 << 1) }
  /// In the first link: why the dependent ran is not known, since what had changed was not read again.
  static var hasNoCause: LinkMarks { LinkMarks(rawValue: 1 << 2) }
  /// In the first link: the dependent ran because a run was requested.
  static var isRequest: LinkMarks { LinkMarks(rawValue: 1 << 3) }
  /// Of ``Context/noLink`` only.
  static var readsNothing: LinkMarks { LinkMarks(rawValue: 1 << 4) }
}

/// A link, by address.
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

  /// Is this ``Context/noLink``?
  var isNone: Bool { marks == .readsNothing }
  /// Is this a link to `node`?
  @inlinable @inline(__always)
  package func reads(_ node: NodeRef) -> Bool {
    unsafe unsafeBitCast(dep, to: UInt.self) == UInt(bitPattern: node.address)
  }
  /// Did the dependency change since the dependent read it? A dead one cannot have.
  @inlinable @inline(__always)
  package var isOutdated: Bool {
    guard let dep else { return false }
    return dep.version != version
  }
}
