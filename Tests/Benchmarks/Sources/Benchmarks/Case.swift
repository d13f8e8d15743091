/// A group of cases under one heading. Each layer adds its own in a file of its own, and one line in `suites`.
struct Suite {
  let name: String
  let cases: [Case]
}

/// One row of the table: the same job done by the floor, by this package and by its peers, and what it may cost.
struct Case {
  let name: String

  /// What a number in the row counts, such as "ns/delivery".
  let unit: String

  var bounds: [Bound] = []

  /// At most one floor, exactly one of ours, any number of peers.
  let contenders: [Contender]
}

/// What the design promises about a case.
enum Bound {
  /// At most so many times the floor.
  case timesFloor(Double)

  /// At most so much more than the floor, in the row's unit.
  case aboveFloor(Double)

  /// At most this, in the row's unit.
  case atMost(Double)

  /// At least so many times faster than the peer of this name.
  case fasterThan(peer: String, times: Double)
}

/// A library, or plain code, that does the case's job.
struct Contender {
  enum Role: String {
    case floor, ours, peer
  }

  enum Measurement {
    /// The CPU time of `run`, in nanoseconds, divided by the number of operations: the values handed on times
    /// `perValue`.
    case timed(perValue: Int, make: () -> Work)

    /// A number found in one go, such as bytes.
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

/// A contender set up and ready to be timed.
struct Work {
  /// How many values each run gets; nil lets the harness find a number that takes long enough to be timed well.
  var fixedCount: Int?

  /// Runs before each run, outside of the clock.
  var prepare: () -> Void = {}

  /// The timed part: one operation per value. The values never come again, so no write is cut as a duplicate.
  let run: (Range<Int>) -> Void

  /// How often each value must have been added to the checksum when `run` returns.
  var deliveries = 1

  /// Runs after each run, outside of the clock.
  var finish: () -> Void = {}
}

extension Work {
  init(deliveries: Int = 1, run: @escaping (Range<Int>) -> Void) {
    self.init(fixedCount: nil, run: run, deliveries: deliveries)
  }
}
