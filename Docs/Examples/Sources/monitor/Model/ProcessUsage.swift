/// The activity of a process between two samples.
struct ProcessUsage: Equatable {
  var identifier: Int
  var name: String
  /// Its share of one core: 2 means two busy cores.
  var share: Double
  /// Memory in use, in bytes.
  var resident: UInt64

  /// The `count` busiest processes; of equals the larger ones, then the older ones.
  static func busiest(_ count: Int, from old: Sample?, to new: Sample) -> [ProcessUsage] {
    let ticksPerCore = ticksPerCore(from: old, to: new)
    let usages = new.processes.map { identifier, process in
      let before = old?.processes[identifier]?.ticks ?? 0
      let isMeasured = old != nil && ticksPerCore > 0
      return ProcessUsage(
        identifier: identifier, name: process.name,
        share: isMeasured ? growth(from: before, to: process.ticks) / ticksPerCore : 0, resident: process.resident)
    }
    let ranked = usages.sorted {
      ($1.share, $1.resident, $0.identifier) < ($0.share, $0.resident, $1.identifier)
    }
    return Array(ranked.prefix(count))
  }

  /// Makes the length of a tick irrelevant.
  private static func ticksPerCore(from old: Sample?, to new: Sample) -> Double {
    guard let old = old?.processors, let new = new.processors else { return 0 }
    let all = growth(from: old.total.busy, to: new.total.busy) + growth(from: old.total.idle, to: new.total.idle)
    return all / Double(max(1, new.cores.count))
  }
}

/// A smaller counter was restarted (a reconnected interface, a reused process identifier), so its growth is unknown.
func growth(from old: UInt64, to new: UInt64) -> Double {
  new > old ? Double(new - old) : 0
}
