// Unsafe: the thread-specific context, and its end.
//
// Invariant: the thread-specific value of `key` is nil or the address of fields made by this thread, which are
// destroyed when it ends.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif
#if !canImport(Darwin)
internal import Synchronization
#endif

extension Context {
  /// The context of this thread, created on first use.
  ///
  /// `releasenone` holds: nothing is released. Without it, the optimizer retains a property wrapper's behavior across
  /// each write (benchmark: "@Property, 1 observer").
  @usableFromInline
  package static var current: Context {
    @inline(__always) @_effects(releasenone) get {
      isOnInitialThread ? ofInitialThread : elsewhere()
    }
  }

  /// The same off the initial thread.
  @inline(never) @_effects(releasenone)
  private static func elsewhere() -> Context {
    if let raw = unsafe pthread_getspecific(key) {
      return unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self))
    }
    return make()
  }

  /// The evaluation that records reads on this thread, if any. Creates no context.
  @inline(__always)
  static var currentEvaluation: UnsafeMutablePointer<Evaluation>? {
    unsafe isOnInitialThread ? ofInitialThread.evaluation : evaluationElsewhere
  }

  /// The same off the initial thread.
  @inline(__always)
  static var evaluationElsewhere: UnsafeMutablePointer<Evaluation>? {
    guard let raw = unsafe pthread_getspecific(key) else { return nil }
    return unsafe raw.assumingMemoryBound(to: Fields.self).pointee.evaluation
  }

  /// A plain global, since a lazily initialized one costs 3 ns per read. Written once, in `prepared`, through which the
  /// creation of every node and list of observers passes, so code that holds one has the key. Other code calls
  /// `prepare` first.
  @exclusivity(unchecked) nonisolated(unsafe) static var key: pthread_key_t = .max
  private static let prepared: Void = {
    var new = pthread_key_t()
    let failure = unsafe pthread_key_create(&new) { raw in
      #if canImport(Darwin)
      unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self)).destroy()
      #else
      if let raw = unsafe raw { unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self)).destroy() }
      #endif
    }
    if failure != 0 {
      stop(
        """
        the system has no thread-specific storage left for this process (error \(failure)). Use this library before the \
        code that takes all of it, or take less there.
        """)
    }
    unsafe key = new
    if findInitialThread() {
      let (base, size) = StackGuard.bounds()
      unsafe initialFields = make(stackBase: base).raw
      let known = min(size, initialStackLimit)
      unsafe initialStack = (base &+ size &- known, known)
    }
    #if !canImport(Darwin)
    isPrepared.store(true, ordering: .releasing)
    #endif
  }()

  #if !canImport(Darwin)
  /// Whether `prepared` has run, where accessing that lazy global would be a call. On Apple's systems it is none, and
  /// they have atomic words only from macOS 15.
  private static let isPrepared = Atomic(false)
  #endif

  // The initial thread's context is found by the stack's address: a comparison, where the system's look-up is a call
  // (benchmarks: "repeatedObservers", "createSignals"). Written once, like the key, when that thread first uses the
  // library. Only that thread uses the fields, but they outlive it: other threads may be comparing their stacks. There
  // are fields while the size is not 0.
  @exclusivity(unchecked) nonisolated(unsafe) static var initialStack: (base: UInt, size: UInt) = (0, 0)
  @exclusivity(unchecked) nonisolated(unsafe) static var initialFields: UnsafeMutablePointer<Fields>?

  /// Bytes at the top of the initial stack in which its address is compared; deeper, the system is asked. Without a
  /// limit (`ulimit -s unlimited`), the system gives a size in which other threads' stacks may lie. It keeps at least
  /// 128 MB free below the top.
  private static let initialStackLimit: UInt = 64 << 20

  /// Whether this is the initial thread and its context is known; see ``ofInitialThread``.
  @inline(__always)
  static var isOnInitialThread: Bool {
    var here: UInt8 = 0
    let address = unsafe _withUnprotectedUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    return unsafe address &- initialStack.base < initialStack.size
  }

  @inline(__always)
  static var ofInitialThread: Context { unsafe Context(raw: initialFields.unsafelyUnwrapped) }

  /// The context of this thread, for a call that may precede every node.
  @usableFromInline
  package static var ready: Context {
    prepare()
    return current
  }

  /// Ensures that the key exists and that this thread sees it and the initial thread's stack.
  @usableFromInline
  static func prepare() {
    #if !canImport(Darwin)
    if isPrepared.load(ordering: .acquiring) { return }
    #endif
    _ = prepared
  }

  @inline(never)
  private static func make() -> Context {
    prepare()
    if let raw = unsafe pthread_getspecific(key) {
      return unsafe Context(raw: raw.assumingMemoryBound(to: Fields.self))
    }
    return make(stackBase: StackGuard.bounds().base)
  }

  private static func make(stackBase: UInt) -> Context {
    let raw = UnsafeMutablePointer<Fields>.allocate(capacity: 1)
    unsafe raw.initialize(to: Fields())
    unsafe raw.pointee.stackBase = stackBase
    unsafe raw.pointee.isInitialThread = findInitialThread()
    unsafe pthread_setspecific(key, raw)
    return unsafe Context(raw: raw)
  }

  /// Makes this the thread's context.
  func install() {
    if unsafe raw.pointee.isInitialThread && Self.initialFields != nil { unsafe Self.initialFields = raw }
    unsafe pthread_setspecific(Self.key, raw)
  }

  func destroy() {
    if unsafe raw.pointee.isInitialThread && raw == Self.initialFields { return endInitialThread() }
    if let spare = unsafe raw.pointee.spare {
      unsafe raw.pointee.spare = nil
      unsafe Context(raw: spare).destroy()
    }
    // First, since nodes may end with the attachments. They need a context and find none, so they create one, which
    // ends in the next round of the thread's end.
    unsafe raw.pointee.attachments = []
    unsafe raw.pointee.magazine.empty()
    unsafe raw.pointee.queue.deallocate()
    unsafe raw.pointee.deferredForwards.deallocate()
    unsafe raw.pointee.idleQueue.deallocate()
    unsafe raw.pointee.marks.deallocate()
    unsafe raw.pointee.path.deallocate()
    unsafe raw.pointee.snapshots.deallocate()
    unsafe raw.pointee.releases.deferred.deallocate()
    unsafe raw.deinitialize(count: 1)
    unsafe raw.deallocate()
  }

  /// The process continues without its initial thread, on which more objects may end after this.
  private func endInitialThread() {
    unsafe raw.pointee.attachments = []
    unsafe raw.pointee.magazine.empty()
    // Ended objects may have made new ones, which end in the next round.
    if unsafe !raw.pointee.attachments.isEmpty { unsafe pthread_setspecific(Self.key, raw) }
  }
}

// Data of the layers above, per thread: one object of each type, which ends with the thread.
extension Context {
  /// This thread's object of a type, created by `make` if there is none.
  @usableFromInline
  package static func attachment<Attachment: AnyObject>(_ make: () -> Attachment) -> Attachment {
    let context = ready
    if let known = context.attachment(Attachment.self) { return known }
    let new = make()
    unsafe context.raw.pointee.attachments.append(new)
    return new
  }

  @inlinable @inline(__always)
  package func attachment<Attachment: AnyObject>(_: Attachment.Type) -> Attachment? {
    if unsafe raw.pointee.attachments.isEmpty { return nil }
    return findAttachment()
  }

  @usableFromInline @inline(never)
  func findAttachment<Attachment: AnyObject>() -> Attachment? {
    for object in unsafe raw.pointee.attachments where type(of: object) == Attachment.self {
      return unsafe unsafeDowncast(object, to: Attachment.self)
    }
    return nil
  }
}
