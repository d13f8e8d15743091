// Unsafe: functions of Swift's runtime that the standard library does not export, found by name and called by address.
//
// Invariant: each function is called with the parameters that the runtime declares, and not at all if the runtime lacks
// it. A function that inspects an object needs its memory: a node clears every reference to itself before its memory is
// freed.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Runtime functions that are only found by name, nil where the runtime lacks them, and an address to compare with the
/// result of `currentExecutor`. Each thread has a copy.
///
/// `tryRetain` and `isDeallocating` are never nil, since most turns call one of them. Where the runtime lacks them, a
/// substitute treats each object as alive.
@unsafe
struct RuntimeFunctions {
  static let found = unsafe RuntimeFunctions()

  let currentExecutor = unsafe unsafeBitCast(
    find("swift_task_getCurrentExecutor"), to: (@convention(c) () -> UInt)?.self)
  let currentTask = unsafe unsafeBitCast(
    find("swift_task_getCurrent"), to: (@convention(c) () -> UnsafeRawPointer?)?.self)
  let taskNumber = unsafe unsafeBitCast(
    find("swift_task_getJobTaskId"), to: (@convention(c) (UnsafeRawPointer) -> UInt64)?.self)
  let tryRetain =
    unsafe unsafeBitCast(
      find("swift_tryRetain"), to: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?)?.self)
    ?? {
      unsafe _ = Unmanaged<AnyObject>.fromOpaque($0).retain()
      return unsafe $0
    }
  let isDeallocating =
    unsafe unsafeBitCast(
      find("swift_isDeallocating"), to: (@convention(c) (UnsafeRawPointer) -> Bool)?.self) ?? { _ in false }
  let retainCount = unsafe unsafeBitCast(
    find("swift_retainCount"), to: (@convention(c) (UnsafeRawPointer) -> Int)?.self)
  let unownedRetainCount = unsafe unsafeBitCast(
    find("swift_unownedRetainCount"), to: (@convention(c) (UnsafeRawPointer) -> Int)?.self)
  /// The label of a Dispatch queue, or of the present one for nil, and that of the main queue.
  let queueLabel = unsafe unsafeBitCast(
    find("dispatch_queue_get_label"), to: (@convention(c) (UnsafeRawPointer?) -> UInt)?.self)
  let mainQueueLabel: UInt?
  /// The first word of the main actor's executor, which `currentExecutor` returns there.
  let mainExecutor = unsafe unsafeBitCast(MainActor.sharedUnownedExecutor, to: (UInt, UInt).self).0

  init() {
    let queue = unsafe Self.find("_dispatch_main_q")
    unsafe mainQueueLabel = unsafe queue == nil ? nil : queueLabel?(queue)
  }

  /// Whether `tryRetain` is not the substitute.
  static let canTryRetain = unsafe find("swift_tryRetain") != nil

  static func find(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
    let everywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
    #else
    let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return unsafe dlsym(everywhere, name)
  }
}

/// Retains an object unless it is being deallocated, possibly on another thread. Returns whether it did.
func tryRetain(_ address: UnsafeRawPointer) -> Bool {
  unsafe Context.current.raw.pointee.runtime.tryRetain(address) != nil
}

extension NodeRef {
  /// The node, retained for the caller; nil if it is being deallocated, possibly on another thread.
  func tryRetain() -> ReactiveNode? { tryRetain(in: .current) }

  /// The same with the thread's context at hand.
  @inline(__always)
  func tryRetain(in context: Context) -> ReactiveNode? {
    unsafe context.raw.pointee.runtime.tryRetain(address) == nil ? nil : object.takeRetainedValue()
  }

  /// Whether the last reference to the node has been released.
  @inline(__always)
  func isDying(in context: Context) -> Bool {
    unsafe context.raw.pointee.runtime.isDeallocating(address)
  }
}
