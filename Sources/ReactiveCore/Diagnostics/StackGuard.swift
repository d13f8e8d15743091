// Unsafe: computes how much of the thread's stack is left.
//
// The library avoids recursion, except where it must call user functions at once: in first reads of a chain of
// derivations, first calls of observers, ends of subscriptions, cleanups, and ends of rows. Near the end of the stack,
// the program stops with a message.

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
  @inline(__always)
  func isStackNearlyFull(at evaluation: UnsafeMutablePointer<Evaluation>) -> Bool {
    unsafe UInt(bitPattern: evaluation) &- raw.pointee.stackBase < StackGuard.reserve
  }

  func isStackNearlyFull() -> Bool {
    var here: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &here) {
      unsafe UInt(bitPattern: $0) &- raw.pointee.stackBase < StackGuard.reserve
    }
  }
}

extension Context {
  /// Stops near the end of the stack: an edit of a collection may be made in the one before.
  @usableFromInline
  static func checkStack(forEditOf rows: ReactiveNode) {
    let context = ready
    if context.isStackNearlyFull() { context.stopDeepEdit(of: rows) }
  }
}

enum StackGuard {
  /// Bytes left for the next function and for the message.
  static let reserve: UInt = 48 * 1024

  /// The lowest address and the size of this thread's stack; 0 if unavailable.
  static func bounds() -> (base: UInt, size: UInt) {
    #if canImport(Darwin)
    let me = unsafe pthread_self()
    let size = unsafe UInt(pthread_get_stacksize_np(me))
    return unsafe (UInt(bitPattern: pthread_get_stackaddr_np(me)) &- size, size)
    #else
    // A GNU extension that Swift does not import.
    typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
    guard let symbol = unsafe dlsym(nil, "pthread_getattr_np") else { return (0, 0) }
    let getAttributes = unsafe unsafeBitCast(symbol, to: GetAttributes.self)
    var attributes = pthread_attr_t()
    guard unsafe getAttributes(pthread_self(), &attributes) == 0 else { return (0, 0) }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var base: UnsafeMutableRawPointer?
    var size = 0
    var guardSize = 0
    guard unsafe pthread_attr_getstack(&attributes, &base, &size) == 0 else { return (0, 0) }
    unsafe pthread_attr_getguardsize(&attributes, &guardSize)
    return (UInt(bitPattern: base) &+ UInt(guardSize), UInt(size) &- UInt(guardSize))
    #endif
  }
}
