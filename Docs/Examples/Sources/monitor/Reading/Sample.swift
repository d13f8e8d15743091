/// All readings at one moment.
///
/// Most readings are counters since the machine's start. Their meaning (a load, a speed) arises between two samples, in
/// the model.
///
/// A part is nil if the machine does not provide it; a container, for example, may hide its disks.
struct Sample: Equatable {
  /// The time of the sample in seconds, on a monotonic clock. Only differences are meaningful.
  var time: Double
  /// The time of day in seconds since local midnight, for display.
  var clock: Int
  /// The uptime in seconds.
  var uptime: Double?
  var processors: Processors?
  var load: LoadAverage?
  var memory: Memory?
  /// Network bytes received and sent.
  var network: Traffic?
  /// Disk bytes read and written.
  var disk: Traffic?
  /// The running processes by identifier.
  var processes: [Int: ProcessReading] = [:]
}

/// Processor time since the machine's start.
struct Processors: Equatable {
  var total: ProcessorTime
  var cores: [ProcessorTime]
}

/// In the kernel's ticks. Only ratios are used, so the length of a tick is irrelevant.
struct ProcessorTime: Equatable {
  var busy: UInt64
  var idle: UInt64
}

/// The number of runnable tasks, averaged over 1, 5 and 15 minutes.
struct LoadAverage: Equatable {
  var oneMinute: Double
  var fiveMinutes: Double
  var fifteenMinutes: Double
}

/// Sizes in bytes.
struct Memory: Equatable {
  var total: UInt64
  var free: UInt64
  /// Memory available to programs: free, or reclaimable by the kernel.
  var available: UInt64
  var cached: UInt64
  var swapTotal: UInt64
  var swapFree: UInt64
}

/// Bytes since the machine's start.
struct Traffic: Equatable {
  var incoming: UInt64
  var outgoing: UInt64
}

struct ProcessReading: Equatable {
  var name: String
  /// Processor time so far, in the ticks of `ProcessorTime`.
  var ticks: UInt64
  /// Memory in use, in bytes.
  var resident: UInt64
}
