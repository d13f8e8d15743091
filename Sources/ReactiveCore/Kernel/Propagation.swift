// Push a mark, pull a verification. No recursion, no retain; user code runs only inside `evaluate`.
//
// A change marks everything downstream "maybe changed" and queues the observed nodes and reactions among it (`mark`).
// Whoever needs a marked node verifies it (`verify`): its suspects are brought up to date in read order, and at the first
// one whose version is not the one that was read, the node runs (`evaluate`); if there is none it is clean, and nothing
// downstream of it runs on its account.

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
        sub.flags = flags.union(.pending)
        if !flags.isDisjoint(with: [.reaction, .observed]) { enqueue(sub) }
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
    if flags.contains(.dirty) { return evaluate(node) }
    if !flags.contains(.pending) { return }
    // The common case without a path: one suspect, and that is up to date.
    if !flags.contains(.severalPending), let link = node.suspect, let dep = link.dep,
      dep.flags.isDisjoint(with: .stale)
    {
      if link.isOutdated { return evaluate(node, because: link) }
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
  func verify(_ root: NodeRef) -> Verdict {
    let floor = unsafe raw.pointee.path.count
    step(into: root)
    // The dependency at the present link was just brought up to date; if it is marked again by now, that is a
    // later change, and someone else's turn.
    var isSettled = false
    while true {
      let top = unsafe raw.pointee.path.count - 1
      guard let sub = unsafe raw.pointee.path[top].node else {
        // Died meanwhile; its link in whoever asked for it says so.
        unsafe _ = raw.pointee.path.pop()
        if top == floor { return .superseded }
        isSettled = true
        continue
      }
      guard let link = unsafe raw.pointee.path[top].link else {
        // Ran meanwhile, further down the stack, or has no dependency left to verify.
        unsafe _ = raw.pointee.path.pop()
        sub.flags.subtract(sub.deps == nil ? [.pending, .severalPending, .onPath] : .onPath)
        if top == floor { return .superseded }
        isSettled = true
        continue
      }

      var isOutdated = sub.flags.contains(.dirty)
      var cause: LinkRef?
      if !isOutdated, let dep = link.dep {
        let flags = dep.flags
        if !isSettled && !flags.isDisjoint(with: .stale) {
          if !flags.isDisjoint(with: [.running, .onPath]) {
            // It waits for itself by way of its old dependencies. Run it: a true cycle shows when it is read.
            isOutdated = true
          } else if flags.contains(.dirty) {
            evaluate(dep)
            isSettled = true
            continue
          } else {
            step(into: dep)
            continue
          }
        } else {
          isOutdated = dep.version != link.version
          if isOutdated { cause = link }
        }
      }
      isSettled = false

      if isOutdated {
        unsafe _ = raw.pointee.path.pop()
        sub.flags.remove(.onPath)
        if top == floor { return .outdated(cause) }
        evaluate(sub, because: cause)
        isSettled = true
      } else if sub.flags.contains(.severalPending), let next = link.nextDep {
        unsafe raw.pointee.path[top].link = next
      } else {
        unsafe _ = raw.pointee.path.pop()
        sub.flags.subtract([.pending, .severalPending, .onPath])
        if top == floor { return .clean }
        isSettled = true
      }
    }
  }

  @inline(__always)
  private func step(into node: NodeRef) {
    let flags = node.flags
    node.flags = flags.union(.onPath)
    let link = flags.contains(.severalPending) ? node.deps : node.suspect
    unsafe raw.pointee.path.push(PathStep(node: node, link: link))
  }

  /// Runs the function of a node, and records anew what it reads. The caller holds a batch open.
  ///
  /// - Parameter cause: the link whose dependency was found changed, if that is why.
  func evaluate(_ node: NodeRef, because cause: LinkRef? = nil) {
    if node.flags.contains(.attended) {
      // A cleanup may drop or cancel the node.
      let retained = node.retained
      node.runCleanups()
      if !node.flags.contains(.ended) { evaluateNow(node, because: node.stillReads(cause) ? cause : nil) }
      return withExtendedLifetime(retained) {}
    }
    evaluateNow(node, because: cause)
  }

  @inline(__always)
  private func evaluateNow(_ node: NodeRef, because cause: LinkRef?) {
    if attention.contains(.baselines) { keepBaseline(of: node, node.flags) }
    let flags = node.flags
    let isOdd = !flags.contains(.oddRun)
    let isFirst = node.deps == nil
    node.flags =
      flags
      .subtracting([.dirty, .pending, .severalPending, .onPath, .oddRun])
      .union(isOdd ? [.running, .oddRun] : .running)
    let outer = unsafe self.frame
    var frame = unsafe Frame(sub: node, cursor: node.deps, run: isOdd ? 1 : 0, outer: outer)
    let isChanged = unsafe withUnsafeMutablePointer(to: &frame) { frame in
      unsafe self.frame = frame
      return unsafe node.ask(.evaluate, about: UnsafeRawPointer(frame))
    }
    unsafe self.frame = outer
    // Died while it ran.
    guard unsafe frame.sub != nil else { return }
    if let cause {
      unsafe cause.run |= Link.isCause
    } else if !isFirst {
      unsafe node.deps?.run |= Link.hasNoCause
    }
    if let unread = unsafe frame.cursor {
      if let tail = unsafe frame.tail { tail.nextDep = nil } else { node.deps = nil }
      detach(unread)
      if let first = node.deps, cause == nil || !node.stillReads(cause) { unsafe first.run |= Link.hasNoCause }
    }
    var after = node.flags.subtracting(.running)
    // Marked by a write of its own: the suspect may be one of the links that are gone.
    if after.contains(.pending) { after.insert(.severalPending) }
    node.flags = after
    if isChanged && !after.contains(.reaction) { node.advance() }
    if attention.contains(.tracing) { trace(.ran(node, isChanged: isChanged)) }
  }

  /// Brings a stale node up to date; reached by a read. The caller retains the node.
  @usableFromInline @inline(never)
  func refresh(_ node: NodeRef) {
    var rounds = 0
    while true {
      let flags = node.flags
      if !flags.isDisjoint(with: [.running, .updating]) { refuseUse(of: node) }
      batchDepth &+= 1
      if flags.contains(.onPath) {
        // What it read last time reads it now. Its links change here: the verification must not follow them any more.
        unsafe raw.pointee.path.supersede(node)
        evaluate(node)
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
