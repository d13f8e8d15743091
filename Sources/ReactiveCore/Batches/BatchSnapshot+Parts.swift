// Unsafe: stored properties of values of a type that the kernel does not know.
//
// Invariant: a note's function is called with the node that it was made for, and with the address of an earlier value of
// that node. An offset is that of a stored property of type `Part` in `Value`.

/// A write of a part of a value. The value's `==` may overlook the part, which is therefore compared as well.
///
/// Only stored properties are noted: a path through an index or `!` cannot be followed in each value. Of other parts, a
/// batch knows a change if it writes the value once.
@safe
struct PartNote {
  /// The offset of the part.
  let offset: Int
  let type: ObjectIdentifier
  /// Whether the part of the node's value is a duplicate of that of the earlier value at the address.
  let isReverted: (NodeRef, UnsafeRawPointer) -> Bool
  /// The place of the note before it about the same value; -1 if there is none.
  let previous: Int32
}

extension OpenBehavior {
  /// Notes a write of a part, which an open batch may revert. `offset` is that of a stored property.
  @inlinable @inline(__always)
  package final func note<Part>(_ test: some EqualityTest<Part>, partAt offset: Int?) {
    guard mayOverlook(partAt: offset, Part.self), let offset else { return }
    noteWrite(test, offset) { whole in
      unsafe withUnsafePointer(to: whole) {
        unsafe UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee
      }
    }
  }

  /// The same for a stored property of an optional's content.
  @inlinable @inline(__always)
  package final func note<Part>(
    _ test: some EqualityTest<Part>, partAt offset: Int?, _ get: @escaping (Value) -> Part
  ) {
    if mayOverlook(partAt: offset, Part.self), let offset { noteWrite(test, offset, get) }
  }

  /// Whether a batch has a snapshot without a note of the part.
  @inlinable @inline(__always)
  final func mayOverlook<Part>(partAt offset: Int?, _: Part.Type) -> Bool {
    flags.intersection(.hasSnapshot | .usesEquatable) == .hasSnapshot | .usesEquatable && !_isPOD(Value.self)
      && Context.current.needsNote(offset, ObjectIdentifier(Part.self), in: node)
  }

  @usableFromInline @inline(never)
  final func noteWrite<Part>(_ test: some EqualityTest<Part>, _ offset: Int, _ get: @escaping (Value) -> Part) {
    unsafe Context.current.note(offset, ObjectIdentifier(Part.self), in: node) { node, old in
      unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(node.address)._withUnsafeGuaranteedRef { me in
        guard let present = me.storage else { return true }
        return unsafe test.isDuplicate(get(old.assumingMemoryBound(to: Value.self).pointee), get(present))
      }
    }
  }
}

extension Context {
  /// Whether a snapshot of the node, in this context or an outer one, has no note of the part at `offset`. A part
  /// without an offset has none, but is a change if the value is not written again.
  @usableFromInline
  func needsNote(_ offset: Int?, _ type: ObjectIdentifier, in node: NodeRef) -> Bool {
    isInAnySnapshot(of: node) { context, place in
      guard context.hasRecord(of: node, at: place) else { return false }
      if let offset { return !context.hasNote(offset, type, at: place) }
      let record = unsafe context.raw.pointee.snapshots.records.place(of: place)
      if unsafe node.version == record.pointee.version &+ 1 { unsafe record.pointee.rejected = node.version }
      return false
    }
  }

  private func hasNote(_ offset: Int, _ type: ObjectIdentifier, at place: Int) -> Bool {
    var last = unsafe raw.pointee.snapshots.records.place(of: place).pointee.part
    // As many as the type has stored properties, at any depth.
    while last >= 0 {
      let note = unsafe raw.pointee.snapshots.parts.place(of: Int(last))
      if unsafe note.pointee.offset == offset && note.pointee.type == type { return true }
      last = unsafe note.pointee.previous
    }
    return false
  }

  func note(
    _ offset: Int, _ type: ObjectIdentifier, in node: NodeRef,
    _ isReverted: @escaping (NodeRef, UnsafeRawPointer) -> Bool
  ) {
    _ = isInAnySnapshot(of: node) { context, place in
      if !context.hasRecord(of: node, at: place) || context.hasNote(offset, type, at: place) { return false }
      let record = unsafe context.raw.pointee.snapshots.records.place(of: place)
      let note = unsafe PartNote(offset: offset, type: type, isReverted: isReverted, previous: record.pointee.part)
      unsafe record.pointee.part = Int32(context.raw.pointee.snapshots.parts.count)
      unsafe context.raw.pointee.snapshots.parts.push(note)
      return false
    }
  }

  /// Whether the node's value is a duplicate of the `old` one, and so are its parts that are noted up to `last`. Their
  /// `==` may write, and so add notes.
  @inline(__always)
  func isReverted(_ node: NodeRef, _ last: Int32, _ old: UnsafeRawPointer) -> Bool {
    unsafe last < 0 ? node.ask(.isReverted, about: old) : areReverted(last, of: node, old)
  }

  @inline(never)
  private func areReverted(_ last: Int32, of node: NodeRef, _ old: UnsafeRawPointer) -> Bool {
    // Each `==` may drop the node.
    guard let retained = node.tryRetain() else { return false }
    defer { withExtendedLifetime(retained) {} }
    if unsafe !node.ask(.isReverted, about: old) { return false }
    var last = last
    while last >= 0 {
      let note = unsafe raw.pointee.snapshots.parts[Int(last)]
      if unsafe !note.isReverted(node, old) { return false }
      last = note.previous
    }
    return true
  }
}
