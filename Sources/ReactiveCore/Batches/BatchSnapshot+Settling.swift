// Unsafe: the end of a batch, which compares values with those at its beginning and reverts nodes.
//
// A record is settled once its node's value is final: sources first, then derivations in the order of their runs.
// Settling runs user code (`==`, derivations, `deinit`) that may write, end nodes and add records. Invariant: after
// user code, a node is used only if its record still names it, and records are reached by index, never by an earlier
// address.

extension Context {
  /// Restores the value and version of each node that ends the outermost batch where it began.
  func settleSnapshots() {
    // The common batch: only sources of word size, all changed.
    while unsafe raw.pointee.snapshots.words.count > 0 && raw.pointee.snapshots.records.count == 0 {
      let last = unsafe raw.pointee.snapshots.words.place(of: raw.pointee.snapshots.words.count - 1)
      if let node = unsafe last.pointee.node {
        if unsafe !last.pointee.isExact || last.pointee.isMark || node.word == last.pointee.word { break }
        unsafe endSnapshot(of: node, hiding: last.pointee.hidden)
      }
      unsafe raw.pointee.snapshots.words.removeLast()
    }
    if unsafe raw.pointee.snapshots.words.count > 0 || raw.pointee.snapshots.records.count > 0 { settleAll() }
    pendingWork.subtract([.snapshots, .followedInside])
  }

  @inline(never)
  private func settleAll() {
    batchDepth &+= 1
    // This runs user code that may write. Such writes are settled in the next round.
    var settled = 0
    repeat {
      while unsafe settled < raw.pointee.snapshots.words.count {
        settleWord(settled)
        settled += 1
      }
      if unsafe raw.pointee.snapshots.records.count > 0 { settleRecords() }
    } while unsafe settled < raw.pointee.snapshots.words.count
    unsafe raw.pointee.snapshots.removeWords()
    batchDepth &-= 1
  }

  private func settleWord(_ index: Int) {
    guard let node = unsafe raw.pointee.snapshots.words[index].node else { return }
    var snapshot = unsafe raw.pointee.snapshots.words[index]
    unsafe withUnsafeMutablePointer(to: &snapshot.word) { word in
      unsafe _ = settle(
        node, from: snapshot.version, isMark: snapshot.isMark, isExact: snapshot.isExact, hiding: snapshot.hidden, word
      ) { _ in
        guard unsafe raw.pointee.snapshots.words[index].node == node else { return false }
        unsafe raw.pointee.snapshots.words[index].node = nil
        return true
      }
    }
  }

  /// Restores a node's value and version from before the batch, if its value is a duplicate of that value, and so are
  /// the parts that were written.
  ///
  /// - Parameter value: the old value; after a revert, the value that it replaced.
  /// - Parameter leave: takes the node out of its record, reverted or not. Returns false if it stays there or has left.
  /// - Returns: whether a dependent must run.
  @inline(__always)
  private func settle(
    _ node: NodeRef, from version: UInt32, isMark: Bool, isExact: Bool, hiding hidden: Int32, part: Int32 = -1,
    _ value: UnsafeMutableRawPointer, leave: (_ isReverted: Bool) -> Bool
  ) -> Bool {
    let last = node.version
    let isReverted = unsafe !isMark && last != version && self.isReverted(node, part, UnsafeRawPointer(value))
    // A custom test may have ended or written the node; `leave` checks.
    guard leave(isReverted) else { return false }
    endSnapshot(of: node, hiding: hidden)
    guard isReverted && node.version == last else { return false }
    let isSame = unsafe isExact || !node.ask(.putBack, about: UnsafeRawPointer(value))
    return revert(node, to: version, isSame: isSame)
  }

  @inline(never)
  private func settleRecords() {
    // Sources first: derivations are verified once all sources have settled. Code that runs here may add records.
    var settled = 0
    while unsafe settled < raw.pointee.snapshots.records.count {
      let begin = settled
      settled = unsafe raw.pointee.snapshots.records.count
      if settleSources(begin..<settled) { continue }
      // A derivation may have run on a duplicate that is reverted afterwards; its next run gives its final value. Each
      // round settles one more step of such a chain.
      var isOutdated = settleDerivations(begin..<settled)
      var rounds = 0
      while isOutdated && rounds < settled {
        isOutdated = settleDerivations(0..<settled)
        rounds += 1
      }
    }
    while unsafe raw.pointee.snapshots.records.count > 0 {
      let index = unsafe raw.pointee.snapshots.records.count - 1
      if unsafe raw.pointee.snapshots.records.place(of: index).pointee.node != nil { endRecord(index) }
      discardLastRecord()
    }
    while unsafe raw.pointee.snapshots.parts.count > 0 { unsafe raw.pointee.snapshots.parts.removeLast() }
    unsafe raw.pointee.snapshots.reset()
  }

  /// Settles the last record, whose node still exists.
  @inline(never)
  private func endRecord(_ index: Int) {
    if !settleSource(index) { _ = settleDerivation(index) }
    // User code here may write, and so add records.
    let end = unsafe raw.pointee.snapshots.records.count
    if end > index + 1 { _ = settleSources((index + 1)..<end) }
    while unsafe raw.pointee.snapshots.records.count > index + 1 { discardLastRecord() }
  }

  /// Discards the last record. The `deinit` of its value may write, and so add one.
  private func discardLastRecord() {
    let record = unsafe raw.pointee.snapshots.records.place(of: raw.pointee.snapshots.records.count - 1)
    if let node = unsafe record.pointee.node { unsafe endSnapshot(of: node, hiding: record.pointee.hidden) }
    let (value, isLarge) = unsafe (record.pointee.value, record.pointee.isLarge)
    if unsafe record.pointee.destroy == nil {
      unsafe raw.pointee.snapshots.records.removeLast()
    } else if let destroy = unsafe raw.pointee.snapshots.records.pop().destroy {
      unsafe destroy(value)
    }
    if isLarge { unsafe value.deallocate() }
  }

  /// Returns whether all records are of sources, which is common.
  private func settleSources(_ indices: Range<Int>) -> Bool {
    var areAll = true
    for index in indices where !settleSource(index) { areAll = false }
    return areAll
  }

  /// Settles a source. Returns false for a derivation, which it leaves alone.
  private func settleSource(_ index: Int) -> Bool {
    guard let node = unsafe raw.pointee.snapshots.records.place(of: index).pointee.node else { return true }
    let flags = node.flags
    if flags.contains(.computed) { return false }
    guard flags.contains(.hasSnapshot) else { return true }
    // A custom test may drop the node, which must outlive the test.
    let hasOwnTest = !flags.contains(.usesEquatable)
    let retained = hasOwnTest ? node.tryRetain() : nil
    if hasOwnTest && retained == nil { return true }
    let record = unsafe raw.pointee.snapshots.records.place(of: index).pointee.head
    let isChanged = unsafe raw.pointee.snapshots.records.place(of: index).pointee.hasRejected(node.version)
    unsafe _ = settle(
      node, from: record.version, isMark: record.isMark || isChanged, isExact: false, hiding: record.hidden,
      part: record.part, record.value
    ) { _ in
      guard unsafe raw.pointee.snapshots.records.place(of: index).pointee.node == node else { return false }
      unsafe raw.pointee.snapshots.records.place(of: index).pointee.node = nil
      return true
    }
    withExtendedLifetime(retained) {}
    return true
  }

  /// Returns whether a reverted derivation makes a node run.
  private func settleDerivations(_ indices: Range<Int>) -> Bool {
    unsafe raw.pointee.snapshots.isSettling = true
    unsafe raw.pointee.snapshots.hasOutdated = false
    // Derivations that are up to date are reverted before another one, which may read them, runs.
    for index in indices {
      if let node = unsafe raw.pointee.snapshots.records.place(of: index).pointee.node { settleIfUpToDate(node) }
    }
    for index in indices where settleDerivation(index) { unsafe raw.pointee.snapshots.hasOutdated = true }
    unsafe raw.pointee.snapshots.isSettling = false
    return unsafe raw.pointee.snapshots.hasOutdated
  }

  /// Settles a derivation that has run or need not run, once all sources are settled. Otherwise its next dependent
  /// would run on, or because of, a value about to be reverted. A derivation invalidated by its own run would run here
  /// without end, so it waits for the rounds.
  @inline(never)
  func settleIfUpToDate(_ node: NodeRef) {
    let flags = node.flags
    guard flags.contains(.computed), flags.isDisjoint(with: .marked) else { return }
    // A call of `independently` may run inside the end of a batch. The innermost record counts.
    guard let keeper = keeper(ofRecordOf: node), unsafe keeper.raw.pointee.snapshots.isSettling else { return }
    if keeper.settleDerivation(node.snapshotPlace) { unsafe keeper.raw.pointee.snapshots.hasOutdated = true }
  }

  /// Reverts a derivation to its value from before the batch if it has a duplicate of it. Otherwise its record stays,
  /// since it may run again. Returns whether a dependent must run.
  private func settleDerivation(_ index: Int) -> Bool {
    guard let node = unsafe raw.pointee.snapshots.records.place(of: index).pointee.node else { return false }
    let flags = node.flags
    guard flags.contains(.hasSnapshot), flags.contains(.computed) else { return false }
    if unsafe raw.pointee.snapshots.records.place(of: index).pointee.isMark { return false }
    // A custom test or the function may drop the node, which must outlive them.
    guard let retained = node.tryRetain() else { return false }
    if retained.isWatched {
      if !flags.isDisjoint(with: .marked) { refresh(node) }
    } else if flags.contains(.pending) {
      return postpone(node, index)
    }
    let record = unsafe raw.pointee.snapshots.records.place(of: index).pointee.head
    let last = node.version
    if unsafe last == raw.pointee.snapshots.records.place(of: index).pointee.rejected { return false }
    let isOutdated = unsafe settle(
      node, from: record.version, isMark: false, isExact: false, hiding: record.hidden, record.value
    ) { isReverted in
      guard unsafe raw.pointee.snapshots.records.place(of: index).pointee.node == node else { return false }
      // A custom test may run in a call of `independently` whose batch now has a snapshot. Then this one waits.
      guard let keeper = Context.current.keeper(ofRecordOf: node), unsafe keeper.raw == raw else { return false }
      let isReverted = isReverted && node.version == last
      if isReverted {
        unsafe raw.pointee.snapshots.records.place(of: index).pointee.node = nil
      } else {
        unsafe raw.pointee.snapshots.records.place(of: index).pointee.rejected = last
      }
      return isReverted
    }
    withExtendedLifetime(retained) {}
    return isOutdated
  }

  /// Postpones the run of an outdated derivation without dependents. Its next run is compared with its value from
  /// before the batch, as if the batch had not read it.
  private func postpone(_ node: NodeRef, _ index: Int) -> Bool {
    let record = unsafe raw.pointee.snapshots.records.place(of: index)
    unsafe record.pointee.node = nil
    node.flags = node.flags.subtracting([.pending, .manyPending]).union(.dirty)
    unsafe endSnapshot(of: node, hiding: record.pointee.hidden)
    node.version = unsafe record.pointee.version
    unsafe _ = node.ask(.putBack, about: UnsafeRawPointer(record.pointee.value))
    return false
  }

  /// Completes a revert, after which the node holds its value from before the batch.
  ///
  /// - Parameter isSame: whether the batch ended on that value, not on a duplicate.
  /// - Returns: whether a dependent must run.
  @inline(never)
  private func revert(_ node: NodeRef, to version: UInt32, isSame: Bool) -> Bool {
    let last = node.version
    node.version = version
    // The last write may precede the observer's subscription, so the node may not be queued yet.
    if node.settleNewcomers(last: last, isSame: isSame, behind: versionBehindSnapshots(of: node)) { enqueue(node) }
    // A batch around a call of `independently` may revert the value from before this batch. The dependent may have seen
    // neither.
    let isNested = node.flags.contains(.hasSnapshot)
    var isOutdated = false
    var link = node.subs
    while let present = link {
      let ahead = present.version &- version
      if isSame && present.version == last {
        // The dependent saw the final value, which is the first one.
        present.version = version
      } else if ahead != 0 && (!isNested || ahead <= last &- version) && !present.isUnreadByRun {
        // The dependent saw a reverted value and must run again, since a later value may get the same version. The
        // write that replaced an intermediate value marked the dependent; no write followed the last one.
        markOutdated(at: present)
        isOutdated = true
      }
      link = present.nextSub
    }
    return isOutdated
  }

  /// Makes the dependent at `link` run again and marks its dependents.
  private func markOutdated(at link: LinkRef) {
    let sub = link.sub
    let isNew = sub.flags.isDisjoint(with: .marked)
    let flags = sub.flags.union([.pending, .manyPending, .dirty])
    if !isNew || flags.isDisjoint(with: [.reaction, .observed]) {
      sub.flags = flags
    } else {
      enqueue(sub, flags)
    }
    if isNew, let below = sub.subs { mark(below) }
  }
}

extension LinkRef {
  /// Whether the running dependent has not read the dependency in this run. If it does, it reads the present value.
  fileprivate var isUnreadByRun: Bool { sub.flags.contains(.running) && marks.intersection(.parity) != sub.parity }
}

extension NodeRef {
  /// The bytes of a source's value that fits into a word.
  fileprivate var word: UInt64 {
    unsafe Unmanaged<ValueNode>.fromOpaque(address)._withUnsafeGuaranteedRef { UInt64($0.words.0) }
  }

  /// Settles the observers of a node restored from version `last`. `isSame` means that both versions stand for the same
  /// value.
  ///
  /// Returns whether an observer that subscribed or was notified during the batch saw a reverted value, and must be
  /// notified. It then counts as having seen `behind`, which precedes the versions of all batches with a snapshot.
  func settleNewcomers(last: UInt32, isSame: Bool, behind: UInt32) -> Bool {
    let version = self.version
    let isAnyBehind = withSideTable { sideTable in
      // Observers were notified in the middle of the batch, in a call of `independently`.
      let isAhead = Int32(bitPattern: sideTable.notifiedVersion &- version) > 0
      guard sideTable.hasNewcomers || isAhead else { return false }
      // An outer batch may revert them as well.
      sideTable.hasNewcomers = flags.contains(.hasSnapshot)
      if isAhead { sideTable.notifiedVersion = behind }
      guard let chain = sideTable.observers, chain.reset(from: last, to: version, isSame: isSame, behind: behind) else {
        return false
      }
      sideTable.notifiedVersion = behind
      return true
    }
    return isAnyBehind ?? false
  }
}
