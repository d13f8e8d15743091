// How nodes go: everything that points at one forgets it, and a long chain of them goes without recursion.

extension NodeRef {
  /// The node dies: no link, queue, frame or path may point at it any more. Dependents keep the value that they have,
  /// unless the node had changed and they had not seen it: then they must run. They inherit what it read, so that
  /// `ComputedBehavior { ComputedBehavior { source.value }.value }` follows its source, though nobody keeps the inner one.
  func retire() {
    let context = Context.current
    let flags = self.flags
    let isStale = !flags.isDisjoint(with: [.dirty, .pending, .running])
    var link = subs
    subs = nil
    while let present = link {
      link = present.nextSub
      let sub = present.sub
      // A running dependent is concerned only by what it has read in this run.
      let subFlags = sub.flags
      if !subFlags.contains(.running) || present.run & 1 == (subFlags.contains(.oddRun) ? 1 : 0) {
        if let inherited = deps, !flags.contains(.running) { context.hand(inherited, to: sub, after: present) }
        if isStale || present.version != version, subFlags.contains(.pending) { sub.flags.insert(.dirty) }
      }
      present.dep = nil
      present.previousSub = nil
      present.nextSub = nil
    }
    if flags.contains(.onPath) { unsafe context.raw.pointee.path.strikeOut(self) }
    if flags.contains(.running) { context.leaveFrames(self) }
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    if !flags.isDisjoint(with: .inFlight) { context.forget(self, flags) }
  }
}

extension Context {
  /// Links `sub` to everything in a dying dependency's list, with the versions that the dying one saw.
  func hand(_ inherited: LinkRef, to sub: NodeRef, after dying: LinkRef) {
    var frame = unsafe self.frame
    while let present = unsafe frame, unsafe present.pointee.sub != sub { unsafe frame = present.pointee.outer }
    var next: LinkRef? = inherited
    var last = dying
    while let present = next {
      next = present.nextDep
      guard let dep = present.dep else { continue }
      let run: UInt32 = sub.flags.contains(.oddRun) ? 1 : 0
      let link = unsafe raw.pointee.magazine.allocate(dep: dep, sub: sub, version: present.version, run: run)
      if let frame = unsafe frame {
        // As if the running dependent had just read it.
        link.nextDep = unsafe frame.pointee.cursor
        if let tail = unsafe frame.pointee.tail { tail.nextDep = link } else { sub.deps = link }
        unsafe frame.pointee.tail = link
      } else {
        // In the place of the dying one, in read order: what decides about a branch is verified before what lies on it.
        link.nextDep = last.nextDep
        last.nextDep = link
        last = link
      }
      dep.append(link)
    }
  }

  /// Takes a node out of whatever on this thread's stack points at it.
  @inline(never)
  func forget(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.queued) { unsafe raw.pointee.queue.clear(node.queuePlace) }
    if flags.contains(.hasBaseline) { forgetBaseline(of: node) }
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
        unsafe present.pointee.run = Frame.ofTheDead
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
/// are put aside and released from the bottom of the stack. The same place keeps the function of a node that died
/// while it ran until it has returned.
@safe
struct Teardown {
  static let depthLimit = 32
  var depth = 0
  var isDraining = false
  // No array: the optimiser takes it that releasing one runs no code that comes back here, and moves it.
  var aside = WorkStack<Any>()
}

extension Context {
  /// An object that owns `remains` begins to die. They are put aside if they must outlive it: the function of a node
  /// that is on the stack, and whatever lies too deep in a chain of releases.
  @usableFromInline
  package func beginTeardown(_ flags: NodeFlags, of remains: @autoclosure () -> Any) {
    unsafe raw.pointee.teardown.depth &+= 1
    if flags.contains(.running) {
      attention.insert(.teardown)
    } else if unsafe raw.pointee.teardown.depth <= Teardown.depthLimit {
      return
    }
    unsafe raw.pointee.teardown.aside.push(remains())
  }

  @usableFromInline
  package func endTeardown() {
    unsafe raw.pointee.teardown.depth &-= 1
    if unsafe raw.pointee.teardown.depth == 0 && raw.pointee.teardown.aside.count > 0 { drainTeardown() }
  }

  /// Releases what was put aside, unless some of it is still running (then the outermost batch's end does).
  @inline(never)
  func drainTeardown() {
    if unsafe raw.pointee.teardown.isDraining || attention.contains(.teardown) { return }
    unsafe raw.pointee.teardown.isDraining = true
    // Each may put more aside.
    while unsafe raw.pointee.teardown.aside.count > 0 {
      let remains = unsafe raw.pointee.teardown.aside.pop()
      withExtendedLifetime(remains) {}
    }
    unsafe raw.pointee.teardown.isDraining = false
  }
}

/// The last stored property of a class that owns closures, so that it ends after them. (A superclass's `deinit` runs
/// before the properties of the subclass end.)
@frozen
@usableFromInline
package struct TeardownGuard: ~Copyable {
  @inlinable package init() {}
  @inlinable deinit { Context.current.endTeardown() }
}
