// Unsafe: what the kernel knows for the length of one synchronous call, one per thread.
//
// It holds nothing that belongs to a graph, so that a graph may move to another thread between two calls: an evaluation
// frame, how deep batches are nested, the flush queue, work stacks. All of it is empty when no call is running.
// Invariant: only its own thread touches a context; the thread's end destroys it.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The context of this thread.
@safe
@frozen
@usableFromInline
package struct Context {
  @unsafe
  @usableFromInline
  package struct Fields {
    /// The evaluation that reads are recorded for; nil outside of one and inside `untracked`.
    @usableFromInline var frame: UnsafeMutablePointer<Evaluation>?
    /// How many batches, evaluations and effect runs are open: changes are collected, not told.
    @usableFromInline var batchDepth = 0
    /// A delivery or a flush is on the stack: whatever comes up meanwhile is queued behind it.
    @usableFromInline var isFlushing = false
    /// Something wants to be looked at when an evaluation or a batch ends. Off the hot path all in one test.
    @usableFromInline var pendingWork: PendingWork = []
    /// What waits to be told, first in, first out.
    var queue = RingBuffer()
    /// Links to go back to while marking.
    var marks = Stack<LinkRef>()
    /// The paths of the verifications on the stack, from the root to the present node; nil where one is struck out.
    var path = Stack<LinkRef?>()
    var magazine = Magazine()
    var snapshots = SnapshotStore()
    var releases = DeferredRelease()
    /// How many derived streams deep the delivery is; see `Forwarding.swift`.
    @usableFromInline var passDepth = 0
    /// What was too deep to be passed on at once.
    var putAside = RingBuffer()
    /// What waits until nothing is collected or told any more; see ``callWhenIdle(label:_:)``.
    var idleQueue = RingBuffer()
    var isRunningIdleQueue = false
    /// See ``Context/lostMessages``.
    @usableFromInline var lostMessages = 0
    /// Who owns what is made now, if `frame` is `ownerFrame`; see `ownership`.
    var owner: Unmanaged<ScopeNode>?
    var ownerFrame: UnsafeMutablePointer<Evaluation>?
    /// As `isFlushing` then: an observer that is called meanwhile makes what it makes for itself.
    var ownerIsFlushing = false
    /// See ``Context/ownersGoFirst(_:)``: the present stretch, and where the flush queue ended when it began.
    var stretch: UInt64 = 0
    var stretchEnd: UInt32 = 0
    /// The lowest address of the thread's stack; see ``StackGuard``.
    var stackBase: UInt = 0
    var counters = KernelCounters()
    var tracer: ((KernelEvent) -> Void)?
    /// See ``Context/companion``.
    var companion: AnyObject?
    #if DEBUG
    var hints = HintState()
    #endif
  }

  @usableFromInline
  struct PendingWork: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8
    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The flush queue is not empty.
    @usableFromInline static var queue: PendingWork { PendingWork(rawValue: 1) }
    /// The open batch has baselines.
    @usableFromInline static var snapshots: PendingWork { PendingWork(rawValue: 2) }
    /// Counters or a tracer are on.
    static var tracing: PendingWork { PendingWork(rawValue: 4) }
    /// The function of a node that died while it ran waits to be released.
    static var releases: PendingWork { PendingWork(rawValue: 8) }
    /// Something waits for the thread to be idle.
    @usableFromInline static var idleQueue: PendingWork { PendingWork(rawValue: 16) }
    /// What a delivery that ends has to look after.
    @usableFromInline static var deliveries: PendingWork { PendingWork(rawValue: 1 | 16) }
  }

  @usableFromInline let raw: UnsafeMutablePointer<Fields>

  @usableFromInline
  init(raw: UnsafeMutablePointer<Fields>) { unsafe self.raw = raw }

  /// The context of this thread, made if there is none.
  @usableFromInline
  package static var current: Context {
    @inline(__always) get {
      if let raw = unsafe pthread_getspecific(key) {
        return unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self))
      }
      return make()
    }
  }

  /// The evaluation that reads are recorded for on this thread, if there is one.
  static var currentFrame: UnsafeMutablePointer<Evaluation>? {
    guard let raw = unsafe pthread_getspecific(key) else { return nil }
    return unsafe raw.assumingMemoryBound(to: Fields.self).pointee.frame
  }

  /// A plain global with the key, since a lazily initialised one costs 3 ns at each read. Written once, inside
  /// `prepared`, which the creation of every node and of every list of observers passes through: whoever holds one has
  /// the key. What may be called without one calls `prepare` first.
  @exclusivity(unchecked) nonisolated(unsafe) fileprivate static var key: pthread_key_t = .max
  private static let prepared: Void = {
    var new = pthread_key_t()
    let failure = unsafe pthread_key_create(&new) { raw in
      #if canImport(Darwin)
      unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self)).destroy()
      #else
      if let raw = unsafe raw { unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self)).destroy() }
      #endif
    }
    if failure != 0 { stop("the system has no thread-specific storage left (error \(failure))") }
    unsafe key = new
  }()

  /// The context of this thread, for a call that may come before any node exists.
  @usableFromInline
  package static var ready: Context {
    prepare()
    return current
  }

  /// Makes sure that the key exists.
  @usableFromInline
  static func prepare() { _ = prepared }

  @inline(never)
  private static func make() -> Context {
    prepare()
    if let raw = unsafe pthread_getspecific(key) {
      return unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self))
    }
    let raw = UnsafeMutablePointer<Fields>.allocate(capacity: 1)
    unsafe raw.initialize(to: Fields())
    unsafe raw.pointee.stackBase = StackGuard.lowestAddress()
    unsafe pthread_setspecific(key, raw)
    return unsafe Context(raw: raw)
  }

  private func destroy() {
    // First, because nodes may end with it. They need a context and find none: they make one, which ends in the next
    // round of the thread's end.
    unsafe raw.pointee.companion = nil
    unsafe raw.pointee.magazine.empty()
    unsafe raw.pointee.queue.deallocate()
    unsafe raw.pointee.putAside.deallocate()
    unsafe raw.pointee.idleQueue.deallocate()
    unsafe raw.pointee.marks.deallocate()
    unsafe raw.pointee.path.deallocate()
    unsafe raw.pointee.snapshots.deallocate()
    unsafe raw.pointee.releases.aside.deallocate()
    unsafe raw.deinitialize(count: 1)
    unsafe raw.deallocate()
  }
}

/// Records that the running evaluation of this thread, if there is one, reads `node`.
///
/// A function of its own, not a method, and not inlined: the call is shorter than the code, and nothing is passed but
/// the node. The attribute is true: a record releases nothing and runs nobody's code. Without it the optimiser retains,
/// around every read, whatever holds the behavior (benchmarks: "read @Property", "repeatedObservers").
@usableFromInline @inline(never) @_effects(releasenone)
package func track(_ node: NodeRef) {
  if let frame = unsafe node.reader, unsafe frame.pointee.isOnTop { return }
  guard let raw = unsafe pthread_getspecific(Context.key) else { return }
  guard let frame = unsafe raw.assumingMemoryBound(to: Context.Fields.self).pointee.frame else { return }
  unsafe Context.record(node, frame)
}

// The fields that code outside of this file uses. Each access is instantaneous; none is open while user code runs.
extension Context {
  @inlinable @inline(__always)
  var frame: UnsafeMutablePointer<Evaluation>? {
    get { unsafe raw.pointee.frame }
    nonmutating set { unsafe raw.pointee.frame = newValue }
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
  /// How many messages of ReactiveElm had nobody to go to, in the update that is running: their child is gone.
  @inlinable @inline(__always)
  package var lostMessages: Int {
    get { unsafe raw.pointee.lostMessages }
    nonmutating set { unsafe raw.pointee.lostMessages = newValue }
  }
  /// What ReactiveDerived keeps for each thread, its format tokens: made when first needed, it ends with the thread.
  package var companion: AnyObject? {
    get { unsafe raw.pointee.companion }
    nonmutating set { unsafe raw.pointee.companion = newValue }
  }
  /// Nothing is being collected or delivered: a change may be told at once.
  @inlinable @inline(__always)
  package var isIdle: Bool { batchDepth == 0 && !isFlushing }
}

/// One evaluation on the stack: which node reads, and how far its reads have matched those of its last run.
///
/// Invariant: if the ``NodeRef/reader`` of a node points here, there is a link to the node among the links of `sub`
/// up to `cursor`, where the end of the evaluation, or of the links, finds it.
@usableFromInline
@unsafe
struct Evaluation {
  /// The node whose function runs; nil once it died.
  @usableFromInline var sub: NodeRef?
  /// The dependency that was read next in the last run. Reads in the same order cost one comparison.
  @usableFromInline var cursor: LinkRef?
  /// The last dependency that this run confirmed.
  @usableFromInline var tail: LinkRef?
  /// The mark of this run in its links.
  @usableFromInline var run: UInt32
  /// The ``NodeRef/reader`` of a node points here.
  @usableFromInline var isKnown = false
  /// No other evaluation has interrupted this one.
  @usableFromInline var isOnTop = true
  /// What it reads from here on is no dependency; see ``EvaluationRef/close()``.
  @usableFromInline var isClosed = false
  /// The ``cursor``, while reads are closed.
  @usableFromInline var unread: LinkRef?
  /// The evaluation that this one interrupted.
  @usableFromInline var outer: UnsafeMutablePointer<Evaluation>?

  /// As `run`, in a frame without a node: reads inside are nobody's, what else belongs to an evaluation is the next
  /// one's.
  static let ofNobody: UInt32 = 2
  /// As `run`: a cleanup runs, which is no part of the evaluation around it.
  static let ofCleanup: UInt32 = 4
  /// As `run`: the node died.
  static let ofTheDead: UInt32 = 6
}

extension Context {
  /// Puts `frame` on top of its `outer` one.
  @inline(__always)
  func begin(_ frame: UnsafeMutablePointer<Evaluation>) {
    if let outer = unsafe frame.pointee.outer {
      unsafe outer.pointee.isOnTop = false
      let left = unsafe UInt(bitPattern: frame) &- raw.pointee.stackBase
      if left < StackGuard.reserve { unsafe stopDeepRuns(in: frame) }
    }
    unsafe self.frame = frame
  }
  /// Takes it off again.
  @inline(__always)
  func end(_ frame: UnsafeMutablePointer<Evaluation>) {
    let outer = unsafe frame.pointee.outer
    unsafe self.frame = outer
    if let outer = unsafe outer { unsafe outer.pointee.isOnTop = true }
  }
}

extension LinkRef {
  /// Nodes in the list that begins here know of no evaluation any more, up to the one that is expected.
  @inline(never)
  func forgetReader(upTo cursor: LinkRef?) {
    var link = self
    while true {
      link.dep?.forgetReader()
      guard link != cursor, let next = link.nextDep else { return }
      link = next
    }
  }
}

/// A growing stack, shared by all uses on a thread that nest properly.
@safe
struct Stack<Element> {
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private(set) var capacity = 0

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }
  @inline(__always)
  mutating func pop() -> Element {
    count &-= 1
    return unsafe (base.unsafelyUnwrapped + count).move()
  }
  /// Ends the last element.
  @inline(__always)
  mutating func removeLast() {
    count &-= 1
    unsafe (base.unsafelyUnwrapped + count).deinitialize(count: 1)
  }
  /// Where an element lies, until the next `push`: to read a part of it without a copy.
  @inline(__always)
  func place(of index: Int) -> UnsafeMutablePointer<Element> { unsafe base.unsafelyUnwrapped + index }
  @inline(__always)
  subscript(index: Int) -> Element {
    get { unsafe base.unsafelyUnwrapped[index] }
    set { unsafe base.unsafelyUnwrapped[index] = newValue }
  }
  @inline(never)
  private mutating func grow() {
    let larger = max(64, capacity * 2)
    let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if let old = unsafe base {
      unsafe new.moveInitialize(from: old, count: count)
      unsafe old.deallocate()
    }
    unsafe base = new
    capacity = larger
  }
  /// Gives the memory back; the stack is empty.
  mutating func deallocate() {
    unsafe base?.deallocate()
    unsafe base = nil
    capacity = 0
  }
}
