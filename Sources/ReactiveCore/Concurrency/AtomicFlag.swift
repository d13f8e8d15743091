// Unsafe: a flag that any thread may raise, lower and read, and read without a lock.
//
// Not all supported systems have atomic variables, but every object has an atomic retain count. A raised flag retains
// its object once more. Invariant: under the lock, `isUp` says whether it does. A read on another thread may retain the
// object briefly, so a lowered flag may seem raised.

/// A flag that is read without a lock. A lowered flag may read as raised, never the opposite.
@safe
package final class AtomicFlag: Sendable {
  private final class Counted: Sendable {}
  private let counted = Counted()
  private let isUp = Locked(false)

  package init() {}

  deinit { isRaised = false }

  /// May be true for a lowered flag. Setting takes a lock, on any thread, and may be repeated.
  package var isRaised: Bool {
    // Inlined, it would retain the counted object.
    @inline(never) get { _getRetainCount(counted) > 1 }
    set {
      isUp.withLock { isUp in
        if isUp == newValue { return }
        let counted = unsafe Unmanaged.passUnretained(counted)
        if newValue { unsafe _ = counted.retain() } else { unsafe counted.release() }
        isUp = newValue
      }
    }
  }

  /// As `isRaised`, by the runtime's function: 2 ns.
  @inline(__always)
  func isRaised(in context: Context) -> Bool {
    guard let count = unsafe context.raw.pointee.runtime.retainCount else { return isRaised }
    return unsafe count(UnsafeRawPointer(Unmanaged.passUnretained(counted).toOpaque())) > 1
  }
}
