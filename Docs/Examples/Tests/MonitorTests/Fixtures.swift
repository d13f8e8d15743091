import Testing

@testable import monitor

/// Text from the /proc of a Linux 6.18 machine.
enum ProcFixture {
  static let stat = """
    cpu  1676 0 1236 244804 733 0 8 12 0 0
    cpu0 599 0 421 123189 24 0 4 5 0 0
    cpu1 1076 0 814 121614 708 0 3 6 0 0
    intr 78657 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 15 0 0 0 0 248 141 0 32
    ctxt 134437
    btime 1795225178
    processes 3389
    procs_running 1
    procs_blocked 0
    softirq 50155 0 9143 3 5377 3995 0 98 16029 0 15510
    """

  static let meminfo = """
    MemTotal:       24684096 kB
    MemFree:        24005848 kB
    MemAvailable:   24391292 kB
    Buffers:            2044 kB
    Cached:           589088 kB
    SwapCached:            0 kB
    Active:           144336 kB
    SwapTotal:       1048576 kB
    SwapFree:         524288 kB
    HugePages_Total:       0
    """

  static let netDev = """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
        lo:    3193      29    0    0    0     0          0         0     3193      29    0    0    0     0       0          0
      ifb0:       7       0    0    0    0     0          0         0        7       0    0    0    0     0       0          0
      eth0:    5903      41    0    0    0     0          0         0     5713      61    0    0    0     0       0          0
    """

  static let diskstats = """
       7       0 loop0 10 0 10 0 10 0 10 0 0 0 0 0 0 0 0 0 0
     254       0 vda 5548 3848 3518402 15994 1518 3568 188320 1113 0 7776 17139 220 0 61640 24 154 6
     254       1 vda1 5000 3848 3500000 15994 1518 3568 188000 1113 0 7776 17139 220 0 61640 24 154 6
     259       0 nvme0n1 10 0 100 0 10 0 200 0 0 0 0 0 0 0 0 0 0
     259       1 nvme0n1p1 10 0 100 0 10 0 200 0 0 0 0 0 0 0 0 0 0
     253       0 zram0 3 0 3 0 3 0 3 0 0 0 0 0 0 0 0 0 0
    """

  static let process = """
    3389 (cat) R 3379 3379 2307 0 -1 4194304 103 0 0 0 7 5 0 0 20 0 1 0 124441 3133440 416 18446744073709551615 \
    94887161417728 94887161437609 140730954513920 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 94887161453616 94887161455232
    """
}

extension Sample {
  /// A sample of a machine with one core.
  static func made(
    time: Double, busy: UInt64 = 0, idle: UInt64 = 0, network: UInt64 = 0, disk: UInt64 = 0,
    available: UInt64 = 800, processes: [Int: ProcessReading] = [:]
  ) -> Sample {
    let processor = ProcessorTime(busy: busy, idle: idle)
    return Sample(
      time: time, clock: Int(time), uptime: time,
      processors: Processors(total: processor, cores: [processor]),
      load: LoadAverage(oneMinute: 0, fiveMinutes: 0, fifteenMinutes: 0),
      memory: Memory(total: 1000, free: available, available: available, cached: 0, swapTotal: 0, swapFree: 0),
      network: Traffic(incoming: network, outgoing: 0), disk: Traffic(incoming: disk, outgoing: 0),
      processes: processes)
  }

  /// Samples one second apart, with a processor as busy as `shares`.
  static func processor(at shares: [Double]) -> [Sample] {
    var samples = [Sample.made(time: 1)]
    for share in shares {
      let last = samples[samples.count - 1]
      let time = last.processors?.total ?? ProcessorTime(busy: 0, idle: 0)
      let busy = UInt64(share * 1000)
      samples.append(.made(time: last.time + 1, busy: time.busy + busy, idle: time.idle + 1000 - busy))
    }
    return samples
  }
}

/// The shipped recording.
func shippedRecording() throws -> Recording {
  try Recording(parsing: String(decoding: PackageResources.build_txt, as: UTF8.self))
}
