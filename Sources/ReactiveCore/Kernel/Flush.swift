// Who is told when. One first-in-first-out queue per thread: what comes up during a delivery waits behind it, so
// nothing is ever interrupted, lost or nested, however deep observers write.

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
      node.flags = flags
      return
    }
    node.flags = flags.union(.queued)
    if unsafe raw.pointee.queue.isFull { makeRoomInQueue() }
    node.queuePlace = unsafe raw.pointee.queue.push(RingBuffer.Entry(node: node))
    pendingWork.insert(.queue)
  }

  @usableFromInline @inline(never)
  func enqueueAndFlush(_ node: NodeRef) {
    enqueue(node)
    flushIfIdle()
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

  /// Takes a queued node out of the queue.
  func unqueue(_ node: NodeRef) {
    unsafe raw.pointee.queue.clear(node.queuePlace)
    node.flags.remove(.queued)
  }

  /// Puts `delivery` in the place of a queued node.
  func replaceQueued(_ node: NodeRef, by delivery: Delivery) {
    unsafe raw.pointee.queue.replace(node.queuePlace, by: RingBuffer.Entry(delivery: .passRetained(delivery)))
    node.flags.remove(.queued)
  }

  /// A batch, an evaluation or an effect run ends.
  @inlinable @inline(__always)
  package func endBatch() {
    batchDepth &-= 1
    if !pendingWork.isEmpty && batchDepth == 0 { closeOutermostBatch() }
  }

  /// Ends an outermost batch in which nothing came up that waits for its end. Otherwise it stays open.
  @inlinable @inline(__always)
  package func endEmptyBatch() -> Bool {
    if !pendingWork.isEmpty { return false }
    batchDepth &-= 1
    return true
  }

  /// A change has marked its dependents.
  @usableFromInline
  func flushIfIdle() {
    if pendingWork.contains(.queue) && isIdle {
      isFlushing = true
      finishDelivery()
    }
  }

  @usableFromInline @inline(never)
  func closeOutermostBatch() {
    if pendingWork.contains(.releases) {
      pendingWork.remove(.releases)
      drainReleases()
    }
    if pendingWork.contains(.snapshots) { settleSnapshots() }
    if isFlushing { return }
    if pendingWork.contains(.queue) {
      isFlushing = true
      finishDelivery()
    } else if pendingWork.contains(.idleQueue) {
      runIdleQueue()
    }
  }

  /// Ends a delivery that began when the thread was idle: tells what came up meanwhile, until nothing does.
  @usableFromInline @inline(never)
  package func finishDelivery() {
    var rounds = 0
    while unsafe !raw.pointee.queue.isEmpty {
      rounds += 1
      if rounds > Self.roundLimit { stopEndlessFlush() }
      if pendingWork.contains(.tracing) { trace(.round) }
      let end = unsafe raw.pointee.queue.end
      while unsafe raw.pointee.queue.begin != end {
        let entry = unsafe raw.pointee.queue.pop()
        if let node = unsafe entry.node {
          notify(node)
        } else if let delivery = unsafe entry.delivery {
          unsafe delivery.takeRetainedValue().run()
        }
      }
    }
    unsafe raw.pointee.queue.shrink()
    pendingWork.remove(.queue)
    isFlushing = false
    if pendingWork.contains(.idleQueue) { runIdleQueue() }
  }

  /// A queued node's turn.
  func notify(_ node: NodeRef) {
    var flags = node.flags.subtracting(.queued)
    node.flags = flags
    if flags.isSuperset(of: [.ownedByEffect, .reaction]) {
      if !ownersGoFirst(node) { return }
      flags = node.flags
    }
    batchDepth &+= 1
    if flags.contains(.reaction) {
      if flags.contains(.hasHooks) {
        notifyWithHooks(node, flags)
      } else {
        updateIfOutdated(node, flags)
      }
      return endTurn()
    }
    guard flags.contains(.observed) else { return endTurn() }
    // Observers may drop the node that they observe.
    let retained = node.retained
    updateIfOutdated(node, flags)
    endTurn()
    if node.hasUnnotifiedObservers() {
      if pendingWork.contains(.tracing) { trace(.notified(node)) }
      _ = unsafe node.ask(.notify)
    }
    withExtendedLifetime(retained) {}
  }
}

extension Context {
  /// The turn of a reaction that may have to put it off.
  @inline(never)
  private func notifyWithHooks(_ node: NodeRef, _ flags: NodeFlags) {
    if node.reaction.putsOffTurn() { return }
    // The reaction itself is not retained: its own cleanup may drop it, which ends it.
    guard let hooks = node.withReaction({ $0.hooks }), hooks.holdsTurns else {
      return updateIfOutdated(node, flags)
    }
    hooks.holdsTurns = false
    updateIfOutdated(node, flags)
    hooks.inner?.releaseTurns()
  }

  /// The batch that is a queued node's turn ends. As ``endBatch()``, but the queue is being worked off already.
  @inline(__always)
  private func endTurn() {
    batchDepth &-= 1
    if !pendingWork.isDisjoint(with: [.snapshots, .releases]) && batchDepth == 0 { closeOutermostBatch() }
  }
}

/// A ring of what waits.
@safe
struct RingBuffer {
  @unsafe
  struct Entry {
    var node: NodeRef?
    var delivery: Unmanaged<Delivery>?
  }

  private var base: UnsafeMutablePointer<Entry>?
  private var capacity: UInt32 = 0
  // Places count on for ever and wrap; the ring's index is the place modulo the capacity, a power of two.
  private(set) var begin: UInt32 = 0
  private(set) var end: UInt32 = 0

  /// Where `begin` was when the ring last grew.
  private var beginAtGrowth: UInt32 = 0

  var isEmpty: Bool { begin == end }
  /// There must be room before an entry is pushed: ``grow()``.
  @inline(__always)
  var isFull: Bool { end &- begin == capacity }

  /// Whether the full ring multiplies: many entries that were worked off since it last grew have queued more than
  /// themselves. A burst of any size comes from one entry, or from a few.
  var isMultiplying: Bool { capacity >= Context.waitingLimit && begin &- beginAtGrowth >= 16 }

  /// Whether the full ring holds more than ``Context/waysLimit`` payloads, for few streams. One payload that comes to the
  /// same stream by ever more ways multiplies before any of them is worked off. A payload for many streams does not.
  var goesToFewStreams: Bool {
    if capacity < Context.waysLimit { return false }
    var streams: Set<ObjectIdentifier> = []
    for place in 0..<Int(capacity) {
      if let delivery = unsafe base.unsafelyUnwrapped[place].delivery {
        unsafe delivery._withUnsafeGuaranteedRef { delivery in
          if let delivery = delivery as? ObserverDelivery { streams.insert(ObjectIdentifier(delivery.chain)) }
        }
      }
      if streams.count > capacity / 16 { return false }
    }
    return true
  }

  mutating func push(_ entry: Entry) -> UInt32 {
    let place = end
    unsafe (base.unsafelyUnwrapped + Int(place & (capacity - 1))).initialize(to: entry)
    end = place &+ 1
    return place
  }
  mutating func pushFirst(_ entry: Entry) {
    begin = begin &- 1
    unsafe (base.unsafelyUnwrapped + Int(begin & (capacity - 1))).initialize(to: entry)
  }
  mutating func pop() -> Entry {
    let entry = unsafe base.unsafelyUnwrapped[Int(begin & (capacity - 1))]
    begin = begin &+ 1
    return unsafe entry
  }
  /// A queued node died or was cancelled.
  mutating func clear(_ place: UInt32) {
    unsafe base.unsafelyUnwrapped[Int(place & (capacity - 1))].node = nil
  }
  mutating func replace(_ place: UInt32, by entry: Entry) {
    unsafe base.unsafelyUnwrapped[Int(place & (capacity - 1))] = entry
  }
  /// What waits at `place`, which holds nothing from now on.
  mutating func take(at place: UInt32) -> Entry {
    let entry = unsafe base.unsafelyUnwrapped[Int(place & (capacity - 1))]
    unsafe base.unsafelyUnwrapped[Int(place & (capacity - 1))] = Entry()
    return unsafe entry
  }
  mutating func grow() {
    beginAtGrowth = begin
    let larger = max(64, capacity * 2)
    let new = UnsafeMutablePointer<Entry>.allocate(capacity: Int(larger))
    var place = begin
    while place != end {
      unsafe (new + Int(place & (larger - 1))).initialize(to: base.unsafelyUnwrapped[Int(place & (capacity - 1))])
      place = place &+ 1
    }
    unsafe base?.deallocate()
    unsafe base = new
    capacity = larger
  }
  /// A burst does not keep its memory. Only for an empty queue.
  mutating func shrink() {
    if capacity > 4096 { deallocate() }
  }
  mutating func deallocate() {
    unsafe base?.deallocate()
    unsafe base = nil
    capacity = 0
    beginAtGrowth = begin
  }
}
