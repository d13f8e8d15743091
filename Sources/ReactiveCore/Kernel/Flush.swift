// Unsafe: the flush queue of the thread.
//
// Invariant: an entry holds a live node, which clears it before deallocation, or a retained delivery.
//
// One first-in-first-out queue per thread. Work queued during a delivery waits behind it, so deliveries are never
// interrupted, lost or nested, however deep observers write.

extension Context {
  /// A round is the content of the queue when it begins. Other languages stop after 100. In Swift a stop is final, so
  /// no loop that ends may reach the limit.
  @inlinable package static var roundLimit: Int { 100_000 }

  /// When this many entries wait, and their number still grows from one cause to the next, they multiply without end.
  /// Rounds count depth only: an observer that triggers its own event twice fills all memory within 40.
  @inlinable package static var waitingLimit: Int { 1 << 22 }

  /// Queues a reaction or observed node with a new mark.
  @usableFromInline
  func enqueue(_ node: NodeRef) { enqueue(node, node.flags) }

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

  /// Stops the program if a queued node waits in no queue of this thread: another thread has queued it.
  @inline(never)
  func expectQueued(_ node: NodeRef) {
    // Searches from the innermost context: the end of this context's batch may revert a node in a call of
    // `independently`.
    if !Context.current.isInAnyContext({ $0.pendingWork.contains(.queue) }) { stopInFlightElsewhere(node) }
  }

  @usableFromInline @inline(never)
  func enqueueAndFlush(_ node: NodeRef) {
    enqueue(node)
    flush()
  }

  /// Queues a payload for observers of an event, or of a behavior written during a delivery.
  @usableFromInline
  func enqueue(_ delivery: Delivery) {
    if unsafe raw.pointee.queue.isFull { makeRoomInQueue() }
    unsafe _ = raw.pointee.queue.push(RingBuffer.Entry(delivery: .passRetained(delivery)))
    pendingWork.insert(.queue)
  }

  func enqueueFirst(_ delivery: Delivery) {
    if unsafe raw.pointee.queue.isFull { makeRoomInQueue() }
    unsafe raw.pointee.queue.pushFirst(RingBuffer.Entry(delivery: .passRetained(delivery)))
    pendingWork.insert(.queue)
  }

  @inline(never)
  private func makeRoomInQueue() {
    let isMultiplying = unsafe raw.pointee.queue.isMultiplying
    unsafe raw.pointee.queue.grow()
    // Stops before the next observer is notified, not in the middle of this one.
    if isMultiplying { enqueueFirst(CallDelivery(label: "") { Context.current.stopMultiplyingFlush() }) }
  }

  /// Takes a node out of the queue. Its place counts only if it holds the node.
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

  func holdsQueued(_ node: NodeRef) -> Bool { unsafe raw.pointee.queue.holds(node, at: node.queuePlace) }

  /// Replaces a node that waits in this context.
  func replaceQueued(_ node: NodeRef, by delivery: Delivery) {
    unsafe raw.pointee.queue.replace(node.queuePlace, by: RingBuffer.Entry(delivery: .passRetained(delivery)))
    node.flags.remove(.queued)
  }

  /// Ends a batch, an evaluation or an effect run.
  @inlinable @inline(__always)
  package func endBatch() {
    batchDepth &-= 1
    if pendingWork.isAny { return closeOutermostBatch() }
    checkInvariants()
  }

  /// Ends the outermost batch unless work waits for its end; then the batch stays open.
  @inlinable @inline(__always)
  package func endEmptyBatch() -> Bool {
    if pendingWork.isAny { return false }
    batchDepth &-= 1
    return true
  }

  /// Does the work that waits for the end of the outermost batch.
  @usableFromInline @inline(never)
  func closeOutermostBatch() {
    if batchDepth > 0 { return }
    if !pendingWork.isDisjoint(with: [.snapshots, .followedInside]) { settleSnapshots() }
    // After settling, which runs nodes and so keeps more. As a delivery: what the end of a released object writes or
    // triggers waits behind what the batch has queued.
    if pendingWork.contains(.releases) {
      pendingWork.remove(.releases)
      let isInDelivery = isFlushing
      isFlushing = true
      drainReleases()
      isFlushing = isInDelivery
    }
    if pendingWork.contains(.calls) { return runCallsAtEndOfBatch() }
    flush()
  }

  /// Ends a delivery that began on an idle thread.
  @inlinable @inline(__always)
  func endDelivery() {
    isFlushing = false
    if !pendingWork.isDisjoint(with: .deliveries) { flush() }
  }

  /// Empties the queue, then runs the calls for an idle thread. Does nothing during a batch or delivery, whose end
  /// flushes.
  @usableFromInline @inline(never)
  func flush() {
    guard isIdle else { return }
    if pendingWork.contains(.queue) {
      isFlushing = true
      var rounds = 0
      while unsafe !raw.pointee.queue.isEmpty {
        rounds += 1
        if rounds > Self.roundLimit { stopEndlessFlush() }
        if !pendingWork.isDisjoint(with: [.tracing, .calls]) { beginRound() }
        let end = unsafe raw.pointee.queue.end
        repeat {
          // Nodes deallocated elsewhere leave the graph now and then; at the latest, in a job of their isolation.
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
    checkInvariants(afterFlush: true)
    if pendingWork.contains(.idleQueue) { runIdleQueue() }
  }

  @inline(never)
  private func beginRound() {
    if pendingWork.contains(.tracing) { trace(.round) }
    // Only calls that wait for a flush; a batch has made its own.
    if pendingWork.contains(.calls) { runCallsAtEndOfBatch() }
  }

  /// A node that runs around a call of `independently` gets its turn after that run.
  @inline(never)
  private func enqueueOutside(_ node: NodeRef) -> Bool {
    outer?.enqueue(node)
    return outer != nil
  }

  /// Gives a queued node its turn.
  func notify(_ node: NodeRef) {
    noteTouched(node)
    var flags = node.flags.subtracting(.queued)
    node.flags = flags
    if !flags.isDisjoint(with: [.ownedByEffect, .running]) {
      if flags.contains(.running) ? enqueueOutside(node) : !ownersGoFirst(node) { return }
      flags = node.flags
    }
    // No turn for a node that is being deallocated elsewhere or has lost its observers. An observed node is retained,
    // since its observers may release it.
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
      // Like `endBatch()`, but without a flush, which is running already.
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
