// Push a mark, pull a verification. No recursion, no retain; user code runs only inside `evaluate`.
//
// A change marks everything downstream "maybe changed" and queues the observed nodes and reactions among it (`mark`).
// Whoever needs a marked node verifies it (`verify`): its suspects are brought up to date in read order, and at the
// first one whose version is not the one that was read, the node runs (`evaluate`); if there is none it is clean, and
// nothing downstream of it runs on its account.

extension Context {
  /// Marks the dependents in the list that begins with `first`, and theirs, depth first in subscription order.
  @usableFromInline
  func mark(_ first: LinkRef) {
    let floor = unsafe raw.pointee.marks.count
    var link = first
    while true {
      let sub = link.sub
      let flags = sub.flags
      let next = link.nextSub
      if flags.isDisjoint(with: .marked) {
        sub.suspect = link
        if flags.isDisjoint(with: [.reaction, .observed]) {
          sub.flags = flags.union(.pending)
        } else {
          enqueue(sub, flags.union(.pending))
        }
        if let below = sub.subs {
          if let next { unsafe raw.pointee.marks.push(next) }
          link = below
          continue
        }
      } else if flags.contains(.onPath) {
        // It is being verified, maybe past this dependency already: no more verifying, run it.
        sub.flags = flags.union(.dirty)
      } else if flags.contains(.pending) {
        sub.flags = flags.union(.severalPending)
      }
      if let next {
        link = next
      } else if unsafe raw.pointee.marks.count == floor {
        return
      } else {
        link = unsafe raw.pointee.marks.pop()
      }
    }
  }

  /// Runs the node if it must run. Brings what it reads up to date to find out.
  @inline(__always)
  func updateIfOutdated(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.dirty) { return evaluate(node, because: nil) }
    if !flags.contains(.pending) { return }
    // The common case without a path: one suspect, and that is up to date.
    if !flags.contains(.severalPending), let link = node.suspect, let dep = link.dep,
      dep.flags.isDisjoint(with: .stale)
    {
      if dep.version != link.version { return evaluate(node, because: link) }
      node.flags = flags.subtracting(.pending)
      return
    }
    if case .outdated(let cause) = verify(node) { evaluate(node, because: cause) }
  }

  enum Verdict {
    /// Nothing that it read has changed.
    case clean
    /// Something has: run it. The link that says so, if it is one.
    case outdated(LinkRef?)
    /// The node died, or ran already, while what it reads was brought up to date.
    case superseded
  }

  /// Finds out whether `root`, marked pending, must run. Brings what it reads up to date in doing so.
  ///
  /// The way from `root` to `sub`, the node that is looked at, lies on the path stack: a node that dies or runs by
  /// itself while other nodes run says so there. The ways down and up are loops of their own, which branch prediction
  /// tells apart.
  func verify(_ root: NodeRef) -> Verdict {
    let floor = unsafe raw.pointee.path.count
    var sub = root
    guard var link = step(into: sub) else { return leave(floor) }
    while true {
      // Down, to the first dependency that is up to date or has to run.
      var isOutdated = false
      var cause: LinkRef? = link
      while let dep = link.dep {
        let flags = dep.flags
        if flags.isDisjoint(with: .stale) {
          isOutdated = dep.version != link.version
          break
        }
        if !flags.isDisjoint(with: [.running, .onPath]) {
          // It waits for itself by way of its old dependencies. Run it: a true cycle shows when it is read.
          isOutdated = true
          cause = nil
          break
        }
        if flags.contains(.dirty) {
          evaluate(dep, because: nil)
          guard let top = returned(to: floor) else { return .superseded }
          (sub, link) = top
          isOutdated = sub.flags.contains(.dirty) || link.isOutdated
          cause = link.isOutdated ? link : nil
          break
        }
        sub = dep
        guard let next = step(into: dep) else { return leave(floor) }
        link = next
        cause = next
      }
      // Up: the dependency at `link` has just been brought up to date. If it is marked again by now, that is a later
      // change, and someone else's turn.
      while true {
        if isOutdated {
          unsafe raw.pointee.path.drop()
          sub.flags.remove(.onPath)
          if unsafe raw.pointee.path.count == floor { return .outdated(cause) }
          evaluate(sub, because: cause)
          guard let top = returned(to: floor) else { return .superseded }
          (sub, link) = top
        } else {
          let flags = sub.flags
          if flags.contains(.severalPending), let next = link.nextDep {
            link = next
            unsafe raw.pointee.path.top.pointee.link = next
            break
          }
          sub.flags = flags.subtracting([.pending, .severalPending, .onPath])
          unsafe raw.pointee.path.drop()
          if unsafe raw.pointee.path.count == floor { return .clean }
          let top = unsafe raw.pointee.path.top.pointee
          if let node = top.node, let next = top.link {
            sub = node
            link = next
          } else {
            guard let top = returned(to: floor) else { return .superseded }
            (sub, link) = top
          }
        }
        isOutdated = link.isOutdated
        cause = isOutdated ? link : nil
        if sub.flags.contains(.dirty) { isOutdated = true }
      }
    }
  }

  @inline(__always)
  private func step(into node: NodeRef) -> LinkRef? {
    let flags = node.flags
    node.flags = flags.union(.onPath)
    let link = flags.contains(.severalPending) ? node.deps : node.suspect
    unsafe raw.pointee.path.push(PathStep(node: node, link: link))
    return link
  }

  /// User code has run: what is on top of the path now, of what lies above `floor`.
  @inline(__always)
  private func returned(to floor: Int) -> (NodeRef, LinkRef)? {
    let top = unsafe raw.pointee.path.top.pointee
    if let node = top.node, let link = top.link { return (node, link) }
    return dropEnded(floor)
  }

  /// Takes nodes from the path that died, or ran by themselves, or have nothing left to verify.
  @inline(never)
  private func dropEnded(_ floor: Int) -> (NodeRef, LinkRef)? {
    while unsafe raw.pointee.path.count > floor {
      let top = unsafe raw.pointee.path.top.pointee
      if let node = top.node {
        if let link = top.link { return (node, link) }
        node.flags.subtract(node.deps == nil ? [.pending, .severalPending, .onPath] : .onPath)
      }
      unsafe raw.pointee.path.drop()
    }
    return nil
  }

  /// A node without anything to verify was reached, which cannot be, but must not hang or crash if it is.
  @inline(never)
  private func leave(_ floor: Int) -> Verdict {
    while unsafe raw.pointee.path.count > floor {
      unsafe raw.pointee.path.top.pointee.node?.flags.subtract([.pending, .severalPending, .onPath])
      unsafe raw.pointee.path.drop()
    }
    return .superseded
  }

  /// Runs the function of a node, and records anew what it reads. The caller holds a batch open.
  ///
  /// - Parameter cause: the link whose dependency was found changed, if that is why.
  func evaluate(_ node: NodeRef, because cause: LinkRef?) {
    if node.flags.contains(.attended) {
      return evaluateAttended(node, because: cause)
    }
    evaluateNow(node, because: cause)
  }

  @inline(never)
  private func evaluateAttended(_ node: NodeRef, because cause: LinkRef?) {
    // A cleanup may drop or cancel the node, ask for a run, or read it.
    let retained = node.retained
    let attendance = retained.attendance
    if !node.flags.contains(.running) {
      node.flags.insert(.running)
      node.runCleanups()
      node.flags.subtract(.running)
    }
    if !node.flags.contains(.ended) {
      let isRequested = attendance?.isRequested == true
      attendance?.isRequested = false
      if isRequested { attendance?.turn = .none }
      let kept = attendance?.kept
      attendance?.kept = []
      evaluateNow(node, because: node.stillReads(cause) ? cause : nil)
      if isRequested { node.markAsRequested() }
      withExtendedLifetime(kept) {}
    }
    withExtendedLifetime(retained) {}
  }

  @inline(__always)
  private func evaluateNow(_ node: NodeRef, because cause: LinkRef?) {
    if attention.contains(.baselines) { keepBaseline(of: node, node.flags) }
    // Other bits, and the other parity.
    let flags = node.flags.subtracting([.dirty, .pending, .severalPending, .onPath]).symmetricDifference(.oddRun)
    node.flags = flags.union(.running)
    let first = node.deps
    let outer = unsafe self.frame
    var frame = unsafe Frame(sub: node, cursor: first, run: flags.contains(.oddRun) ? 1 : 0, outer: outer)
    let isChanged = unsafe withUnsafeMutablePointer(to: &frame) { frame in
      unsafe self.frame = frame
      return unsafe node.ask(.evaluate, about: UnsafeRawPointer(frame))
    }
    unsafe self.frame = outer
    // Died while it ran.
    guard unsafe frame.sub != nil else { return }
    var after = node.flags.subtracting(.running)
    // One that has ended in its own run has no links any more.
    if let cause, !after.contains(.ended) {
      unsafe cause.run |= Link.isCause
    } else if first != nil {
      node.forgetCause()
    }
    if let unread = unsafe frame.cursor {
      if let tail = unsafe frame.tail { tail.nextDep = nil } else { node.deps = nil }
      detach(unread)
      if cause == nil || !node.stillReads(cause) { node.forgetCause() }
    }
    // Marked by a write of its own: the suspect may be one of the links that are gone.
    if after.contains(.pending) { after.insert(.severalPending) }
    node.flags = after
    if isChanged { node.advance() }
    if attention.contains(.tracing) { trace(.ran(node, isChanged: isChanged)) }
  }

  /// Brings a stale node up to date; reached by a read. The caller retains the node.
  @usableFromInline @inline(never)
  func refresh(_ node: NodeRef) {
    checkStack(for: node)
    let flags = node.flags
    // Inside an evaluation or a batch nothing is told in between.
    if batchDepth > 0 && flags.isDisjoint(with: [.running, .onPath]) { return updateIfOutdated(node, flags) }
    refreshOutermost(node)
  }

  /// The same, and records the read.
  @usableFromInline @inline(never)
  func refreshAndTrack(_ node: NodeRef) {
    refresh(node)
    if let frame = unsafe self.frame { unsafe Self.record(node, frame) }
  }

  @inline(never)
  private func refreshOutermost(_ node: NodeRef) {
    var rounds = 0
    while true {
      let flags = node.flags
      if flags.contains(.running) { refuseUse(of: node) }
      batchDepth &+= 1
      if flags.contains(.onPath) {
        // What it read last time reads it now. Its links change here: the verification must not follow them any more.
        unsafe raw.pointee.path.supersede(node)
        evaluate(node, because: nil)
      } else {
        updateIfOutdated(node, flags)
      }
      let flushes = batchDepth == 1 && !isFlushing && attention.contains(.queue)
      endBatch()
      // What it wrote or triggered has been told by now, and somebody may have written what it reads.
      if !flushes || node.flags.isDisjoint(with: .marked) { return }
      rounds += 1
      if rounds > Self.roundLimit { stopEndlessRead(of: node) }
    }
  }
}

/// A node on the way from the root of a verification down to what is being looked at.
struct PathStep: BitwiseCopyable {
  /// nil once it died.
  var node: NodeRef?
  /// The link that is being looked at; nil once the node ran by itself.
  var link: LinkRef?
}

extension WorkStack<PathStep> {
  /// The node ran: the links that the path holds of it may be gone.
  mutating func supersede(_ node: NodeRef) {
    for index in 0..<count where self[index].node == node { self[index].link = nil }
  }
  /// The node died.
  mutating func forget(_ node: NodeRef) {
    for index in 0..<count where self[index].node == node { self[index] = PathStep(node: nil, link: nil) }
  }
}
