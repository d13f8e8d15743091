// Unsafe: which of several batches has a snapshot of a node.
//
// A batch may be open around a call of `independently`, and another one in that call: each context has snapshots of its
// own. The node knows the place of the innermost one. Each record and word knows the place of the next one outwards, which
// it hides. A place is believed only where the node is found there, so an old one does no harm.

extension Context {
  /// As `keepSnapshot(of:_:)`, in a call of ``independently(_:)`` in a batch: in each batch that has outdated the node, the
  /// outermost first.
  ///
  /// A batch around the call may have hold only of what it has outdated. Any other node that runs here may be a part of
  /// another isolation's graph, which is used elsewhere before that batch ends.
  @inline(never)
  func keepSnapshotInside(_ node: NodeRef, _ flags: NodeFlags, isInnermost: Bool) {
    if hasSnapshot(of: node) { return }
    outer?.keepSnapshotInside(node, flags, isInnermost: false)
    if pendingWork.contains(.snapshots) && (isInnermost || hasOutdated(node)) { keepOwnSnapshot(of: node, flags) }
  }

  /// In the batch of this context, whatever those around it have.
  func keepOwnSnapshot(of node: NodeRef, _ flags: NodeFlags) {
    guard let hidden = visibleSnapshot(of: node) else { return }
    keepSnapshot(of: node, flags, in: self)
    hideSnapshot(of: node, at: hidden)
  }

  /// Whether the open batch of this context has queued the node, or has a snapshot of something that the node has read.
  private func hasOutdated(_ node: NodeRef) -> Bool {
    if node.flags.contains(.queued) && holdsQueued(node) { return true }
    var link = node.deps
    while let present = link {
      if let dep = present.dep, hasSnapshot(of: dep) { return true }
      link = present.nextDep
    }
    return false
  }

  /// Observers are notified in a call of ``independently(_:)``. A batch around it, which has a snapshot of the node from
  /// before that, compares its end with what they have been notified of.
  @inline(never)
  func forgetSnapshotAround(_ node: NodeRef) {
    if !node.flags.contains(.hasSnapshot) { return }
    forgetSnapshot(of: node)
    node.flags.remove(.hasSnapshot)
  }

  /// A stand-in was found outdated because of `cause`: as for a node of which no value is a duplicate.
  @inline(never)
  func markSnapshot(ofStandIn node: NodeRef, because cause: LinkRef?) {
    if node.flags.contains(.hasSnapshot) { return }
    guard pendingWork.contains(.inside) else { return markSnapshot(of: node) }
    guard let dep = cause?.dep else { return }
    outermostContext { $0.hasSnapshot(of: dep) }?.markSnapshot(of: node)
  }

  /// Whether the snapshot of the node is a record of this context, rather than one around it, and no word.
  func hasRecord(of node: NodeRef) -> Bool { hasRecord(of: node, at: node.snapshotPlace) }

  private func hasRecord(of node: NodeRef, at place: Int) -> Bool {
    unsafe place < raw.pointee.snapshots.records.count
      && raw.pointee.snapshots.records.place(of: place).pointee.node == node
  }

  func hasWord(of node: NodeRef, at place: Int) -> Bool {
    unsafe place < raw.pointee.snapshots.words.count && raw.pointee.snapshots.words[place].node == node
  }

  /// Whether this context has a snapshot of the node, be it hidden or not.
  private func hasSnapshot(of node: NodeRef) -> Bool {
    node.flags.contains(.hasSnapshot)
      && Context.current.isInAnySnapshot(of: node) { context, _ in unsafe context.raw == raw }
  }

  /// The place of the snapshot that this context is about to hide by one of its own; -1 if there is none, and nil if it has
  /// one of its own.
  @usableFromInline
  func visibleSnapshot(of node: NodeRef) -> Int32? {
    if !node.flags.contains(.hasSnapshot) { return -1 }
    return hasSnapshot(of: node) ? nil : Int32(truncatingIfNeeded: node.snapshotPlace)
  }

  /// This context has a snapshot of the node since ``visibleSnapshot(of:)`` returned `hidden`, unless it needs none.
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

  /// The snapshot of the node is over. A batch around a call of ``independently(_:)``, in which that snapshot was kept, may
  /// have one, too.
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

  /// The context that has the snapshot of the node that counts, if that is a record: from this one outwards.
  func keeper(ofRecordOf node: NodeRef) -> Context? {
    var keeper: Context?
    _ = isInAnyContext { context in
      if context.hasRecord(of: node) { keeper = context }
      return keeper != nil
    }
    return keeper
  }

  /// Whether an open batch may take the node back to this version, at which it was when the batch first changed it.
  func mayRevert(_ node: NodeRef, to version: UInt32) -> Bool {
    isInAnySnapshot(of: node) { context, place in
      unsafe context.hasWord(of: node, at: place)
        ? context.raw.pointee.snapshots.words[place].version == version
        : context.raw.pointee.snapshots.records[place].version == version
    }
  }

  /// A version that comes before the present one of the node, which has been reverted, and before those of its snapshots in
  /// batches around this one.
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

  /// The version that the node has when the batches end, if its value stays as it is: what reads it now keeps what it sees.
  func versionAtEndOfBatch(of node: NodeRef) -> UInt32 {
    var version = node.version
    _ = isInAnySnapshot(of: node) { context, place in
      if context.hasWord(of: node, at: place) {
        var snapshot = unsafe context.raw.pointee.snapshots.words[place]
        if unsafe !snapshot.isMark && node.ask(.isReverted, about: &snapshot.word) { version = snapshot.version }
      } else {
        let snapshot = unsafe context.raw.pointee.snapshots.records[place].head
        if unsafe !snapshot.isMark && node.ask(.isReverted, about: UnsafeRawPointer(snapshot.value)) {
          version = unsafe snapshot.version
        }
      }
      return false
    }
    return version
  }

  /// A node with a snapshot died.
  func forgetSnapshot(of node: NodeRef) {
    unsafe forEachSnapshot(of: node) {
      $0.node = nil
    } record: {
      unsafe $0.node = nil
    }
  }

  /// Changes the snapshots of a node, of this context and of outer ones.
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

  /// Calls `body` with the snapshots of a node, from this context outwards, until it returns true. Returns whether it did.
  /// The place of each is believed only if the node is found there.
  private func isInAnySnapshot(of node: NodeRef, _ body: (_ context: Context, _ place: Int) -> Bool) -> Bool {
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
  /// Of a node with a snapshot.
  @usableFromInline @inline(never)
  final var versionAtEndOfBatch: UInt32 { Context.current.versionAtEndOfBatch(of: node) }
}
