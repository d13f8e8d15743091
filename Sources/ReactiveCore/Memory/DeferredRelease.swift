// Unsafe: objects that the thread releases later.
//
// Invariant: one function counts how deep releases are nested, `Context.release(_:isRunning:keeping:)`, and what was deferred
// is released at depth 0.

/// Bounds the recursion of releasing a chain in which each object's closure holds the next. Beyond a depth, closures
/// are kept here and released from the bottom of the stack. So whatever holds a user's closure, or another object that may
/// hold the next link of a chain, has it in a ``ReleaseGuard`` or a ``Kept``. The function of a node that died while it
/// ran is kept here too, until it has returned.
@safe
struct DeferredRelease {
  static let depthLimit = 32
  var depth = 0
  var isDraining = false
  // No array: the optimiser assumes that releasing one runs no code that uses this context, and moves the release.
  var deferred = Stack<Any>()
}

/// A field that may hold the next link of a long chain of releases. What it holds is released without recursion, when the
/// owner says so or with the owner: no `deinit` has to.
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

  /// What it holds, if it does. A new content takes the place of the old one, which is released as any other reference.
  @inlinable
  package var content: Content? {
    @inline(__always) get { slot.content }
    @inline(__always) _modify { yield &slot.content }
  }

  /// Takes the content out, into a guard of its own: its end may run code that uses this one, and ends with the caller's
  /// statement, when the access to this one is over.
  package mutating func take() -> ReleaseGuard {
    defer { slot.content = nil }
    return ReleaseGuard(slot.content)
  }

  @inlinable
  deinit { if slot.content != nil { Self.end(slot) } }

  @usableFromInline
  static func end(_ slot: consuming Slot) { Context.ready.release(slot) { $0.content as Any } }
}

extension Context {
  /// Releases `remains`, to which the caller has no other reference. Where that is not possible yet, `kept` is kept, which
  /// holds the same: it lies too deep in a chain of releases, or is the function of a node that is on the stack.
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

  /// Keeps `remains` until releases are no longer nested; where a function of theirs is on the stack, until the outermost
  /// batch ends, in which it runs.
  @inline(never)
  func keepForRelease(_ remains: Any, isRunning: Bool) {
    // The function may be on the stack of a context around this one, whose open batch it runs in.
    let keeper = isRunning ? outermostContext { $0.batchDepth > 0 } ?? self : self
    if isRunning { keeper.pendingWork.insert(.releases) }
    unsafe keeper.raw.pointee.releases.deferred.push(remains)
  }

  /// Releases what was deferred, unless some of it is still running (then the outermost batch's end does).
  @inline(never)
  func drainReleases() {
    if unsafe raw.pointee.releases.isDraining || pendingWork.contains(.releases) { return }
    unsafe raw.pointee.releases.isDraining = true
    // Each release may defer more.
    while unsafe raw.pointee.releases.deferred.count > 0 {
      let remains = unsafe raw.pointee.releases.deferred.pop()
      withExtendedLifetime(remains) {}
    }
    unsafe raw.pointee.releases.isDraining = false
  }
}
