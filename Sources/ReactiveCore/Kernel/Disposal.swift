// Unsafe: how nodes end. Everything that points at one forgets it, and a long chain of them is released without recursion.
//
// A stand-in is retained once for all of its dependents. `detach` releases it with the last link to it.

extension NodeRef {
  /// The node dies: no link, queue, frame or path may point at it any more. Dependents keep the value that they have,
  /// unless the node had changed and they had not seen it: then they must run. They inherit what it read, so that
  /// `ComputedBehavior { ComputedBehavior { source.value }.value }` follows its source, though nothing keeps the inner one.
  func dispose() {
    let context = Context.current
    let flags = self.flags
    if flags.contains(.verifying) { unsafe context.raw.pointee.path.strikeOut(self) }
    if flags.contains(.running) { context.leaveFrames(self) }
    if subs != nil { loseDependents(flags) }
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    if !flags.isDisjoint(with: .inFlight) { context.forget(self, flags) }
  }

  /// Unlinks the dependents, and hands the dependencies on to them.
  private func loseDependents(_ flags: NodeFlags) {
    let isStale = !flags.isDisjoint(with: [.dirty, .pending, .running])
    let inherits = deps != nil && !flags.contains(.running)
    var heirs: (first: LinkRef, last: LinkRef)?
    var link = subs
    subs = nil
    while let present = link {
      link = present.nextSub
      let sub = present.sub
      let subFlags = sub.flags
      present.dep = nil
      present.previousSub = nil
      present.nextSub = nil
      // A running dependent is concerned only by what it has read in this run.
      if subFlags.contains(.running) && present.run & 1 != sub.parity { continue }
      if isStale || present.version != version, subFlags.contains(.pending) { sub.flags.insert(.dirty) }
      if !inherits { continue }
      present.previousSub = heirs?.last
      heirs?.last.nextSub = present
      heirs = (heirs?.first ?? present, present)
    }
    guard let (first, last) = heirs else { return }
    if first == last {
      handOn(to: first)
    } else {
      first.previousSub = last
      StandIn.takeOver(from: self, for: first)
    }
  }

  /// Moves the dependencies to the one dependent, whose link to the node is `heir`: in its place in read order, since what
  /// decides about a branch is verified before what lies on it.
  private func handOn(to heir: LinkRef) {
    let sub = heir.sub
    let last = moveDependencies(to: sub)
    last.nextDep = heir.nextDep
    heir.nextDep = deps
    deps = nil
    // As if a running dependent had just read them.
    if sub.flags.contains(.running) { Context.current.confirm(last, after: heir, of: sub) }
  }

  /// Makes the node's links to its dependencies those of `heir`, with the versions that the node saw; returns the last one.
  fileprivate func moveDependencies(to heir: NodeRef) -> LinkRef {
    let parity = heir.parity
    var last = unsafe deps.unsafelyUnwrapped
    while true {
      last.sub = heir
      last.run = parity
      guard let next = last.nextDep else { return last }
      last = next
    }
  }

  /// What marks the links that its present or last run confirmed.
  fileprivate var parity: UInt32 { flags.contains(.runParity) ? 1 : 0 }
}

/// What is left of a derivation that had several dependents: its dependencies, in its place among theirs, so that nothing
/// costs dependents times dependencies.
///
/// It has no value and no function, and its version stays. It passes marks on, and to verify it is to verify what the
/// derivation had read. Where that has changed, the dependent that asked must run, and it remains marked for the others:
/// a batch may still take the change back.
private final class StandIn: ReactiveNode {
  private init() { super.init(flags: [.standIn, .hasHooks], line: 0, operations: ValueOperations { _ in false }) }

  /// Puts a new one in the place of `node`, among the dependents whose links begin with `heirs`.
  static func takeOver(from node: NodeRef, for heirs: LinkRef) {
    let new = StandIn()
    let heir = new.node
    _ = node.moveDependencies(to: heir)
    new.deps = node.deps
    node.deps = nil
    new.subs = heirs
    var link: LinkRef? = heirs
    while let present = link {
      present.dep = heir
      // An earlier version was either told by a mark, or outdated by the dependent's own run.
      present.version = new.version
      link = present.nextSub
    }
    unsafe _ = Unmanaged.passRetained(new)
  }
}

extension NodeRef {
  /// Stands for a derivation that is gone.
  var isStandIn: Bool { flags.contains(.standIn) }

  /// Takes the dependencies of a stand-in that has lost its last dependent, puts them before `next`, and ends it.
  func endStandIn(before next: LinkRef?) -> LinkRef? {
    guard let first = deps else {
      unsafe object.release()
      return next
    }
    deps = nil
    var last = first
    while let following = last.nextDep { last = following }
    last.nextDep = next
    unsafe object.release()
    return first
  }
}

extension Context {
  /// A stand-in was found outdated, as the last link on the path asked: what lies there must run.
  ///
  /// - Parameter cause: the link that says so. The next dependent that asks begins with it.
  func passOn(_ standIn: NodeRef, because cause: LinkRef?) {
    let flags = standIn.flags
    if let cause, !flags.contains(.dirty) {
      // Between two stand-ins, only this answer is outdated.
      if let dep = cause.dep, dep.isStandIn { cause.version = dep.version }
      standIn.flags = flags.subtracting([.manyPending, .verifying]).union(.pending)
      standIn.suspect = cause
    } else if !flags.contains(.dirty) {
      standIn.flags = flags.subtracting(.verifying).union([.pending, .manyPending])
    }
    let top = unsafe raw.pointee.path.count - 1
    if top >= 0, let asking = unsafe raw.pointee.path[top] { asking.version = standIn.version &+ 1 }
  }

  /// Links up to `last` follow `link` in the list of a running node, which has read it in this run.
  fileprivate func confirm(_ last: LinkRef, after link: LinkRef, of sub: NodeRef) {
    var frame = unsafe self.frame
    while let present = unsafe frame, unsafe present.pointee.sub != sub { unsafe frame = present.pointee.outer }
    if let frame = unsafe frame, unsafe frame.pointee.tail == link { unsafe frame.pointee.tail = last }
  }

  /// Takes a node out of whatever on this thread's stack points at it.
  @inline(never)
  func forget(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.queued) { unsafe raw.pointee.queue.clear(node.queuePlace) }
    if flags.contains(.hasSnapshot) { forgetSnapshot(of: node) }
  }

  /// The node of a running evaluation goes, and its links: its function returns to nobody.
  func leaveFrames(_ node: NodeRef) {
    var frame = unsafe self.frame
    while let present = unsafe frame {
      if unsafe present.pointee.sub == node {
        if let first = node.deps { unsafe first.forgetReader(upTo: present.pointee.cursor) }
        unsafe present.pointee.sub = nil
        unsafe present.pointee.cursor = nil
        unsafe present.pointee.unread = nil
        unsafe present.pointee.tail = nil
        unsafe present.pointee.run = Evaluation.ofTheDead
      }
      unsafe frame = present.pointee.outer
    }
  }

  /// The node lives on, but its links go: its running evaluation must not follow them.
  func closeFrames(_ node: NodeRef) {
    var frame = unsafe self.frame
    while let present = unsafe frame {
      if unsafe present.pointee.sub == node {
        if let first = node.deps { unsafe first.forgetReader(upTo: present.pointee.cursor) }
        unsafe present.pointee.cursor = nil
        unsafe present.pointee.unread = nil
        unsafe present.pointee.tail = nil
      }
      unsafe frame = present.pointee.outer
    }
  }
}

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
  package func beginRelease(_ flags: NodeFlags, of remains: @autoclosure () -> Any) {
    unsafe raw.pointee.releases.depth &+= 1
    if flags.contains(.running) {
      pendingWork.insert(.releases)
    } else if unsafe raw.pointee.releases.depth <= DeferredRelease.depthLimit {
      return
    }
    unsafe raw.pointee.releases.aside.push(remains())
  }

  /// Releases what may hold the next link of a chain.
  package func release<Remains>(_ remains: consuming Remains) {
    unsafe raw.pointee.releases.depth &+= 1
    if unsafe raw.pointee.releases.depth > DeferredRelease.depthLimit {
      unsafe raw.pointee.releases.aside.push(remains)
    } else {
      _ = consume remains
    }
    endRelease()
  }

  @usableFromInline
  package func endRelease() {
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

/// The last stored property of a class that owns closures, so that it ends after them. (A superclass's `deinit` runs
/// before the properties of the subclass end.)
@frozen
@usableFromInline
package struct ReleaseGuard: ~Copyable {
  @inlinable package init() {}
  @inlinable deinit { Context.current.endRelease() }
}
