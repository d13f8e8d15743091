// Unsafe: the address of a thread's context, to tell threads apart.
//
// Invariant: it is compared while the thread is in the call, and not looked at.

#if canImport(Darwin)
internal import Darwin
#endif

/// Whether this is the main actor, whatever the compiler knows. False where that cannot be found out. Cost: a task.
package func isOnMainActor() -> Bool {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    // The task begins at once, on this thread, only where it need not go elsewhere.
    let here = unsafe UInt(bitPattern: Context.ready.raw)
    let hasBegunHere = Locked(false)
    Task.immediate { @MainActor in
      let isHere = unsafe UInt(bitPattern: Context.ready.raw) == here
      hasBegunHere.withLock { $0 = isHere }
    }
    return hasBegunHere.withLock { $0 }
  }
  #if canImport(Darwin)
  return pthread_main_np() != 0
  #else
  return false
  #endif
}
