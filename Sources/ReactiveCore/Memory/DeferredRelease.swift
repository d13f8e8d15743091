// Unsafe: what is put aside on the thread, to be released later.
//
// Invariant: each `beginRelease` is followed by one `endRelease`, and what was put aside is released when the depth is 0.

/// Bounds the recursion of releasing a chain, in which each object's closure holds the next: beyond a depth, closures
/// are put aside and released from the bottom of the stack. So whatever runs or releases a closure that a user gave ends
/// it between `beginRelease` and `endRelease`, or by `release`. The same place keeps the function of a node that died
/// while it ran until it has returned.
@safe
struct DeferredRelease {
  static let depthLimit = 32
  var depth = 0
  var isDraining = false
  // No array: the optimiser takes it that releasing one runs no code that comes back here, and moves it.
  var aside = Stack<Any>()
}

extension Context {
  /// An object that owns `remains` begins to die. They are put aside if they must outlive it: the function of a node
  /// that is on the stack, and whatever lies too deep in a chain of releases.
  @usableFromInline
  func beginRelease(_ flags: NodeFlags, of remains: @autoclosure () -> Any) {
    unsafe raw.pointee.releases.depth &+= 1
    if flags.contains(.running) {
      pendingWork.insert(.releases)
    } else if unsafe raw.pointee.releases.depth <= DeferredRelease.depthLimit {
      return
    }
    unsafe raw.pointee.releases.aside.push(remains())
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

  /// As the static one, with the context at hand.
  func release<Remains>(_ remains: consuming Remains) {
    unsafe raw.pointee.releases.depth &+= 1
    if unsafe raw.pointee.releases.depth > DeferredRelease.depthLimit {
      unsafe raw.pointee.releases.aside.push(remains)
    } else {
      _ = consume remains
    }
    endRelease()
  }

  @usableFromInline
  func endRelease() {
    unsafe raw.pointee.releases.depth &-= 1
    if unsafe raw.pointee.releases.depth == 0 && raw.pointee.releases.aside.count > 0 { drainReleases() }
  }

  /// Releases what was put aside, unless some of it is still running (then the outermost batch's end does).
  @inline(never)
  func drainReleases() {
    if unsafe raw.pointee.releases.isDraining || pendingWork.contains(.releases) { return }
    unsafe raw.pointee.releases.isDraining = true
    // Each may put more aside.
    while unsafe raw.pointee.releases.aside.count > 0 {
      let remains = unsafe raw.pointee.releases.aside.pop()
      withExtendedLifetime(remains) {}
    }
    unsafe raw.pointee.releases.isDraining = false
  }
}
