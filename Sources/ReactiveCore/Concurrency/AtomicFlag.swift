// Unsafe: a flag that any thread may raise, lower and read, without a lock to read it.
//
// There are no atomic variables on all systems that this package supports. But every object has an atomic number: how
// often it is retained. A raised flag retains it once more. Invariant: under the lock, `isUp` says whether it does. A look
// from another thread may retain the object for a moment, so a flag may seem to be raised when it is not.

/// A flag that can be read without a lock. A read may say that it is raised when it is not, never the opposite.
@safe
package final class AtomicFlag: Sendable {
  private final class Counted: Sendable {}
  private let counted = Counted()
  private let isUp = Locked(false)

  package init() {}

  deinit { lower() }

  /// Raises the flag, on any thread. Takes a lock; raised again, it stays as it is.
  package func raise() {
    isUp.withLock { isUp in
      if !isUp { unsafe _ = Unmanaged.passRetained(counted) }
      isUp = true
    }
  }

  func lower() {
    isUp.withLock { isUp in
      if isUp { unsafe Unmanaged.passUnretained(counted).release() }
      isUp = false
    }
  }

  /// Whether it is raised, as far as the type says so. Takes no lock.
  // Inlined, it would retain the counted object for the call.
  package var isRaised: Bool { @inline(never) get { _getRetainCount(counted) > 1 } }

  /// As `isRaised`, by the runtime's own function: 2 ns.
  @inline(__always)
  func isRaised(in context: Context) -> Bool {
    guard let count = unsafe context.raw.pointee.runtime.retainCount else { return isRaised }
    return unsafe count(UnsafeRawPointer(Unmanaged.passUnretained(counted).toOpaque())) > 1
  }
}
