import Foundation

struct JSONFile: Encodable {
  struct Row: Encodable {
    let suite: String
    let name: String
    let unit: String
    let ratio: Double?
    let contenders: [Numbers]
    let bounds: [Verdict]
  }

  struct Numbers: Encodable {
    let role: String
    let name: String
    let median: Double
    let smallest: Double
    let largest: Double
    let retains: Double?
    let releases: Double?
    let allocations: Double?

    init(_ measurements: Measurements) {
      role = measurements.role.rawValue
      name = measurements.name
      median = measurements.median
      smallest = measurements.values.min() ?? .nan
      largest = measurements.values.max() ?? .nan
      retains = measurements.counts?.retains
      releases = measurements.counts?.releases
      allocations = measurements.counts?.allocations
    }
  }

  struct Verdict: Encodable {
    let bound: String
    let peer: String?
    let isKept: Bool
  }

  var rounds: Int
  var rows: [Row] = []

  init(rounds: Int) {
    self.rounds = rounds
  }

  mutating func add(_ outcome: Outcome, in suite: Suite) {
    let contenders = [outcome.floor, outcome.ours].compactMap { $0 } + outcome.peers
    rows.append(
      Row(
        suite: suite.name,
        name: outcome.subject.name,
        unit: outcome.subject.unit,
        ratio: outcome.ratio,
        contenders: contenders.map(Numbers.init),
        bounds: outcome.verdicts.map { Verdict(bound: $0.bound.text, peer: $0.bound.peer, isKept: $0.isKept) }))
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
