// Unsafe: snapshots of one node in nested batches.
//
// A call of `independently` inside a batch may open another batch; each context has its own snapshots. The node holds
// the place of the innermost snapshot; each record or word holds that of the next one outward, which it hides.
// Invariant: a place counts only if it holds the node, so an outdated place is harmless.

extension Context {
  /// `keepSnapshot(of:_:)` in a call of ``independently(_:)`` inside a batch: in each batch that has outdated the node,
  /// outermost first.
  ///
  /// A batch around the call keeps no other snapshots: a node that runs here may belong to another isolation's graph,
  /// which is used elsewhere before that batch ends.
  @inline(never)
  func keepSnapshotInside(_ node: NodeRef, _ flags: NodeFlags, isInnermost: Bool) {
    if hasSnapshot(of: node) { return }
    outer?.keepSnapshotInside(node, flags, isInnermost: false)
    if pendingWork.contains(.snapshots) && (isInnermost || hasOutdated(node)) { keepOwnSnapshot(of: node, flags) }
  }

  /// Keeps a snapshot in this context's batch, whatever the batches around it have.
  func keepOwnSnapshot(of node: NodeRef, _ flags: NodeFlags) {
    guard let hidden = visibleSnapshot(of: node) else { return }
    keepSnapshot(of: node, flags, in: self)
    hideSnapshot(of: node, at: hidden)
  }

  /// Whether this context's open batch has queued the node or has a snapshot of one of its dependencies.
  private func hasOutdated(_ node: NodeRef) -> Bool {
    if node.flags.contains(.queued) && holdsQueued(node) { return true }
    var link = node.deps
    while let present = link {
      if let dep = present.dep, hasSnapshot(of: dep) { return true }
      link = present.nextDep
    }
    return false
  }

  /// For observers notified in a call of ``independently(_:)``: ends the node's snapshots in batches around it, which
  /// then compare their end with the value notified.
  @inline(never)
  func forgetSnapshotAround(_ node: NodeRef) {
    if !node.flags.contains(.hasSnapshot) { return }
    forgetSnapshot(of: node)
    node.flags.remove(.hasSnapshot)
  }

  /// Marks a stand-in found outdated because of `cause`, like a node without duplicates.
  @inline(never)
  func markSnapshot(ofStandIn node: NodeRef, because cause: LinkRef?) {
    if node.flags.contains(.hasSnapshot) { return }
    guard pendingWork.contains(.inside) else { return markSnapshot(of: node) }
    guard let dep = cause?.dep else { return }
    outermostContext { $0.hasSnapshot(of: dep) }?.markSnapshot(of: node)
  }

  /// Whether the node's snapshot is a record (not a word) of this context (not of one around it).
  func hasRecord(of node: NodeRef) -> Bool { hasRecord(of: node, at: node.snapshotPlace) }

  func hasRecord(of node: NodeRef, at place: Int) -> Bool {
    unsafe place < raw.pointee.snapshots.records.count
      && raw.pointee.snapshots.records.place(of: place).pointee.node == node
  }

  func hasWord(of node: NodeRef, at place: Int) -> Bool {
    unsafe place < raw.pointee.snapshots.words.count && raw.pointee.snapshots.words[place].node == node
  }

  /// Whether this context has a snapshot of the node, hidden or not.
  private func hasSnapshot(of node: NodeRef) -> Bool {
    node.flags.contains(.hasSnapshot)
      && Context.current.isInAnySnapshot(of: node) { context, _ in unsafe context.raw == raw }
  }

  /// The place of the snapshot that one made here would hide: -1 if there is none, nil if this context has one already.
  @usableFromInline
  func visibleSnapshot(of node: NodeRef) -> Int32? {
    if !node.flags.contains(.hasSnapshot) { return -1 }
    return hasSnapshot(of: node) ? nil : Int32(truncatingIfNeeded: node.snapshotPlace)
  }

  /// Links a snapshot made since ``visibleSnapshot(of:)`` returned `hidden`, if one was needed, to the hidden one.
  @usableFromInline
  func hideSnapshot(of node: NodeRef, at hidden: Int32?) {
    guard let hidden, hidden >= 0 else { return }
    let place = node.snapshotPlace
    if hasWord(of: node, at: place) {
      unsafe raw.pointee.snapshots.words[place].hidden = hidden
    } else if hasRecord(of: node, at: place) {
      unsafe raw.pointee.snapshots.records[place].hidden = hidden
    } else {
      node.flags.insert(.hasSnapshot)
    }
  }

  /// Ends a snapshot, and uncovers the one that it hides in a batch around a call of ``independently(_:)``.
  @inline(__always)
  func endSnapshot(of node: NodeRef, hiding hidden: Int32) {
    if hidden < 0 {
      node.flags.remove(.hasSnapshot)
    } else {
      uncoverSnapshot(of: node, at: Int(hidden))
    }
  }

  @inline(never)
  private func uncoverSnapshot(of node: NodeRef, at place: Int) {
    let isThere = outer?.isInAnyContext { $0.hasWord(of: node, at: place) || $0.hasRecord(of: node, at: place) }
    if isThere == true { node.snapshotPlace = place } else { node.flags.remove(.hasSnapshot) }
  }

  /// The innermost context with a snapshot of the node, if that is a record.
  func keeper(ofRecordOf node: NodeRef) -> Context? {
    var keeper: Context?
    _ = isInAnyContext { context in
      if context.hasRecord(of: node) { keeper = context }
      return keeper != nil
    }
    return keeper
  }

  /// Whether an open batch may revert the node to `version`, its version before the batch first changed it.
  func mayRevert(_ node: NodeRef, to version: UInt32) -> Bool {
    isInAnySnapshot(of: node) { context, place in
      if context.hasWord(of: node, at: place) {
        let word = unsafe context.raw.pointee.snapshots.words[place]
        return word.version == version && !word.isMark
      }
      let record = unsafe context.raw.pointee.snapshots.records.place(of: place)
      return unsafe record.pointee.version == version && !record.pointee.isMark
    }
  }

  /// A version before the node's present (reverted) one and those of its snapshots in outer batches.
  func versionBehindSnapshots(of node: NodeRef) -> UInt32 {
    var version = node.version
    if node.flags.contains(.hasSnapshot) {
      _ = isInAnySnapshot(of: node) { context, place in
        version =
          unsafe context.hasWord(of: node, at: place)
          ? context.raw.pointee.snapshots.words[place].version : context.raw.pointee.snapshots.records[place].version
        return false
      }
    }
    return version &- 1
  }

  /// The version at the end of the batches if the value stays, so that a present read stays valid.
  func versionAtEndOfBatch(of node: NodeRef) -> UInt32 {
    var version = node.version
    _ = isInAnySnapshot(of: node) { context, place in
      if context.hasWord(of: node, at: place) {
        var snapshot = unsafe context.raw.pointee.snapshots.words[place]
        if unsafe !snapshot.isMark && node.ask(.isReverted, about: &snapshot.word) { version = snapshot.version }
      } else {
        let snapshot = unsafe context.raw.pointee.snapshots.records[place].head
        let isChanged = unsafe context.raw.pointee.snapshots.records.place(of: place).pointee.hasRejected(node.version)
        let value = unsafe UnsafeRawPointer(snapshot.value)
        if unsafe !snapshot.isMark && !isChanged && context.isReverted(node, snapshot.part, value) {
          version = unsafe snapshot.version
        }
      }
      return false
    }
    return version
  }

  /// Drops the snapshots of a deallocated node.
  func forgetSnapshot(of node: NodeRef) {
    unsafe forEachSnapshot(of: node) {
      $0.node = nil
    } record: {
      unsafe $0.node = nil
    }
  }

  /// Changes a node's snapshots in this context and outer ones.
  func forEachSnapshot(
    of node: NodeRef, word: (inout WordSnapshot) -> Void, record: (inout BatchSnapshot) -> Void
  ) {
    var isFound = false
    _ = isInAnySnapshot(of: node) { context, place in
      isFound = true
      if context.hasWord(of: node, at: place) {
        unsafe word(&context.raw.pointee.snapshots.words[place])
      } else {
        unsafe record(&context.raw.pointee.snapshots.records[place])
      }
      return false
    }
    if !isFound { stopInFlightElsewhere(node) }
  }

  /// Calls `body` with the node's snapshots, from this context outward, until it returns true. Returns whether it did.
  func isInAnySnapshot(of node: NodeRef, _ body: (_ context: Context, _ place: Int) -> Bool) -> Bool {
    var place = node.snapshotPlace
    return isInAnyContext { context in
      let hidden: Int32
      if context.hasWord(of: node, at: place) {
        hidden = unsafe context.raw.pointee.snapshots.words[place].hidden
      } else if context.hasRecord(of: node, at: place) {
        hidden = unsafe context.raw.pointee.snapshots.records.place(of: place).pointee.hidden
      } else {
        return false
      }
      if body(context, place) { return true }
      place = hidden < 0 ? .max : Int(hidden)
      return false
    }
  }
}

extension ReactiveNode {
  /// The same for a node with a snapshot.
  @usableFromInline @inline(never)
  final var versionAtEndOfBatch: UInt32 { Context.current.versionAtEndOfBatch(of: node) }
}
