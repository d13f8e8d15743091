// Unsafe: objects that the thread releases later.
//
// Invariant: only `Context.release(_:isRunning:keeping:)` counts the depth of nested releases, and deferred objects are
// released at depth 0.

/// Bounds the recursion of releasing a chain in which each object's closure holds the next.
///
/// Beyond a depth, closures are kept here and released from the bottom of the stack. So an object that holds a user's
/// closure, or another possible link of such a chain, uses a ``ReleaseGuard`` or a ``Kept``. The function of a node
/// deallocated during its run is also kept here, until it returns; so are rows that a run replaces.
@safe
struct DeferredRelease {
  static let depthLimit = 32
  var depth = 0
  var isDraining = false
  // Not an array: the optimizer assumes that releasing an array runs no code that uses this context, and moves the
  // release.
  var deferred = Stack<Any>()
}

/// Holds a possible link of a long chain of releases. The content is released without recursion, on demand or with the
/// owner, which needs no `deinit` for it.
@frozen
@safe
@usableFromInline
package struct ReleaseGuard<Content>: ~Copyable {
  @frozen
  @usableFromInline
  struct Slot: ~Copyable {
    @usableFromInline var content: Content?
    @inlinable @inline(__always)
    init(_ content: consuming Content?) { self.content = content }
  }
  @usableFromInline var slot: Slot

  @inlinable @inline(__always)
  package init(_ content: consuming Content? = nil) { slot = Slot(content) }

  /// The content. Setting it releases the old content like any other reference.
  @inlinable
  package var content: Content? {
    @inline(__always) get { slot.content }
    @inline(__always) _modify { yield &slot.content }
  }

  /// Moves the content into a guard of its own, which ends with the caller's statement. Its release may run code that
  /// uses this guard, to which no access is open by then.
  package mutating func take() -> ReleaseGuard {
    defer { slot.content = nil }
    return ReleaseGuard(slot.content)
  }

  @inlinable
  deinit { if slot.content != nil { Self.end(slot) } }

  @usableFromInline
  static func end(_ slot: consuming Slot) { Context.ready.release(slot) { $0.content as Any } }
}

extension ReleaseGuard: Sendable where Content: Sendable {}
extension ReleaseGuard.Slot: Sendable where Content: Sendable {}

extension Context {
  /// Releases `remains`, of which the caller holds the only reference. Too deep in a chain of releases, or for the
  /// function of a node on the stack, it keeps `kept` instead, which holds the same.
  @inline(__always)
  func release<Remains: ~Copyable>(
    _ remains: consuming Remains, isRunning: Bool = false, keeping kept: (borrowing Remains) -> Any
  ) {
    unsafe raw.pointee.releases.depth &+= 1
    if unsafe isRunning || raw.pointee.releases.depth > DeferredRelease.depthLimit {
      keepForRelease(kept(remains), isRunning: isRunning)
    }
    _ = consume remains
    unsafe raw.pointee.releases.depth &-= 1
    if unsafe raw.pointee.releases.depth == 0 && raw.pointee.releases.deferred.count > 0 { drainReleases() }
  }

  /// Keeps `remains` until releases are no longer nested; if its function or what its `deinit` may read is on the
  /// stack, until the outermost batch around it ends.
  @usableFromInline @inline(never)
  func keepForRelease(_ remains: Any, isRunning: Bool) {
    // The function may run in the open batch of a context around this one.
    let keeper = isRunning ? outermostContext { $0.batchDepth > 0 } ?? self : self
    if isRunning { keeper.pendingWork.insert(.releases) }
    unsafe keeper.raw.pointee.releases.deferred.push(remains)
  }

  /// Releases the deferred objects, unless one is still running. Then the end of the outermost batch does.
  @inline(never)
  func drainReleases() {
    if unsafe raw.pointee.releases.isDraining || pendingWork.contains(.releases) { return }
    unsafe raw.pointee.releases.isDraining = true
    while unsafe raw.pointee.releases.deferred.count > 0 {
      let remains = unsafe raw.pointee.releases.deferred.pop()
      withExtendedLifetime(remains) {}
    }
    unsafe raw.pointee.releases.isDraining = false
  }
}
