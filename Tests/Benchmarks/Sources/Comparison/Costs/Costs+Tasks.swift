import CBenchmarkSupport

/// A library with operators over time, and with values that tasks give. It is called on the initial thread.
protocol TimedLibrary {
  /// Returns a function that sends a value to a stream that is debounced for 1,000 seconds and observed.
  static func debounced() -> (Int) -> Void

  /// Returns a function that gives a source another value, for which a task gives the answer, the value itself, which
  /// `observer` receives. The answer to an older question is dropped.
  static func answered(_ observer: @escaping (Int) -> Void) -> (Int) -> Void
}

extension TimedLibrary {
  static var debouncing: Cost {
    let send = debounced()
    return .timed(
      Job { values in
        for value in values { send(value) }
      })
  }

  /// The jobs of tasks run on the thread that is timed: what it takes to wake another one is the same for all.
  static var answering: Cost? {
    guard benchmark_takes_jobs() else { return nil }
    let sum = Sum.cell
    benchmark_take_jobs(true)
    let ask = answered { sum.pointee &+= $0 }
    benchmark_run_jobs()
    benchmark_take_jobs(false)
    return .timed(
      Job(deliveries: 1) { values in
        benchmark_take_jobs(true)
        for value in values {
          ask(value)
          benchmark_run_jobs()
        }
        benchmark_take_jobs(false)
      })
  }
}

/// What the task of a question runs.
@Sendable @inline(never)
func answer(to question: Int) async -> Int { question }
