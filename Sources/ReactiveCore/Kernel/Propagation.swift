// Unsafe: the propagation algorithm, over links and nodes by address.
//
// Invariant: user code runs only inside `evaluate`. After it, a node or link is read again from a structure that its
// deallocation clears.
//
// Push marks, pull verifications; no recursion, no retains. A change marks everything downstream "maybe changed" and
// queues the observed nodes and reactions (`mark`). A marked node is verified when it is needed (`verify`): its
// suspects are brought up to date in read order. At the first whose version differs from the version read, the node
// runs (`evaluate`). If there is none, the node is clean and causes no run downstream.

extension Context {
  /// Marks the dependents from `first` on, and theirs: depth first, in order of subscription.
  @usableFromInline
  func mark(_ first: LinkRef) { mark(from: first, isLook: false) }

  /// Marks the running dependent at `link`, whose new dependency has run and is marked again, and its dependents.
  @inline(never)
  func markReader(at link: LinkRef) {
    if link.dep?.flags.contains(.dirty) == true { markForLook(link) } else { mark(link) }
  }

  /// Marks the dependents from `first` on, and theirs, though nothing is known to have changed. One that is being
  /// verified is verified once more.
  @inline(never)
  func markForLook(_ first: LinkRef) { mark(from: first, isLook: true) }

  @inline(__always)
  private func mark(from first: LinkRef, isLook: Bool) {
    let floor = unsafe raw.pointee.marks.count
    var link = first
    while true {
      let (next, sub) = (link.nextSub, link.sub)
      if markDependent(sub, at: link, queues: true, isLook: isLook), let below = sub.subs {
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

  /// Marks `sub` at `link`. Returns whether the mark is new, and so must reach the dependents of `sub`.
  ///
  /// - Parameters:
  ///   - queues: whether a reaction or observed node gets a turn.
  ///   - isLook: whether nothing is known to have changed.
  @inline(__always)
  func markDependent(_ sub: NodeRef, at link: LinkRef, queues: Bool, isLook: Bool = false) -> Bool {
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
      // The verification may have passed this dependency already, so the dependent must run; or, the first time that
      // nothing is known to have changed, be verified once more.
      let isVerifiedAgain = isLook && !flags.contains(.standIn) && sub.suspect != nil
      sub.flags = flags.union(isVerifiedAgain ? [.manyPending, .restPending] : .dirty)
    } else if flags.contains(.pending) {
      if flags.contains(.queued) && !pendingWork.contains(.queue) { expectQueued(sub) }
      sub.flags = flags.union(.manyPending)
    }
    return false
  }

  /// Runs the node if it must run. Brings its dependencies up to date to find out.
  @inline(__always)
  func updateIfOutdated(_ node: NodeRef, _ flags: NodeFlags) {
    // The common case needs no path: one suspect, which is up to date.
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
    /// No dependency has changed.
    case clean
    /// The node must run; the link, if any, is the cause.
    case outdated(LinkRef?)
    /// The node was deallocated or has run already while its dependencies were brought up to date.
    case superseded
  }

  /// Determines whether `root`, marked pending, must run, by bringing its dependencies up to date.
  ///
  /// The path stack holds the links from `root` down to `sub`, the present node. A node on it that is deallocated or
  /// runs by itself is struck out. The ways down and up are separate loops, which branch prediction tells apart.
  func verify(_ root: NodeRef) -> Verdict {
    let floor = unsafe raw.pointee.path.count
    var sub = root
    root.flags.insert(.verifying)
    guard var link = root.firstSuspect else { return abandon(root, floor) }
    while true {
      // Down, to the first dependency that is up to date or must run.
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
          // The links of the last run form a cycle. The node runs; a real cycle is reported at the read.
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
      // Up: the dependency at `link` is up to date. A new mark on it is from a later change, which a later turn
      // verifies.
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
            if flags.intersection([.restPending, .standIn]) == .restPending, let first = sub.deps {
              sub.flags = flags.subtracting(.restPending)
              sub.suspect = nil
              link = first
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
        cause = above.isOutdated ? above : nil
        isOutdated = cause != nil || sub.flags.contains(.dirty)
      }
    }
  }

  /// A marked node without a suspect. This cannot happen; if it does, it must neither hang nor crash.
  @inline(never)
  private func abandon(_ node: NodeRef, _ floor: Int) -> Verdict {
    node.flags.subtract([.pending, .manyPending, .restPending, .verifying])
    while unsafe raw.pointee.path.count > floor {
      unsafe raw.pointee.path.pop()?.sub.flags.subtract([.pending, .manyPending, .restPending, .verifying])
    }
    return .superseded
  }

  /// Runs a node's function and records its dependencies anew. The caller holds a batch open.
  ///
  /// - Parameter cause: the link whose dependency was found changed, if any.
  func evaluate(_ node: NodeRef, because cause: LinkRef?) {
    if !node.flags.isDisjoint(with: [.hasHooks, .standIn]) {
      return node.isStandIn ? passOn(node, because: cause) : evaluateWithHooks(node, because: cause)
    }
    #if DEBUG
    Context.noteOperation()
    noteTouched(node)
    #endif
    if !pendingWork.isDisjoint(with: .keeping) { keepSnapshot(of: node, node.flags) }
    let past: NodeFlags = [.dirty, .pending, .manyPending, .restPending, .verifying, .followsChange]
    let flags = node.flags.subtracting(past).symmetricDifference(.runParity)
    node.flags = flags.union(.running)
    let first = node.deps
    if first == nil { node.settleIn() }
    var evaluation = unsafe Evaluation(
      sub: node, cursor: first, tail: noLink, marks: node.parity, isFirst: first == nil, cause: cause,
      outer: self.evaluation)
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
    // Deallocated during its run, or finished by the operations.
    guard unsafe evaluation.sub != nil else { return }
    unsafe finish(
      node, isChanged, because: cause, isFirst: first == nil, unread: evaluation.cursor ?? evaluation.unread,
      after: evaluation.tail)
  }

  /// The links up to `tail` are those of this run, and the value is up to date.
  @inline(__always)
  func finish(
    _ node: NodeRef, _ isChanged: Bool, because cause: LinkRef?, isFirst: Bool, unread: LinkRef?, after tail: LinkRef
  ) {
    if isChanged { node.advance() }
    var after = node.flags.subtracting(.running)
    // A node that ended in its own run has no links.
    if let cause {
      if !after.contains(.ended) { cause.marks.insert(.isCause) }
    } else if !isFirst {
      node.forgetCause()
    }
    if let unread { drop(unread, after: tail, of: node, cause) }
    // Marked by a write of its own run. The suspect may be one of the dropped links.
    if after.contains(.pending) { after.insert(.manyPending) }
    node.flags = after
    if pendingWork.contains(.tracing) { trace(.ran(node, isChanged: isChanged)) }
    // The next reader must see the value that the batch leaves, not one about to be reverted.
    if after.contains(.hasSnapshot) { settleIfUpToDate(node) }
  }

  @inline(never)
  private func drop(_ unread: LinkRef, after tail: LinkRef, of node: NodeRef, _ cause: LinkRef?) {
    node.follow(tail, with: nil)
    detach(unread)
    if cause == nil || !node.stillReads(cause) { node.forgetCause() }
  }
}

extension NodeRef {
  @inlinable @inline(__always)
  package func ask(_ request: ValueOperation, about operand: UnsafeRawPointer? = nil) -> Bool {
    unsafe object._withUnsafeGuaranteedRef {
      $0.operations.withContent { $0.answer(unsafe ValueRequest(address, request, operand)) }
    }
  }

  /// Notes a requested run: in the first link or, for the rare node without links, in its hooks.
  @inline(never)
  func markAsRequested() {
    if let deps { deps.marks.insert(.isRequest) } else { retained.makeHooks().lastRun = .request }
  }

  /// Notes a run of unknown cause: it did not read the changed dependency again.
  @inline(never)
  func forgetCause() {
    if flags.contains(.ended) { return }
    if let deps { deps.marks.insert(.hasNoCause) } else { makeHooks().lastRun = .unknown }
  }

  /// Begins a new version after a change.
  @inlinable @inline(__always)
  package func advance() {
    #if DEBUG
    Context.noteOperation()
    #endif
    version &+= 1
    if version == 0 { versionsWrapped() }
  }
  /// Versions repeat after 4 billion changes: a pending dependent might mistake a new one for the one it read.
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
  /// Pops the last link above `floor`, skipping struck-out entries.
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
  /// Strikes `node` out of this thread's paths: it is deallocated, runs by itself, or loses its links.
  func strikeOut(_ node: NodeRef) {
    forEachContext { context in
      for index in unsafe 0..<context.raw.pointee.path.count where unsafe context.raw.pointee.path[index]?.sub == node {
        unsafe context.raw.pointee.path[index] = nil
      }
    }
  }
}
