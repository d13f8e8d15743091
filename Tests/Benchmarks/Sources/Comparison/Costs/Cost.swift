import CBenchmarkSupport

/// What a contender's job takes, in nanoseconds or bytes.
enum Cost {
  /// Timed in rounds.
  case timed(Job)

  /// Found in one go.
  case once(() -> Double)
}

/// Work that is timed: for each of some values, which never repeat.
struct Job {
  /// How many operations a value stands for: the number of its observers, or of nodes.
  var perValue = 1

  /// How many values a run has; nil lets the harness find a number that takes some milliseconds.
  var count: Int?

  /// Called before each run, outside of the clock.
  var prepare: () -> Void = {}

  let run: (Range<Int>) -> Void

  /// Called after each run, outside of the clock. False stops the program: the time would mean nothing.
  let isRight: (Range<Int>) -> Bool

  /// Every value must have reached the sum `deliveries` times, if it is given.
  init(
    perValue: Int = 1, count: Int? = nil, deliveries: Int? = nil, prepare: @escaping () -> Void = {},
    run: @escaping (Range<Int>) -> Void, isRight: @escaping (Range<Int>) -> Bool = { _ in true }
  ) {
    let sum = Sum.cell
    var before = 0
    self.perValue = perValue
    self.count = count
    self.prepare = {
      prepare()
      before = sum.pointee
    }
    self.run = run
    self.isRight = { values in
      let expected = (values.lowerBound + values.upperBound - 1) * values.count / 2
      return isRight(values) && deliveries.map { sum.pointee &- before == expected &* $0 } ?? true
    }
  }
}

/// The memory cell to which observers add what they receive.
enum Sum {
  nonisolated(unsafe) static let cell: UnsafeMutablePointer<Int> = {
    let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    cell.initialize(to: 0)
    return cell
  }()
}

/// The observer that all libraries are given: it adds what it receives to the sum.
@inline(__always)
func adding(to sum: UnsafeMutablePointer<Int>) -> (Int) -> Void { { sum.pointee &+= $0 } }

/// Heap bytes of one instance, averaged over 10,000, as the allocator sees them. The array that keeps them does not count,
/// nor does what the first instance makes for all.
func bytes<Instance>(of make: (Int) -> Instance) -> Double {
  let count = 10_000
  let first = make(0)
  var kept: [Instance] = []
  kept.reserveCapacity(count)
  benchmark_counting_begin(false)
  for index in 1...count { kept.append(make(index)) }
  let growth = benchmark_counting_end().liveBytes
  return withExtendedLifetime((first, kept)) { Double(growth) / Double(count) }
}
