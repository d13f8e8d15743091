// Unsafe: a mutex for state shared between threads: the shared pages of links, the values of `values`, mailboxes and
// inboxes, atomic flags, and process-wide tables. `Synchronization.Mutex` needs newer systems than this package
// supports, and gives the thread sanitizer false alarms.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A mutual exclusion lock.
@safe
package final class Lock: Sendable {
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let failure = unsafe pthread_mutex_init(mutex, nil)
    if failure != 0 {
      stop("the system has no memory left for a lock (error \(failure)). Use less, or raise the limit of this process.")
    }
  }
  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }
  /// `body` must not run user code.
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}
