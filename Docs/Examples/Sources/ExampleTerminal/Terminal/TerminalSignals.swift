import Foundation

/// Signals as bytes in a pipe. A handler may do little, but `poll` can wait for a pipe and the keyboard at once.
enum TerminalSignals {
  /// Each byte is the number of a signal.
  static var descriptor: Int32 { readingEnd }

  /// Turns signals into bytes, and restores the terminal on a crash.
  static func watch() {
    if readingEnd < 0 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return }
      for end in ends {
        // The pipe never blocks, and child processes do not inherit it.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (readingEnd, writingEnd) = (ends[0], ends[1])
      for number in crashes {
        var action = sigaction()
        setHandler(of: &action) { number in
          Terminal.restore()
          // Passes the crash to earlier handlers, such as a backtrace printer.
          sigaction(number, formerActions + Int(number), nil)
          raise(number)
        }
        sigaction(number, &action, formerActions + Int(number))
      }
    }
    // The parent process may have blocked them, which is inherited.
    unblock(watched + crashes)
    for number in watched {
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        let code = errno
        _ = Foundation.write(writingEnd, &byte, 1)
        errno = code
      }
    }
  }

  static func stopWatching() {
    for number in watched { signal(number, SIG_DFL) }
  }

  /// The signals received since the last call.
  static func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(readingEnd, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).map { Int32($0) } : []
  }

  /// Suspends the process like the usual key. Returns when it continues.
  static func suspend() {
    Terminal.giveBack()
    // A dispatch queue's thread blocks the signal, and would continue.
    unblock([SIGTSTP])
    raise(SIGTSTP)
    Terminal.takeOver()
  }

  /// Unblocks signals for the current thread.
  private static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func setHandler(of action: inout sigaction, to handler: @escaping @convention(c) (Int32) -> Void) {
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    #else
    action.__sigaction_handler.sa_handler = handler
    #endif
  }

  private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH]
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
}

// The only state of the handlers, written before the first is installed.
nonisolated(unsafe) private var readingEnd: Int32 = -1
nonisolated(unsafe) private var writingEnd: Int32 = -1
nonisolated(unsafe) private let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
