// Unsafe: the queue of the thread.
//
// Invariant: an entry holds a node that is alive, since a dying node clears its entry, or a delivery that is retained.
//
// One first-in-first-out queue per thread. What is queued during a delivery waits behind it, so nothing is ever
// interrupted, lost or nested, however deep observers write.

extension Context {
  /// A round is what was queued when it began. Other languages stop after 100 of them; a stop is final in Swift,
  /// so no loop that would end may be taken for one that does not.
  @inlinable package static var roundLimit: Int { 100_000 }

  /// When this many entries wait, and their number still grows from one cause to the next, they multiply without end.
  /// Rounds count depth only: an observer that triggers its own event twice would take all memory within 40 of them.
  @inlinable package static var waitingLimit: Int { 1 << 22 }

  /// Queues a reaction or an observed node whose mark is new.
  @usableFromInline
  func enqueue(_ node: NodeRef) { enqueue(node, node.flags) }

  /// Queues a node and gives it `flags`.
  @inline(__always)
  func enqueue(_ node: NodeRef, _ flags: NodeFlags) {
    if !flags.isDisjoint(with: [.ended, .queued]) {
      if flags.contains(.queued) && !pendingWork.contains(.queue) { expectQueued(node) }
      node.flags = flags
      return
    }
    node.flags = flags.union(.queued)
    if unsafe raw.pointee.queue.isFull { makeRoomInQueue() }
    node.queuePlace = unsafe raw.pointee.queue.push(RingBuffer.Entry(node: node))
    pendingWork.insert(.queue)
  }

  /// A queued node waits in a queue of this thread; otherwise another thread has queued it, and the program stops.
  @inline(never)
  func expectQueued(_ node: NodeRef) {
    // Also in a call of `independently` inside of this context: the end of this one's batch may revert a node there.
    if !Context.current.isInAnyContext({ $0.pendingWork.contains(.queue) }) { stopInFlightElsewhere(node) }
  }

  @usableFromInline @inline(never)
  func enqueueAndFlush(_ node: NodeRef) {
    enqueue(node)
    flush()
  }

  /// Queues a payload for the observers of an event, or of a behavior written during a delivery.
  @usableFromInline
  func enqueue(_ delivery: Delivery) {
    if unsafe raw.pointee.queue.isFull { makeRoomInQueue() }
    unsafe _ = raw.pointee.queue.push(RingBuffer.Entry(delivery: .passRetained(delivery)))
    pendingWork.insert(.queue)
  }

  /// Queues a call before all that waits.
  func enqueueFirst(_ delivery: Delivery) {
    if unsafe raw.pointee.queue.isFull { makeRoomInQueue() }
    unsafe raw.pointee.queue.pushFirst(RingBuffer.Entry(delivery: .passRetained(delivery)))
    pendingWork.insert(.queue)
  }

  @inline(never)
  private func makeRoomInQueue() {
    let isMultiplying = unsafe raw.pointee.queue.isMultiplying
    unsafe raw.pointee.queue.grow()
    // Not here, in the midst of an observer, but before the next one is notified.
    if isMultiplying { enqueueFirst(CallDelivery(label: "") { Context.current.stopMultiplyingFlush() }) }
  }

  /// Takes a queued node out of the queue. Its place is believed only if the node is found there.
  func unqueue(_ node: NodeRef) {
    let place = node.queuePlace
    let isFound = isInAnyContext { context in
      if unsafe !context.raw.pointee.queue.holds(node, at: place) { return false }
      unsafe context.raw.pointee.queue.clear(place)
      return true
    }
    if !isFound { stopInFlightElsewhere(node) }
    node.flags.remove(.queued)
  }

  /// Whether a queued node waits in the queue of this context.
  func holdsQueued(_ node: NodeRef) -> Bool { unsafe raw.pointee.queue.holds(node, at: node.queuePlace) }

  /// Puts `delivery` in the place of a node that waits in this context.
  func replaceQueued(_ node: NodeRef, by delivery: Delivery) {
    unsafe raw.pointee.queue.replace(node.queuePlace, by: RingBuffer.Entry(delivery: .passRetained(delivery)))
    node.flags.remove(.queued)
  }

  /// A batch, an evaluation or an effect run ends.
  @inlinable @inline(__always)
  package func endBatch() {
    batchDepth &-= 1
    if pendingWork.isAny { closeOutermostBatch() }
  }

  /// Ends an outermost batch in which nothing was queued for its end. Otherwise it stays open.
  @inlinable @inline(__always)
  package func endEmptyBatch() -> Bool {
    if pendingWork.isAny { return false }
    batchDepth &-= 1
    return true
  }

  /// Does what waits for the end of a batch, if none is open any more.
  @usableFromInline @inline(never)
  func closeOutermostBatch() {
    if batchDepth > 0 { return }
    if pendingWork.contains(.releases) {
      pendingWork.remove(.releases)
      drainReleases()
    }
    if !pendingWork.isDisjoint(with: [.snapshots, .followedInside]) { settleSnapshots() }
    if pendingWork.contains(.calls) { return runCallsAtEndOfBatch() }
    flush()
  }

  /// A delivery that began when the thread was idle has reached its observers.
  @inlinable @inline(__always)
  func endDelivery() {
    isFlushing = false
    if !pendingWork.isDisjoint(with: .deliveries) { flush() }
  }

  /// Works the queue off until it is empty, and then the calls that waited for that. Does nothing during a batch or a
  /// delivery, whose end does it.
  @usableFromInline @inline(never)
  func flush() {
    guard isIdle else { return }
    if pendingWork.contains(.queue) {
      isFlushing = true
      var rounds = 0
      while unsafe !raw.pointee.queue.isEmpty {
        rounds += 1
        if rounds > Self.roundLimit { stopEndlessFlush() }
        if pendingWork.contains(.tracing) { trace(.round) }
        let end = unsafe raw.pointee.queue.end
        repeat {
          // Nodes that died elsewhere leave the graph now and then, and at the latest in a job of their isolation.
          if unsafe raw.pointee.queue.begin % 64 == 0 && raw.pointee.inboxIsFilled.isRaised(in: self) { emptyInbox() }
          let entry = unsafe raw.pointee.queue.pop()
          if let node = unsafe entry.node {
            notify(node)
          } else if let delivery = unsafe entry.delivery {
            unsafe delivery.takeRetainedValue().run()
          }
        } while unsafe raw.pointee.queue.begin != end
      }
      unsafe raw.pointee.queue.shrink()
      pendingWork.remove(.queue)
      isFlushing = false
    }
    #if DEBUG
    checkInvariants()
    #endif
    if pendingWork.contains(.idleQueue) { runIdleQueue() }
  }

  /// A node that runs around a call of `independently` has its turn after that run.
  @inline(never)
  private func enqueueOutside(_ node: NodeRef) -> Bool {
    outer?.enqueue(node)
    return outer != nil
  }

  /// A queued node's turn.
  func notify(_ node: NodeRef) {
    #if DEBUG
    noteTouched(node)
    #endif
    var flags = node.flags.subtracting(.queued)
    node.flags = flags
    if !flags.isDisjoint(with: [.ownedByEffect, .running]) {
      if flags.contains(.running) ? enqueueOutside(node) : !ownersGoFirst(node) { return }
      flags = node.flags
    }
    // A node being deallocated elsewhere has no turn, nor has one that has lost its observers. An observed node is
    // retained, since its observers may release it.
    var retained: ReactiveNode?
    if flags.contains(.observed) {
      retained = node.tryRetain(in: self)
      if retained == nil { return }
    } else if flags.isDisjoint(with: .reaction) || node.isDying(in: self) {
      return
    }
    // A source is up to date.
    if !flags.isDisjoint(with: [.dirty, .pending, .reaction]) {
      batchDepth &+= 1
      if flags.contains(.hasHooks) { notifyWithHooks(node, flags) } else { updateIfOutdated(node, flags) }
      // As `endBatch()`, but the queue is being worked off already.
      batchDepth &-= 1
      if !pendingWork.isDisjoint(with: [.snapshots, .followedInside, .releases, .calls]) { closeOutermostBatch() }
    }
    guard let retained else { return }
    if node.hasUnnotifiedObservers() {
      if pendingWork.contains(.inside) { forgetSnapshotAround(node) }
      if pendingWork.contains(.tracing) { trace(.notified(node)) }
      _ = unsafe node.ask(.notify)
    }
    withExtendedLifetime(retained) {}
  }
}

extension NodeRef {
  /// Whether an observer may not have seen the value. The caller notifies it then.
  func hasUnnotifiedObservers() -> Bool {
    let version = self.version
    let isNews = withSideTable { sideTable in
      if sideTable.notifiedVersion == version { return false }
      sideTable.notifiedVersion = version
      return true
    }
    return isNews ?? false
  }
}
