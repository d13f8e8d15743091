/// A group of cases under one heading. Each layer adds its own in separate files, and a line in `suites`.
struct Suite {
  let name: String
  let cases: [Case]
}

/// A row of the table: one job done by the floor, this package and its peers, and the bounds of its cost.
struct Case {
  let name: String

  /// The unit of the row's numbers, such as "ns/delivery".
  let unit: String

  var bounds: [Bound] = []

  /// Left out by `--quick`.
  var isSlow = false

  /// At most one floor, exactly one of ours, any number of peers.
  let contenders: [Contender]
}

/// The design's promise about a case.
enum Bound {
  /// At most this multiple of the floor.
  case timesFloor(Double)

  /// At most this far above the floor, in the row's unit.
  case aboveFloor(Double)

  /// At most this, in the row's unit.
  case atMost(Double)

  /// At least this many times faster than the named peer.
  case fasterThan(peer: String, times: Double)
}

/// A library or plain code that does the job.
struct Contender {
  enum Role: String {
    case floor, ours, peer
  }

  enum Measurement {
    /// The CPU time of `run` in nanoseconds per operation: `perValue` operations for each value.
    case timed(perValue: Int, make: () -> Work)

    /// A number from a single measurement, such as bytes.
    case once(() -> Double)
  }

  let role: Role
  let name: String
  let measurement: Measurement

  static func floor(_ name: String = "floor", per operations: Int = 1, _ make: @escaping () -> Work) -> Contender {
    Contender(role: .floor, name: name, measurement: .timed(perValue: operations, make: make))
  }

  static func ours(_ name: String = "ours", per operations: Int = 1, _ make: @escaping () -> Work) -> Contender {
    Contender(role: .ours, name: name, measurement: .timed(perValue: operations, make: make))
  }

  static func peer(_ name: String, per operations: Int = 1, _ make: @escaping () -> Work) -> Contender {
    Contender(role: .peer, name: name, measurement: .timed(perValue: operations, make: make))
  }

  static func once(_ role: Role, _ name: String? = nil, _ measure: @escaping () -> Double) -> Contender {
    Contender(role: role, name: name ?? role.rawValue, measurement: .once(measure))
  }
}

/// A contender ready to be timed.
struct Work {
  /// Values per run. Nil: the harness finds a number that takes long enough to be timed well.
  var fixedCount: Int?

  /// Runs before each run, untimed.
  var prepare: () -> Void = {}

  /// The timed part: one operation per value. Values never repeat, so no write is a duplicate.
  let run: (Range<Int>) -> Void

  /// How often each value must have been added to the checksum when `run` returns.
  var deliveries = 1

  /// Runs after each run, untimed.
  var finish: () -> Void = {}

  /// False where `run` makes strings: see `benchmark_counting_begin`.
  var countsReferences = true
}

extension Work {
  init(deliveries: Int = 1, run: @escaping (Range<Int>) -> Void) {
    self.init(fixedCount: nil, run: run, deliveries: deliveries)
  }
}
