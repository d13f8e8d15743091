// Unsafe: functions of Swift's runtime that its library does not have, called by address.
//
// Invariant: a function is called with the parameters that the runtime declares for its name, or not at all where the
// runtime has none of that name. What is asked about an object is asked while its memory is there: a node that dies takes
// itself out of what points at it before its memory goes.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Functions of Swift's runtime that a program can call by their names only, nil where the runtime has none of that
/// name, and the address that one of them is compared with. Each thread has a copy. The two of which most turns ask one
/// have a stand-in that is never nil: without the runtime's own, each object counts as alive.
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
  /// The first word of the main actor's executor.
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

/// Retains an object, unless it is dying, which it may be elsewhere. Returns whether it did.
func tryRetain(_ address: UnsafeRawPointer) -> Bool {
  unsafe Context.current.raw.pointee.runtime.tryRetain(address) != nil
}

extension NodeRef {
  /// The node itself, retained for the caller; nil if it is dying, which it may be elsewhere.
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
