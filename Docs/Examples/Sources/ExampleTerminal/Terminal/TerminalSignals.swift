import Foundation

/// Signals, as bytes in a pipe: a handler may do next to nothing, but `poll` can wait for a pipe and the keyboard at once.
enum TerminalSignals {
  /// Where the bytes come out, each the number of a signal.
  static var descriptor: Int32 { readingEnd }

  /// From now on signals come as bytes, and a crash gives the terminal back.
  static func watch() {
    if readingEnd < 0 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return }
      for end in ends {
        // Neither a full pipe nor an empty one holds anybody up, and no child process gets to see it.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (readingEnd, writingEnd) = (ends[0], ends[1])
      for number in crashes {
        var action = sigaction()
        setHandler(of: &action) { number in
          Terminal.restore()
          // Whoever was to see the crash before, such as the printer of backtraces, sees it now.
          sigaction(number, formerActions + Int(number), nil)
          raise(number)
        }
        sigaction(number, &action, formerActions + Int(number))
      }
    }
    // Whoever has started the program may let none of them in, and that is inherited.
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

  /// The signals that have come; none if none have.
  static func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(readingEnd, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).map { Int32($0) } : []
  }

  /// Suspends the process, as the key for that would without us. Returns when it goes on.
  static func suspend() {
    Terminal.giveBack()
    // A thread that has come from a queue lets no such signal in, and would go on as if nothing had been said.
    unblock([SIGTSTP])
    raise(SIGTSTP)
    Terminal.takeOver()
  }

  /// Lets signals into the present thread.
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

// Handlers can see no more than this. All of it is written before the first handler is installed.
nonisolated(unsafe) private var readingEnd: Int32 = -1
nonisolated(unsafe) private var writingEnd: Int32 = -1
nonisolated(unsafe) private let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
