// Unsafe: the kernel's state per thread during one synchronous call.
//
// It comprises the running evaluation, the depth of batches, the flush queue and work stacks; all are empty when no
// call is running. It holds no part of a graph, so a graph may move to another thread between two calls. Invariant:
// only its own thread touches a context; the thread's end destroys it.

/// The context of this thread.
@safe
@frozen
@usableFromInline
package struct Context {
  @unsafe
  @usableFromInline
  package struct Fields {
    /// See ``Context/noLink``. The first field, since each evaluation takes its address.
    var noLink = unsafe Link.none
    /// The evaluation that records reads; nil outside of one.
    @usableFromInline var evaluation: UnsafeMutablePointer<Evaluation>?
    /// The number of open batches, evaluations and effect runs. While it is not 0, changes are collected and notified
    /// later.
    @usableFromInline var batchDepth = 0
    /// A delivery or flush is on the stack: new queue entries wait behind it.
    @usableFromInline var isFlushing = false
    /// Work for the end of an evaluation or batch. A single test for all of it keeps it off the hot path.
    @usableFromInline var pendingWork: PendingWork = []
    /// Nodes and deliveries that wait for their turns, in order.
    var queue = RingBuffer()
    /// Links at which marking resumes.
    var marks = Stack<LinkRef>()
    /// The paths of the verifications on the stack, from root to present node; nil where an entry is struck out.
    var path = Stack<LinkRef?>()
    var magazine = Magazine()
    var snapshots = SnapshotStore()
    var releases = DeferredRelease()
    /// The depth of derived streams in the present delivery; see `Forwarding.swift`.
    @usableFromInline var forwardDepth = 0
    /// Forwards deferred because they were too deep.
    var deferredForwards = RingBuffer()
    /// The number of writes that their origin takes later. It wraps.
    var lateWrites: UInt32 = 0
    /// Calls that wait for an idle thread; see ``callLater(after:label:_:)``.
    var idleQueue = RingBuffer()
    var isRunningIdleQueue = false
    /// See ``Context/callAtEndOfBatch(_:)``.
    var callsAtEndOfBatch: [Delivery] = []
    /// The owner of new nodes, valid while `evaluation` equals `ownerEvaluation`; see `ownership`.
    var owner: Unmanaged<ScopeNode>?
    var ownerEvaluation: UnsafeMutablePointer<Evaluation>?
    /// `isFlushing` when the owner was set: nodes made by an observer in between have no owner.
    var ownerIsFlushing = false
    /// See ``Context/ownersGoFirst(_:)``: the present stretch, and the queue's end when it began.
    var stretch: UInt64 = 0
    var stretchEnd: UInt32 = 0
    /// The lowest address of the thread's stack; see ``StackGuard``.
    var stackBase: UInt = 0
    /// See ``Context/threadNumber``; 0 until used.
    var threadNumber: UInt64 = 0
    /// The thread on which the process began; nothing runs beside the main actor there.
    @usableFromInline var isInitialThread = false
    let runtime = unsafe RuntimeFunctions.found
    /// Whether an object that belongs to an isolation was released elsewhere.
    var inboxIsFilled = HomeInbox.isFilled
    /// The isolation found last on this thread; see ``Home/current``.
    var lastHome = HomeCache()
    var counters = KernelCounters()
    var tracer: ((KernelEvent) -> Void)?
    /// The thread's context around this one, unused until this one ends; see ``independently(_:)``.
    var outer: UnsafeMutablePointer<Fields>?
    /// An ended context, for reuse.
    var spare: UnsafeMutablePointer<Fields>?
    /// See ``Context/attachment(_:)``.
    @usableFromInline var attachments: [AnyObject] = []
    var noting = ReadNoting()
    #if DEBUG
    var hints = HintState()
    var invariants = InvariantChecks()
    #endif
  }

  @usableFromInline
  struct PendingWork: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8
    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The flush queue is not empty.
    @usableFromInline static var queue: PendingWork { PendingWork(rawValue: 1) }
    /// The open batch has snapshots, or keeps snapshots of nodes that run in it.
    @usableFromInline static var snapshots: PendingWork { PendingWork(rawValue: 2) }
    /// Counters or a tracer are on.
    static var tracing: PendingWork { PendingWork(rawValue: 4) }
    /// The function of a node that was deallocated during its run waits to be released.
    static var releases: PendingWork { PendingWork(rawValue: 8) }
    /// Calls wait for the thread to be idle.
    @usableFromInline static var idleQueue: PendingWork { PendingWork(rawValue: 16) }
    /// Not work: this context is that of a call of ``independently(_:)`` inside a batch that has or keeps snapshots.
    @usableFromInline static var inside: PendingWork { PendingWork(rawValue: 32) }
    /// In a call of ``independently(_:)`` in the open batch, a changed source gained its first dependent; see
    /// ``Context/followChanged(_:)``. That batch's end clears it.
    static var followedInside: PendingWork { PendingWork(rawValue: 64) }
    /// Calls wait for the end of the outermost batch.
    static var calls: PendingWork { PendingWork(rawValue: 128) }
    /// A batch keeps snapshots of nodes that run.
    static var keeping: PendingWork { PendingWork(rawValue: 2 | 32) }
    /// Whether work waits for the end of a batch.
    @inlinable @inline(__always) var isAny: Bool { rawValue & ~PendingWork.inside.rawValue != 0 }
    /// Work for the end of a delivery.
    @usableFromInline static var deliveries: PendingWork { PendingWork(rawValue: 1 | 16) }
  }

  @usableFromInline let raw: UnsafeMutablePointer<Fields>

  @usableFromInline
  init(raw: UnsafeMutablePointer<Fields>) { unsafe self.raw = raw }
}

// The fields that other files use. Each access is instantaneous; none is open while user code runs.
extension Context {
  @inlinable @inline(__always)
  var evaluation: UnsafeMutablePointer<Evaluation>? {
    get { unsafe raw.pointee.evaluation }
    nonmutating set { unsafe raw.pointee.evaluation = newValue }
  }
  @inlinable @inline(__always)
  package var batchDepth: Int {
    get { unsafe raw.pointee.batchDepth }
    nonmutating set { unsafe raw.pointee.batchDepth = newValue }
  }
  @inlinable @inline(__always)
  package var isFlushing: Bool {
    get { unsafe raw.pointee.isFlushing }
    nonmutating set { unsafe raw.pointee.isFlushing = newValue }
  }
  @inlinable @inline(__always)
  var pendingWork: PendingWork {
    get { unsafe raw.pointee.pendingWork }
    nonmutating set { unsafe raw.pointee.pendingWork = newValue }
  }
  /// A link without a dependency, in place of a last read before the first one, so that a read need not test for that.
  @inline(__always)
  var noLink: LinkRef {
    unsafe _withUnprotectedUnsafeMutablePointer(to: &raw.pointee.noLink) { unsafe LinkRef($0) }
  }
  /// Nothing is being collected or delivered: a change is notified at once.
  @inlinable @inline(__always)
  package var isIdle: Bool { batchDepth == 0 && !isFlushing }
}
