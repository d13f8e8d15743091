// Unsafe: the algorithm, over links and nodes by address.
//
// Invariant: after `evaluate`, which runs user code, a node or link is read again from the structure that its death clears.
//
// Push a mark, pull a verification. No recursion, no retain; user code runs only inside `evaluate`.
//
// A change marks everything downstream "maybe changed" and queues the observed nodes and reactions among it (`mark`).
// A marked node is verified when it is needed (`verify`): its suspects are brought up to date in read order, and at the
// first one whose version is not the one that was read, the node runs (`evaluate`); if there is none it is clean, and
// nothing downstream of it runs on its account.

extension Context {
  /// Marks the dependents in the list that begins with `first`, and theirs, depth first in subscription order.
  @usableFromInline
  func mark(_ first: LinkRef) {
    let floor = unsafe raw.pointee.marks.count
    var link = first
    while true {
      let (next, sub) = (link.nextSub, link.sub)
      if markDependent(sub, at: link, queues: true), let below = sub.subs {
        if let next { unsafe raw.pointee.marks.push(next) }
        link = below
        continue
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

  /// Marks the dependent `sub` at `link`. Returns whether that is new: what depends on it must be marked, too.
  ///
  /// - Parameter queues: a reaction or an observed node gets a turn.
  @inline(__always)
  func markDependent(_ sub: NodeRef, at link: LinkRef, queues: Bool) -> Bool {
    let flags = sub.flags
    if flags.isDisjoint(with: .marked) {
      sub.suspect = link
      if !queues || flags.isDisjoint(with: [.reaction, .observed]) {
        sub.flags = flags.union(.pending)
      } else {
        enqueue(sub, flags.union(.pending))
      }
      return true
    }
    if flags.contains(.verifying) {
      // The dependent is being verified, maybe past this dependency already: it must run.
      sub.flags = flags.union(.dirty)
    } else if flags.contains(.pending) {
      if flags.contains(.queued) && !pendingWork.contains(.queue) { expectQueued(sub) }
      sub.flags = flags.union(.manyPending)
    }
    return false
  }

  /// Runs the node if it must run. Brings what it reads up to date to find out.
  @inline(__always)
  func updateIfOutdated(_ node: NodeRef, _ flags: NodeFlags) {
    // The common case without a path: one suspect, and that is up to date.
    if flags.intersection([.dirty, .pending, .manyPending, .hasSnapshot]) == .pending, let link = node.suspect,
      let dep = link.dep, dep.flags.isDisjoint(with: .stale)
    {
      if dep.version != link.version { return evaluate(node, because: link) }
      node.flags = flags.subtracting(.pending)
      return
    }
    if flags.contains(.dirty) { return evaluate(node, because: nil) }
    if !flags.contains(.pending) { return }
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
  /// The links from `root` down to `sub`, the node that is looked at, lie on the path stack: one whose node dies or runs
  /// by itself while other nodes run is struck out there. The ways down and up are loops of their own, which branch
  /// prediction tells apart.
  func verify(_ root: NodeRef) -> Verdict {
    let floor = unsafe raw.pointee.path.count
    var sub = root
    root.flags.insert(.verifying)
    guard var link = root.firstSuspect else { return abandon(root, floor) }
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
        if flags.isDisjoint(with: [.dirty, .running, .verifying]) {
          unsafe raw.pointee.path.push(link)
          sub = dep
          dep.flags = flags.union(.verifying)
          guard let next = dep.firstSuspect else { return abandon(dep, floor) }
          link = next
          cause = next
          continue
        }
        if !flags.isDisjoint(with: [.running, .verifying]) {
          // The dependency is running or being verified: last run's links form a cycle. Evaluate; a real cycle is
          // reported at the read.
          isOutdated = true
          cause = nil
          break
        }
        unsafe raw.pointee.path.push(link)
        evaluate(dep, because: nil)
        guard let above = unsafe raw.pointee.path.popLink(above: floor) else { return .superseded }
        link = above
        sub = above.sub
        cause = above.isOutdated ? above : nil
        isOutdated = cause != nil || sub.flags.contains(.dirty)
        break
      }
      // Up: the dependency at `link` has just been brought up to date. If it is marked again, that is a later change,
      // which a later turn verifies.
      while true {
        if isOutdated {
          sub.flags.remove(.verifying)
          if unsafe raw.pointee.path.count == floor { return .outdated(cause) }
          evaluate(sub, because: cause)
        } else {
          let flags = sub.flags
          if flags.isDisjoint(with: [.manyPending, .restPending, .hasSnapshot]) {
            sub.flags = flags.subtracting([.pending, .verifying])
          } else {
            if !flags.isDisjoint(with: [.manyPending, .restPending]), let next = link.nextDep {
              link = next
              break
            }
            sub.flags = flags.subtracting([.pending, .manyPending, .restPending, .verifying])
            if flags.contains(.hasSnapshot) { settleIfUpToDate(sub) }
          }
          if unsafe raw.pointee.path.count == floor { return .clean }
        }
        guard let above = unsafe raw.pointee.path.popLink(above: floor) else { return .superseded }
        link = above
        sub = above.sub
        isOutdated = false
        cause = nil
        if above.isOutdated {
          isOutdated = true
          cause = above
        } else if sub.flags.contains(.dirty) {
          isOutdated = true
        }
      }
    }
  }

  /// The node has nothing to verify. This cannot happen; if it does, it must neither hang nor crash.
  @inline(never)
  private func abandon(_ node: NodeRef, _ floor: Int) -> Verdict {
    node.flags.subtract([.pending, .manyPending, .verifying])
    while unsafe raw.pointee.path.count > floor {
      unsafe raw.pointee.path.pop()?.sub.flags.subtract([.pending, .manyPending, .verifying])
    }
    return .superseded
  }

  /// Runs the function of a node, and records anew what it reads. The caller holds a batch open.
  ///
  /// - Parameter cause: the link whose dependency was found changed, if that is why.
  func evaluate(_ node: NodeRef, because cause: LinkRef?) {
    if !node.flags.isDisjoint(with: [.hasHooks, .standIn]) {
      return node.isStandIn ? passOn(node, because: cause) : evaluateWithHooks(node, because: cause)
    }
    #if DEBUG
    Context.noteOperation()
    noteTouched(node)
    #endif
    if !pendingWork.isDisjoint(with: .keeping) { keepSnapshot(of: node, node.flags) }
    // The flags of a running node, with the other parity.
    let flags = node.flags.subtracting([.dirty, .pending, .manyPending, .verifying]).symmetricDifference(.runParity)
    node.flags = flags.union(.running)
    let first = node.deps
    if first == nil { node.settleIn() }
    var evaluation = unsafe Evaluation(
      sub: node, cursor: first, tail: noLink, marks: node.parity, outer: self.evaluation)
    let isChanged = unsafe _withUnprotectedUnsafeMutablePointer(to: &evaluation) { evaluation in
      if unsafe evaluation.pointee.outer != nil && isStackNearlyFull(at: evaluation) {
        unsafe stopDeepRuns(in: evaluation)
      }
      unsafe self.evaluation = evaluation
      #if DEBUG
      let isChanged = unsafe askAndHint(node, UnsafeRawPointer(evaluation))
      #else
      let isChanged = unsafe node.ask(.evaluate, about: UnsafeRawPointer(evaluation))
      #endif
      unsafe self.evaluation = evaluation.pointee.outer
      return isChanged
    }
    // The node died while it ran.
    guard unsafe evaluation.sub != nil else { return }
    if isChanged { node.advance() }
    var after = node.flags.subtracting(.running)
    // A node that has ended in its own run has no links any more.
    if let cause {
      if !after.contains(.ended) { cause.marks.insert(.isCause) }
    } else if first != nil {
      node.forgetCause()
    }
    if let unread = unsafe evaluation.cursor ?? evaluation.unread {
      unsafe drop(unread, after: evaluation.tail, of: node, cause)
    }
    // The node was marked by a write of its own run: the suspect may be one of the dropped links.
    if after.contains(.pending) { after.insert(.manyPending) }
    node.flags = after
    if pendingWork.contains(.tracing) { trace(.ran(node, isChanged: isChanged)) }
    // The next reader must see what the batch leaves, not a value about to be reverted.
    if after.contains(.hasSnapshot) { settleIfUpToDate(node) }
  }

  /// Drops the dependencies that the run did not read.
  @inline(never)
  private func drop(_ unread: LinkRef, after tail: LinkRef, of node: NodeRef, _ cause: LinkRef?) {
    node.follow(tail, with: nil)
    detach(unread)
    if cause == nil || !node.stillReads(cause) { node.forgetCause() }
  }
}

extension NodeRef {
  /// Asks the operations of the node.
  @inlinable @inline(__always)
  package func ask(_ request: ValueOperation, about operand: UnsafeRawPointer? = nil) -> Bool {
    unsafe object._withUnsafeGuaranteedRef {
      $0.operations.withContent { $0.answer(unsafe ValueRequest(address, request, operand)) }
    }
  }

  /// The last run was requested. The first link notes it; a node without links, which is rare, notes it in its hooks.
  @inline(never)
  func markAsRequested() {
    if let deps { deps.marks.insert(.isRequest) } else { retained.makeHooks().lastRun = .request }
  }

  /// The last run did not read again what had changed, so its cause is unknown.
  @inline(never)
  func forgetCause() {
    if flags.contains(.ended) { return }
    if let deps { deps.marks.insert(.hasNoCause) } else { makeHooks().lastRun = .unknown }
  }

  /// The value has changed: a new version.
  @inlinable @inline(__always)
  package func advance() {
    #if DEBUG
    Context.noteOperation()
    #endif
    version &+= 1
    if version == 0 { versionsWrapped() }
  }
  /// After 4 billion changes the versions begin again, and a version that a dependent saw might be reached again.
  @usableFromInline @inline(never)
  func versionsWrapped() {
    var link = subs
    while let present = link {
      if present.sub.flags.contains(.pending) { present.sub.flags.insert(.dirty) }
      link = present.nextSub
    }
  }
}

extension Stack<LinkRef?> {
  /// Takes the last link, of those above `floor`. Skips those that were struck out.
  @inline(__always)
  mutating func popLink(above floor: Int) -> LinkRef? {
    if let link = pop() { return link }
    while count > floor {
      if let link = pop() { return link }
    }
    return nil
  }

}

extension Context {
  /// Strikes out what the paths of this thread hold of `node`, which dies, runs by itself, or loses its links.
  func strikeOut(_ node: NodeRef) {
    forEachContext { context in
      for index in unsafe 0..<context.raw.pointee.path.count where unsafe context.raw.pointee.path[index]?.sub == node {
        unsafe context.raw.pointee.path[index] = nil
      }
    }
  }
}
