// Unsafe: the end of a batch, which compares values with those from its beginning and reverts nodes.
//
// Each record is settled once its node's value is final: sources first, then derivations in the order in which they ran.
// All of it runs user code (`==`, functions of derivations, `deinit`), which may write, end nodes and add records.
// Invariant: after user code has run, a node is used only if its record still names it, and records are reached by their
// index, never by an address from before.

extension Context {
  /// The outermost batch ends: each node that is back where it began gets its value and its version back.
  func settleSnapshots() {
    // Most batches: sources whose words have changed.
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
    // This runs user code (`==`, `deinit`, the functions of derivations) that may write. Such writes are settled in the
    // next round.
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

  /// Gives a node back its value and version from before the batch, if its present value is a duplicate of that value.
  ///
  /// - Parameter value: the value that the node had; afterwards, if reverted, the one it gave up.
  /// - Parameter leave: takes the node, reverted or not, out of its record. False if the node stays there or is no
  ///   longer there.
  /// - Returns: whether a dependent must run for it.
  @inline(__always)
  private func settle(
    _ node: NodeRef, from version: UInt32, isMark: Bool, isExact: Bool, hiding hidden: Int32,
    _ value: UnsafeMutableRawPointer, leave: (_ isReverted: Bool) -> Bool
  ) -> Bool {
    let last = node.version
    let isReverted = unsafe !isMark && last != version && node.ask(.isReverted, about: UnsafeRawPointer(value))
    // The test may be the user's, which may have ended or written the node: `leave` finds out whether the node is still
    // there.
    guard leave(isReverted) else { return false }
    endSnapshot(of: node, hiding: hidden)
    guard isReverted && node.version == last else { return false }
    let isSame = unsafe isExact || !node.ask(.putBack, about: UnsafeRawPointer(value))
    return revert(node, to: version, isSame: isSame)
  }

  @inline(never)
  private func settleRecords() {
    // Sources first: a derivation is only verified once every source has settled. What runs meanwhile may add more.
    var settled = 0
    while unsafe settled < raw.pointee.snapshots.records.count {
      let begin = settled
      settled = unsafe raw.pointee.snapshots.records.count
      if settleSources(begin..<settled) { continue }
      // A derivation may run on the duplicate that another derivation has before that one is reverted: the end of the
      // batch is its value after its next run. Each round settles one more step of such a chain.
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
    unsafe raw.pointee.snapshots.reset()
  }

  /// Settles the last record, of a node that is still there.
  @inline(never)
  private func endRecord(_ index: Int) {
    if !settleSource(index) { _ = settleDerivation(index) }
    // User code that runs there may write, and so add records.
    let end = unsafe raw.pointee.snapshots.records.count
    if end > index + 1 { _ = settleSources((index + 1)..<end) }
    while unsafe raw.pointee.snapshots.records.count > index + 1 { discardLastRecord() }
  }

  /// The end of a value may write, and so add a record.
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

  /// Returns whether all records are of sources, as most are.
  private func settleSources(_ indices: Range<Int>) -> Bool {
    var areAll = true
    for index in indices where !settleSource(index) { areAll = false }
    return areAll
  }

  /// Settles a source. Returns false for a derivation, to which it does nothing.
  private func settleSource(_ index: Int) -> Bool {
    guard let node = unsafe raw.pointee.snapshots.records.place(of: index).pointee.node else { return true }
    let flags = node.flags
    if flags.contains(.computed) { return false }
    guard flags.contains(.hasSnapshot) else { return true }
    // A test of the user's may drop the node, and must not end while it runs.
    let hasOwnTest = !flags.contains(.usesEquatable)
    let retained = hasOwnTest ? node.tryRetain() : nil
    if hasOwnTest && retained == nil { return true }
    let record = unsafe raw.pointee.snapshots.records.place(of: index).pointee.head
    unsafe _ = settle(
      node, from: record.version, isMark: record.isMark, isExact: false, hiding: record.hidden, record.value
    ) { _ in
      guard unsafe raw.pointee.snapshots.records.place(of: index).pointee.node == node else { return false }
      unsafe raw.pointee.snapshots.records.place(of: index).pointee.node = nil
      return true
    }
    withExtendedLifetime(retained) {}
    return true
  }

  /// Returns whether something must run because a derivation was reverted.
  private func settleDerivations(_ indices: Range<Int>) -> Bool {
    unsafe raw.pointee.snapshots.isSettling = true
    unsafe raw.pointee.snapshots.hasOutdated = false
    // Derivations that are up to date are reverted before any other one runs, since that one may read them.
    for index in indices {
      if let node = unsafe raw.pointee.snapshots.records.place(of: index).pointee.node { settleIfUpToDate(node) }
    }
    for index in indices where settleDerivation(index) { unsafe raw.pointee.snapshots.hasOutdated = true }
    unsafe raw.pointee.snapshots.isSettling = false
    return unsafe raw.pointee.snapshots.hasOutdated
  }

  /// A node with a snapshot has run, or need not run. If all sources are settled, a derivation is settled at once.
  /// Otherwise its next dependent would see a version about to be reverted and run for nothing, or run on a value about
  /// to be reverted and run again. A derivation that its own run has invalidated waits for the rounds, since here it
  /// would run without end.
  @inline(never)
  func settleIfUpToDate(_ node: NodeRef) {
    let flags = node.flags
    guard flags.contains(.computed), flags.isDisjoint(with: .marked) else { return }
    // The end of a batch may be on the stack around a call of `independently`. The first record is the one that counts.
    guard let keeper = keeper(ofRecordOf: node), unsafe keeper.raw.pointee.snapshots.isSettling else { return }
    if keeper.settleDerivation(node.snapshotPlace) { unsafe keeper.raw.pointee.snapshots.hasOutdated = true }
  }

  /// Reverts a derivation whose value is a duplicate of the one before the batch. One with another value keeps its
  /// record until the end, since it may run again. Returns whether a dependent must run for it.
  private func settleDerivation(_ index: Int) -> Bool {
    guard let node = unsafe raw.pointee.snapshots.records.place(of: index).pointee.node else { return false }
    let flags = node.flags
    guard flags.contains(.hasSnapshot), flags.contains(.computed) else { return false }
    if unsafe raw.pointee.snapshots.records.place(of: index).pointee.isMark { return false }
    // A function or a test of the user's may drop the node, and must not end while it runs.
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
      // The test may be the user's, and run in a call of `independently`, whose batch has a snapshot by now: this one waits.
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

  /// A derivation that nothing depends on is outdated by what it depends on as the batch ends, and need not run. It has
  /// its value from the beginning of the batch again, with which its next run is compared, as if the batch had not read
  /// it.
  private func postpone(_ node: NodeRef, _ index: Int) -> Bool {
    let record = unsafe raw.pointee.snapshots.records.place(of: index)
    unsafe record.pointee.node = nil
    node.flags = node.flags.subtracting([.pending, .manyPending]).union(.dirty)
    unsafe endSnapshot(of: node, hiding: record.pointee.hidden)
    node.version = unsafe record.pointee.version
    unsafe _ = node.ask(.putBack, about: UnsafeRawPointer(record.pointee.value))
    return false
  }

  /// The node holds its value from the beginning of the batch again.
  ///
  /// - Parameter isSame: the batch ended on that very value, not on a duplicate.
  /// - Returns: whether a dependent must run for it.
  @inline(never)
  private func revert(_ node: NodeRef, to version: UInt32, isSame: Bool) -> Bool {
    let last = node.version
    node.version = version
    // The node need not be queued yet: the last write may have been made before the observer subscribed.
    if node.settleNewcomers(last: last, isSame: isSame, behind: versionBehindSnapshots(of: node)) { enqueue(node) }
    // A batch around a call of `independently` may revert what was there before this batch: the dependent may have seen
    // neither.
    let isNested = node.flags.contains(.hasSnapshot)
    var isOutdated = false
    var link = node.subs
    while let present = link {
      let ahead = present.version &- version
      if isSame && present.version == last {
        // The dependent saw the value at the end of the batch, which is the one at its beginning.
        present.version = version
      } else if ahead != 0 && (!isNested || ahead <= last &- version) && !present.isUnreadByRun {
        // The dependent saw a reverted value. Its version may be given to a later value, so the dependent must run
        // again. The write that replaced a value in the middle has marked the dependent and what depends on it; nothing
        // has after the last one.
        markOutdated(at: present)
        isOutdated = true
      }
      link = present.nextSub
    }
    return isOutdated
  }

  /// The dependent at `link` must run again; what depends on it may have changed.
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
  /// The dependent is running, and has not read the dependency in this run: if it does, it sees the present value.
  fileprivate var isUnreadByRun: Bool { sub.flags.contains(.running) && marks.intersection(.parity) != sub.parity }
}

extension NodeRef {
  /// The bytes of the value of a source whose value fits into a word.
  fileprivate var word: UInt64 {
    unsafe Unmanaged<ValueNode>.fromOpaque(address)._withUnsafeGuaranteedRef { UInt64($0.words.0) }
  }

  /// The node has its version from the beginning of the batch again. `last` is the one at the end; it stands for the
  /// same value if `isSame`. Returns whether an observer has seen a reverted value, since it subscribed or was notified
  /// meanwhile, and must be notified of the present one. It has seen version `behind` then, which comes before that of any
  /// batch that has a snapshot.
  func settleNewcomers(last: UInt32, isSame: Bool, behind: UInt32) -> Bool {
    let version = self.version
    let isAnyBehind = withSideTable { sideTable in
      // Observers have been notified in the middle of the batch, in a call of `independently`.
      let isAhead = Int32(bitPattern: sideTable.notifiedVersion &- version) > 0
      guard sideTable.hasNewcomers || isAhead else { return false }
      // A batch around this one may revert them, too.
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
