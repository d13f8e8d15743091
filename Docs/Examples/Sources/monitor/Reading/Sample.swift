/// Everything that the monitor reads at one moment.
///
/// These are readings, not results: most of them are counters that have been growing since the machine was started.
/// What they mean (a load, a speed) only shows between two samples, and is the model's business.
///
/// A part is nil where the machine does not offer it; a container, for example, may hide its disks.
struct Sample: Equatable {
  /// When the sample was taken, in seconds on a clock that never jumps. Only differences of it mean something.
  var time: Double
  /// The time of day, in seconds since local midnight, to be shown to people.
  var clock: Int
  /// How long the machine has been running, in seconds.
  var uptime: Double?
  var processors: Processors?
  var load: LoadAverage?
  var memory: Memory?
  /// Bytes received and sent over the network.
  var network: Traffic?
  /// Bytes read from and written to the disks.
  var disk: Traffic?
  /// The running processes by their identifiers.
  var processes: [Int: ProcessReading] = [:]
}

/// What the processors have spent their time on since the machine was started.
struct Processors: Equatable {
  var total: ProcessorTime
  var cores: [ProcessorTime]
}

/// Time in the kernel's ticks. The length of a tick does not matter, because only ratios are made of it.
struct ProcessorTime: Equatable {
  var busy: UInt64
  var idle: UInt64
}

/// How many tasks wanted to run, averaged over the last 1, 5 and 15 minutes.
struct LoadAverage: Equatable {
  var oneMinute: Double
  var fiveMinutes: Double
  var fifteenMinutes: Double
}

/// Sizes in bytes.
struct Memory: Equatable {
  var total: UInt64
  var free: UInt64
  /// What programs could still get: free memory and what the kernel would give up for them.
  var available: UInt64
  var cached: UInt64
  var swapTotal: UInt64
  var swapFree: UInt64
}

/// Bytes that have gone in and out since the machine was started.
struct Traffic: Equatable {
  var incoming: UInt64
  var outgoing: UInt64
}

struct ProcessReading: Equatable {
  var name: String
  /// Processor time spent so far, in the ticks of `ProcessorTime`.
  var ticks: UInt64
  /// Memory in use, in bytes.
  var resident: UInt64
}
