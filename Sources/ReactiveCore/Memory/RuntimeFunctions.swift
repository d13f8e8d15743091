// Unsafe: functions of Swift's runtime that its standard library does not export, found by name and called by address.
//
// Invariant: a function is called with the parameters that the runtime declares for its name. Where the runtime has no
// function of that name, nothing is called. A question about an object is asked while the memory of the object is
// allocated: a dying node clears every reference to itself before its memory is freed.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Functions of Swift's runtime that a program can only find by name, each nil where the runtime has no function of
/// that name, and an address with which the result of `currentExecutor` is compared. Each thread has a copy.
///
/// `tryRetain` and `isDeallocating` are never nil, since most turns call one of them. Where the runtime does not have
/// them, a substitute treats each object as alive.
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
  /// The first word of the main actor's executor; `currentExecutor` returns it on the main actor.
  let mainExecutor = unsafe unsafeBitCast(MainActor.sharedUnownedExecutor, to: (UInt, UInt).self).0

  static func find(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
    let everywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
    #else
    let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return unsafe dlsym(everywhere, name)
  }
}

/// Retains an object, unless it is being deallocated, which may happen on another thread. Returns whether it did.
func tryRetain(_ address: UnsafeRawPointer) -> Bool {
  unsafe Context.current.raw.pointee.runtime.tryRetain(address) != nil
}

extension NodeRef {
  /// The node itself, retained for the caller; nil if it is being deallocated, which may happen on another thread.
  func tryRetain() -> ReactiveNode? { tryRetain(in: .current) }

  /// The same, for a caller that has the thread's context.
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
