// Parsers for the files of /proc, as pure functions of their text, for tests. The formats are in proc(5).

extension Processors {
  /// Reads `/proc/stat`.
  init(stat text: String) throws(MalformedText) {
    var total: ProcessorTime?
    var cores: [ProcessorTime] = []
    // Processor lines come first; skips the long line of interrupts after them.
    for line in TextLine.all(of: text).prefix(while: { $0.words[0].hasPrefix("cpu") }) {
      let time = try ProcessorTime(stat: line)
      if line.words[0] == "cpu" { total = time } else { cores.append(time) }
    }
    guard let total else { throw MalformedText(line: 1, reason: "expected a line \"cpu\"") }
    self.init(total: total, cores: cores)
  }
}

extension ProcessorTime {
  fileprivate init(stat line: TextLine) throws(MalformedText) {
    func ticks(_ index: Int) throws(MalformedText) -> UInt64 { try line.integer(index, "ticks") }
    let user = try ticks(1)
    let nice = try ticks(2)
    let system = try ticks(3)
    let idle = try ticks(4)
    // Older kernels end here. Guest time is already part of user and nice.
    let waiting = line.words.count > 5 ? try ticks(5) : 0
    let interrupts = line.words.count > 6 ? try ticks(6) : 0
    let softInterrupts = line.words.count > 7 ? try ticks(7) : 0
    let stolen = line.words.count > 8 ? try ticks(8) : 0
    // &+: valid sums stay in range for millions of years, and invalid input must not stop the program.
    self.init(busy: user &+ nice &+ system &+ interrupts &+ softInterrupts &+ stolen, idle: idle &+ waiting)
  }
}

extension Memory {
  /// Reads `/proc/meminfo`.
  init(meminfo text: String) throws(MalformedText) {
    var sizes: [Substring: UInt64] = [:]
    for line in TextLine.all(of: text) where Self.wanted.contains(line.words[0]) {
      sizes[line.words[0]] = try line.kibibytes(1, "a size in kB")
    }
    guard let total = sizes["MemTotal:"], let free = sizes["MemFree:"] else {
      throw MalformedText(line: 1, reason: "expected lines \"MemTotal:\" and \"MemFree:\"")
    }
    let cached = (sizes["Cached:"] ?? 0) &+ (sizes["Buffers:"] ?? 0)
    self.init(
      total: total, free: free,
      available: sizes["MemAvailable:"] ?? (free &+ cached),  // missing in Linux before 3.14
      cached: cached, swapTotal: sizes["SwapTotal:"] ?? 0, swapFree: sizes["SwapFree:"] ?? 0)
  }

  private static let wanted: Set<Substring> = [
    "MemTotal:", "MemFree:", "MemAvailable:", "Buffers:", "Cached:", "SwapTotal:", "SwapFree:",
  ]
}

extension LoadAverage {
  /// Reads `/proc/loadavg`.
  init(loadavg text: String) throws(MalformedText) {
    let line = TextLine.all(of: text).first ?? TextLine(number: 1, words: [])
    self.init(
      oneMinute: try line.decimal(0, "a load"),
      fiveMinutes: try line.decimal(1, "a load"),
      fifteenMinutes: try line.decimal(2, "a load"))
  }
}

/// Reads `/proc/uptime`: the seconds since the machine started.
func uptime(_ text: String) throws(MalformedText) -> Double {
  try (TextLine.all(of: text).first ?? TextLine(number: 1, words: [])).decimal(0, "seconds")
}

extension Traffic {
  /// Reads `/proc/net/dev`: the traffic of all external interfaces.
  init(netDev text: String) throws(MalformedText) {
    self.init(incoming: 0, outgoing: 0)
    for line in TextLine.all(of: text).dropFirst(2) {  // two lines of headings
      // The name may touch the first number ("eth0:123"), so the colon splits first.
      let joined = line.words.joined(separator: " ")
      guard let colon = joined.lastIndex(of: ":") else {
        throw MalformedText(line: line.number, reason: "expected the name of an interface and a colon")
      }
      let name = joined[..<colon]
      let numbers = TextLine(number: line.number, words: joined[joined.index(after: colon)...].split(separator: " "))
      let received = try numbers.integer(0, "bytes received")
      let sent = try numbers.integer(8, "bytes sent")
      if Self.leadsInside.contains(where: name.hasPrefix) { continue }
      incoming &+= received
      outgoing &+= sent
    }
  }

  /// Loopback, and virtual interfaces whose traffic a real one also carries.
  private static let leadsInside = ["lo", "ifb", "veth", "docker", "br-", "virbr", "tun", "tap", "wg", "dummy"]

  /// Reads `/proc/diskstats`: the bytes read (incoming) and written (outgoing) by all disks.
  init(diskstats text: String) throws(MalformedText) {
    self.init(incoming: 0, outgoing: 0)
    var disks: [Substring] = []
    for line in TextLine.all(of: text) {
      let name = try line.word(2, "the name of a disk")
      let read = try line.integer(5, "sectors read")
      let written = try line.integer(9, "sectors written")
      // Partitions and layered devices would count bytes twice.
      if Self.isLayered(name) || disks.contains(where: { Self.isPartition(name, of: $0) }) { continue }
      disks.append(name)
      // A sector is 512 bytes here, on every disk.
      incoming &+= read &* 512
      outgoing &+= written &* 512
    }
  }

  private static func isLayered(_ name: Substring) -> Bool {
    ["loop", "ram", "zram", "dm-", "md", "sr", "fd"].contains(where: name.hasPrefix)
  }

  /// `sda1` is a partition of `sda`, `nvme0n1p1` of `nvme0n1`. The kernel lists a disk before its partitions.
  private static func isPartition(_ name: Substring, of disk: Substring) -> Bool {
    guard name.hasPrefix(disk) else { return false }
    let rest = name.dropFirst(disk.count)
    let digits = rest.hasPrefix("p") ? rest.dropFirst() : rest
    return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension ProcessReading {
  /// Reads `/proc/[pid]/stat`.
  init(stat text: String, pageSize: UInt64) throws(MalformedText) {
    // The second field is a name in parentheses, which may contain blanks and parentheses.
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
      throw MalformedText(line: 1, reason: "expected a name in parentheses")
    }
    let rest = TextLine(number: 1, words: text[text.index(after: close)...].split(whereSeparator: \.isWhitespace))
    let user = try rest.integer(11, "ticks in user mode")
    let system = try rest.integer(12, "ticks in kernel mode")
    let pages = try rest.integer(21, "pages in memory")
    self.init(
      name: printable(text[text.index(after: open)..<close]), ticks: user &+ system, resident: pages &* pageSize)
  }
}
