// Unsafe: where the context of a thread lies, and what ends with the thread.
//
// Invariant: the thread-specific value of `key` is nil or the address of fields that this thread made; the thread's end
// destroys them.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

extension Context {
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

  /// The evaluation that reads are recorded for on this thread, if there is one. Makes no context.
  @inline(__always)
  static var currentFrame: UnsafeMutablePointer<Evaluation>? {
    guard let raw = unsafe pthread_getspecific(key) else { return nil }
    return unsafe raw.assumingMemoryBound(to: Fields.self).pointee.frame
  }

  /// A plain global with the key, since a lazily initialised one costs 3 ns at each read. Written once, inside
  /// `prepared`, which the creation of every node and of every list of observers passes through: code that holds one has
  /// the key. What may be called without one calls `prepare` first.
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
    unsafe raw.pointee.companions = []
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

// What the layers above keep for each thread: one object of a type, which ends with the thread.
extension Context {
  /// The object of this type that this thread has, made by `make` if there is none.
  @usableFromInline
  package static func companion<Companion: AnyObject>(_ make: () -> Companion) -> Companion {
    let context = ready
    if let known = context.companion(Companion.self) { return known }
    let new = make()
    unsafe context.raw.pointee.companions.append(new)
    return new
  }

  /// The object of type `Companion` that this thread has, if there is one.
  @inlinable @inline(__always)
  package func companion<Companion: AnyObject>(_: Companion.Type) -> Companion? {
    if unsafe raw.pointee.companions.isEmpty { return nil }
    return findCompanion()
  }

  @usableFromInline @inline(never)
  func findCompanion<Companion: AnyObject>() -> Companion? {
    for object in unsafe raw.pointee.companions where type(of: object) == Companion.self {
      return unsafe unsafeDowncast(object, to: Companion.self)
    }
    return nil
  }
}
