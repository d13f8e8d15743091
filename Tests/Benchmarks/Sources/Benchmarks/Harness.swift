import CBenchmarkSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

struct Measurements {
  let role: Contender.Role
  let name: String

  /// One number per round, or a single one where nothing is timed.
  var values: [Double] = []

  /// Reference counting and heap operations per operation. Nil if untimed or not countable.
  var counts: Counts?

  var median: Double { Benchmarks.median(values) }
}

struct Counts {
  var retains: Double?
  var releases: Double?
  var allocations: Double?
}

/// The heap's growth during a piece of work, in bytes.
struct HeapGrowth {
  let live: Int
  let peak: Int

  static func during(_ body: () -> Void) -> HeapGrowth {
    benchmark_counting_begin(false)
    body()
    let counts = benchmark_counting_end()
    return HeapGrowth(live: Int(counts.liveBytes), peak: Int(counts.peakBytes))
  }

  /// Allocations by `body`; 0 where they cannot be counted.
  static func allocations(_ body: () -> Void) -> Int {
    benchmark_counting_begin(false)
    body()
    return Int(benchmark_counting_end().allocations)
  }
}

/// Measures the contenders of `subject`, in turn within each round; each round starts with another one.
func measure(_ subject: Case, _ options: Options) -> [Measurements] {
  var results = subject.contenders.map { Measurements(role: $0.role, name: $0.name) }
  var runners: [(index: Int, runner: Runner)] = []
  for (index, contender) in subject.contenders.enumerated() {
    switch contender.measurement {
    case .once(let measure):
      results[index].values = [measure()]
    case .timed(let perValue, let make):
      let name = "\(subject.name), \(contender.name)"
      runners.append((index, Runner(name: name, perValue: perValue, work: make(), target: options.nanosecondsPerRun)))
    }
  }
  guard !runners.isEmpty else { return results }
  for round in 0..<options.rounds {
    for turn in runners.indices {
      let (index, runner) = runners[(turn + round) % runners.count]
      results[index].values.append(runner.time())
    }
  }
  for (index, runner) in runners {
    results[index].counts = runner.countedRun()
  }
  return results
}

/// Runs one contender's work with the clock or with the counters.
private final class Runner {
  let name: String
  let perValue: Int
  let work: Work
  private var count: Int
  private var nextValue = 1

  init(name: String, perValue: Int, work: Work, target: Double) {
    self.name = name
    self.perValue = perValue
    self.work = work
    count = work.fixedCount ?? 1
    if work.fixedCount == nil {
      calibrate(target)
    } else {
      run { $0() }
    }
  }

  /// Finds a number of values that takes about `target` nanoseconds. Also the warm-up.
  private func calibrate(_ target: Double) {
    while true {
      let elapsed = elapsedInRun()
      if elapsed >= target / 8 {
        count = max(1, Int(Double(count) * target / elapsed))
        return
      }
      count *= 2
    }
  }

  /// Nanoseconds per operation in one run.
  func time() -> Double {
    elapsedInRun() / Double(count * max(1, perValue))
  }

  /// Counts per operation, in a separate pass, since counting costs time.
  func countedRun() -> Counts {
    count = work.fixedCount ?? min(count, 64)
    let operations = Double(count * max(1, perValue))
    let counts = run { body in
      benchmark_counting_begin(work.countsReferences)
      body()
      return benchmark_counting_end()
    }
    var result = Counts()
    if work.countsReferences && benchmark_counts_references() {
      result.retains = Double(counts.retains) / operations
      result.releases = Double(counts.releases) / operations
    }
    if benchmark_counts_allocations() {
      result.allocations = Double(counts.allocations) / operations
    }
    return result
  }

  private func elapsedInRun() -> Double {
    run { body in
      let start = threadTime()
      body()
      return threadTime() - start
    }
  }

  /// One run: prepares, runs within `observe`, checks the sum, finishes.
  private func run<Result>(_ observe: (() -> Void) -> Result) -> Result {
    let values = nextValue..<(nextValue + count)
    nextValue = values.upperBound
    let sum = (values.lowerBound + values.upperBound - 1) * values.count / 2
    work.prepare()
    var result: Result?
    Checksum.expect(growth: sum &* work.deliveries, in: name) {
      result = observe { work.run(values) }
    }
    work.finish()
    return result!
  }
}

/// CPU time of this thread in nanoseconds, which excludes other programs.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
