// Unsafe: objects that the thread releases later.
//
// Invariant: each `beginRelease` is followed by one `endRelease`, and what was deferred is released at depth 0.

/// Bounds the recursion of releasing a chain in which each object's closure holds the next. Beyond a depth, closures
/// are kept here and released from the bottom of the stack. So all code that runs or releases a user's closure ends the
/// closure between `beginRelease` and `endRelease`, or by `release`. The function of a node that died while it ran is
/// kept here too, until it has returned.
@safe
struct DeferredRelease {
  static let depthLimit = 32
  var depth = 0
  var isDraining = false
  // No array: the optimiser assumes that releasing one runs no code that uses this context, and moves the release.
  var deferred = Stack<Any>()
}

extension Context {
  /// An object that owns `remains` begins to die. Their release is deferred if they must outlive it: the function of a
  /// node that is on the stack, and what lies too deep in a chain of releases.
  @usableFromInline
  func beginRelease(_ flags: NodeFlags, of remains: @autoclosure () -> Any) {
    unsafe raw.pointee.releases.depth &+= 1
    if flags.contains(.running) {
      pendingWork.insert(.releases)
    } else if unsafe raw.pointee.releases.depth <= DeferredRelease.depthLimit {
      return
    }
    unsafe raw.pointee.releases.deferred.push(remains())
  }

  /// Releases what may hold the next link of a chain. The caller has no other reference to it: an object that dies takes
  /// it out of its fields first.
  package static func release<Remains>(_ remains: consuming Remains) { ready.release(consume remains) }

  /// Has `clear` release `remains`, which may hold the next link of a chain: the fields of an object that dies. Where they
  /// lie too deep they are kept first, and released later. Not generic, so that several fields cost no type made at run
  /// time.
  package static func release(_ remains: @autoclosure () -> Any, by clear: () -> Void) {
    let context = ready
    context.beginRelease([], of: remains())
    clear()
    context.endRelease()
  }

  /// As the static method, for a caller that has the context.
  func release<Remains>(_ remains: consuming Remains) {
    unsafe raw.pointee.releases.depth &+= 1
    if unsafe raw.pointee.releases.depth > DeferredRelease.depthLimit {
      unsafe raw.pointee.releases.deferred.push(remains)
    } else {
      _ = consume remains
    }
    endRelease()
  }

  @usableFromInline
  func endRelease() {
    unsafe raw.pointee.releases.depth &-= 1
    if unsafe raw.pointee.releases.depth == 0 && raw.pointee.releases.deferred.count > 0 { drainReleases() }
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
