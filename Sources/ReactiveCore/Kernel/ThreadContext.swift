// Unsafe: what the kernel knows for the length of one synchronous call, one per thread.
//
// It holds nothing that belongs to a graph, so that a graph may move to another thread between two calls: the running
// evaluation, how deep batches are nested, the flush queue, work stacks. All of it is empty when no call is running.
// Invariant: only its own thread touches a context; the thread's end destroys it.

/// The context of this thread.
@safe
@frozen
@usableFromInline
package struct Context {
  @unsafe
  @usableFromInline
  package struct Fields {
    /// See ``Context/noLink``. The first field, since its address is taken in each evaluation.
    var noLink = unsafe Link.none
    /// The evaluation that reads are recorded for; nil outside of one and inside `untracked`.
    @usableFromInline var evaluation: UnsafeMutablePointer<Evaluation>?
    /// How many batches, evaluations and effect runs are open: changes are collected, and notified later.
    @usableFromInline var batchDepth = 0
    /// A delivery or a flush is on the stack: what is queued meanwhile waits behind it.
    @usableFromInline var isFlushing = false
    /// Work for the end of an evaluation or a batch. One test for all of it keeps it off the hot path.
    @usableFromInline var pendingWork: PendingWork = []
    /// The nodes and deliveries that wait for their turn, first in, first out.
    var queue = RingBuffer()
    /// Links to go back to while marking.
    var marks = Stack<LinkRef>()
    /// The paths of the verifications on the stack, from the root to the present node; nil where one is struck out.
    var path = Stack<LinkRef?>()
    var magazine = Magazine()
    var snapshots = SnapshotStore()
    var releases = DeferredRelease()
    /// How many derived streams deep the delivery is; see `Forwarding.swift`.
    @usableFromInline var forwardDepth = 0
    /// The forwards that were too deep to be made at once.
    var deferredForwards = RingBuffer()
    /// The calls that wait until the thread is idle; see ``callLater(after:label:_:)``.
    var idleQueue = RingBuffer()
    var isRunningIdleQueue = false
    /// See ``Context/callAtEndOfBatch(_:)``.
    var callsAtEndOfBatch: [Delivery] = []
    /// The owner of nodes that are made now, if `evaluation` is `ownerEvaluation`; see `ownership`.
    var owner: Unmanaged<ScopeNode>?
    var ownerEvaluation: UnsafeMutablePointer<Evaluation>?
    /// `isFlushing` when the owner was set: what an observer makes that is called meanwhile has no owner.
    var ownerIsFlushing = false
    /// See ``Context/ownersGoFirst(_:)``: the present stretch, and where the flush queue ended when it began.
    var stretch: UInt64 = 0
    var stretchEnd: UInt32 = 0
    /// The lowest address of the thread's stack; see ``StackGuard``.
    var stackBase: UInt = 0
    /// See ``Context/threadNumber``; 0 until it is asked for.
    var threadNumber: UInt64 = 0
    /// The thread that the process began with, where nothing runs beside the main actor.
    @usableFromInline var isInitialThread = false
    /// Functions of Swift's runtime.
    let runtime = unsafe RuntimeFunctions.found
    /// Whether an object that belongs to an isolation was released elsewhere.
    var inboxIsFilled = HomeInbox.isFilled
    /// The last isolation that was found here; see ``Home/current``.
    var lastHome = HomeCache()
    var counters = KernelCounters()
    var tracer: ((KernelEvent) -> Void)?
    /// The context of this thread that is not in use before this one has ended; see ``independently(_:)``.
    var outer: UnsafeMutablePointer<Fields>?
    /// A context that has ended, for reuse.
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
    /// The open batch has snapshots, or keeps one of what runs in it.
    @usableFromInline static var snapshots: PendingWork { PendingWork(rawValue: 2) }
    /// Counters or a tracer are on.
    static var tracing: PendingWork { PendingWork(rawValue: 4) }
    /// The function of a node that died while it ran waits to be released.
    static var releases: PendingWork { PendingWork(rawValue: 8) }
    /// Calls wait for the thread to be idle.
    @usableFromInline static var idleQueue: PendingWork { PendingWork(rawValue: 16) }
    /// No work: a batch that has snapshots, or keeps them, is open around a call of ``independently(_:)``, which this context
    /// is of.
    @usableFromInline static var inside: PendingWork { PendingWork(rawValue: 32) }
    /// In a call of ``independently(_:)`` in the open batch, a source that had changed was first followed; see
    /// ``Context/followChanged(_:)``. The end of that batch takes it away.
    static var followedInside: PendingWork { PendingWork(rawValue: 64) }
    /// Calls wait for the end of the outermost batch.
    static var calls: PendingWork { PendingWork(rawValue: 128) }
    /// A batch keeps snapshots of what runs.
    static var keeping: PendingWork { PendingWork(rawValue: 2 | 32) }
    /// There is work for the end of a batch.
    @inlinable @inline(__always) var isAny: Bool { rawValue & ~PendingWork.inside.rawValue != 0 }
    /// Work that the end of a delivery must do.
    @usableFromInline static var deliveries: PendingWork { PendingWork(rawValue: 1 | 16) }
  }

  @usableFromInline let raw: UnsafeMutablePointer<Fields>

  @usableFromInline
  init(raw: UnsafeMutablePointer<Fields>) { unsafe self.raw = raw }
}

// The fields that code outside of this file uses. Each access is instantaneous; none is open while user code runs.
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
  /// A link that reads nothing: what an evaluation has read last before its first read, so that a read need not ask
  /// whether it is the first one.
  @inline(__always)
  var noLink: LinkRef {
    unsafe _withUnprotectedUnsafeMutablePointer(to: &raw.pointee.noLink) { unsafe LinkRef($0) }
  }
  /// Nothing is being collected or delivered: a change is notified at once.
  @inlinable @inline(__always)
  package var isIdle: Bool { batchDepth == 0 && !isFlushing }
}
