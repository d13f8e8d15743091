/// The result of a case: its numbers, and its bounds kept or missed.
struct Outcome {
  struct Verdict {
    let bound: Bound
    let isKept: Bool
  }

  let subject: Case
  let floor: Measurements?
  let ours: Measurements
  let peers: [Measurements]
  private(set) var verdicts: [Verdict] = []

  init(_ subject: Case, _ measurements: [Measurements]) {
    self.subject = subject
    floor = measurements.first { $0.role == .floor }
    ours = measurements.first { $0.role == .ours }!
    peers = measurements.filter { $0.role == .peer }
    verdicts = subject.bounds.map { Verdict(bound: $0, isKept: keeps($0)) }
  }

  /// Ours as a multiple of the floor.
  var ratio: Double? { floor.map { Self.ratio(ours, $0) } }

  /// The excess of ours over the floor.
  var surplus: Double? { floor.map { Self.surplus(ours, $0) } }

  /// `peer`'s time as a multiple of ours.
  func factor(of peer: Measurements) -> Double { Self.ratio(peer, ours) }

  private func keeps(_ bound: Bound) -> Bool {
    switch bound {
    case .timesFloor(let limit):
      return ratio.map { $0 <= limit } ?? false
    case .aboveFloor(let limit):
      return surplus.map { $0 <= limit } ?? false
    case .atMost(let limit):
      return ours.median <= limit
    case .fasterThan(let name, let times):
      return peers.first { $0.name == name }.map { factor(of: $0) >= times } ?? false
    }
  }

  /// The median of the rounds' quotients: two numbers of one round saw the same machine.
  private static func ratio(_ dividend: Measurements, _ divisor: Measurements) -> Double {
    guard dividend.values.count == divisor.values.count else { return dividend.median / divisor.median }
    return median(zip(dividend.values, divisor.values).map { $0 / $1 })
  }

  /// The median of the rounds' differences, for the same reason.
  private static func surplus(_ ours: Measurements, _ floor: Measurements) -> Double {
    guard ours.values.count == floor.values.count else { return ours.median - floor.median }
    return median(zip(ours.values, floor.values).map { $0 - $1 })
  }
}
