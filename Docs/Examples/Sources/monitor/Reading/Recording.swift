// A recording is a text of one reading per line:
//
//     monitor recording 1
//     sample 1244.41 02:04:31 1244.41       time, time of day, uptime (all three as in `Sample`)
//     cpu 2912 245537                       busy and idle ticks of all processors
//     core 1020 123213                      the same of each
//     load 0.52 0.31 0.11
//     memory 24684096 24005848 24391292 591132 0 0     KiB: total, free, available, cached, swap, free swap
//     network 5903 5713                     bytes received and sent
//     disk 1801421824 96419840              bytes read and written
//     process 3389 12 4032 swift-build      identifier, ticks, KiB, name
//     gone 3389
//     sample …
//
// Processes are listed only when they change, because most are idle. Lines that begin with # are comments.

struct Recording: SampleSource, Equatable {
  let title = "recording"
  private(set) var samples: ArraySlice<Sample>

  mutating func next() -> Sample? {
    samples.popFirst()
  }

  static let heading = "monitor recording 1"
}

// MARK: - Reading a recording

extension Recording {
  init(parsing text: String) throws(MalformedText) {
    var lines = TextLine.all(of: text).filter { !$0.words[0].hasPrefix("#") }[...]
    let first = lines.popFirst()
    guard let first, first.words.joined(separator: " ") == Self.heading else {
      throw MalformedText(line: first?.number ?? 1, reason: "expected \"\(Self.heading)\"")
    }
    samples = []
    var current: Sample?
    for line in lines {
      if line.words[0] == "sample" {
        if let current { samples.append(current) }
        current = try Sample(recorded: line, after: current)
      } else if current != nil {
        try current?.add(line)
      } else {
        throw MalformedText(line: line.number, reason: "expected \"sample\", found \"\(printable(line.words[0]))\"")
      }
    }
    guard let current else { throw MalformedText(line: first.number, reason: "no sample follows") }
    samples.append(current)
  }
}

extension Sample {
  fileprivate init(recorded line: TextLine, after previous: Sample?) throws(MalformedText) {
    time = try line.decimal(1, "a time in seconds")
    if let previous, time <= previous.time {
      throw MalformedText(line: line.number, reason: "the time \(time) is not after \(previous.time)")
    }
    let clock = try line.word(2, "a time of day")
    guard let seconds = Self.secondsSinceMidnight(clock) else {
      throw MalformedText(line: line.number, reason: "expected a time of day, found \"\(printable(clock))\"")
    }
    self.clock = seconds
    uptime = line.words.count > 3 ? try line.decimal(3, "an uptime in seconds") : nil
    processes = previous?.processes ?? [:]
  }

  private static func secondsSinceMidnight(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)  // 60: a leap second
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  fileprivate mutating func add(_ line: TextLine) throws(MalformedText) {
    switch line.words[0] {
    case "cpu":
      processors = Processors(total: try ProcessorTime(recorded: line), cores: [])
    case "core":
      guard processors != nil else { throw MalformedText(line: line.number, reason: "\"core\" before \"cpu\"") }
      processors?.cores.append(try ProcessorTime(recorded: line))
    case "load":
      load = LoadAverage(
        oneMinute: try line.decimal(1, "a load"), fiveMinutes: try line.decimal(2, "a load"),
        fifteenMinutes: try line.decimal(3, "a load"))
    case "memory":
      memory = Memory(
        total: try line.kibibytes(1, "a size in KiB"), free: try line.kibibytes(2, "a size in KiB"),
        available: try line.kibibytes(3, "a size in KiB"), cached: try line.kibibytes(4, "a size in KiB"),
        swapTotal: try line.kibibytes(5, "a size in KiB"), swapFree: try line.kibibytes(6, "a size in KiB"))
    case "network":
      network = try Traffic(recorded: line)
    case "disk":
      disk = try Traffic(recorded: line)
    case "process":
      processes[try line.identifier()] = ProcessReading(
        name: printable(line.words.dropFirst(4).joined(separator: " ")),
        ticks: try line.integer(2, "ticks"), resident: try line.kibibytes(3, "a size in KiB"))
    case "gone":
      processes[try line.identifier()] = nil
    default:
      throw MalformedText(line: line.number, reason: "unknown reading \"\(printable(line.words[0]))\"")
    }
  }
}

extension ProcessorTime {
  fileprivate init(recorded line: TextLine) throws(MalformedText) {
    self.init(busy: try line.integer(1, "ticks"), idle: try line.integer(2, "ticks"))
  }
}

extension Traffic {
  fileprivate init(recorded line: TextLine) throws(MalformedText) {
    self.init(incoming: try line.integer(1, "bytes"), outgoing: try line.integer(2, "bytes"))
  }
}

extension TextLine {
  fileprivate func identifier() throws(MalformedText) -> Int {
    let number = try integer(1, "a process identifier")
    guard let identifier = Int(exactly: number) else {
      throw MalformedText(line: self.number, reason: "\(number) is no process identifier")
    }
    return identifier
  }
}

// MARK: - Making one

extension Recording {
  /// The lines for `sample`, after the recorded sample `previous`.
  static func lines(for sample: Sample, after previous: Sample?) -> String {
    var lines = [
      ["sample", decimal(sample.time), clockText(sample.clock), sample.uptime.map(decimal)]
        .compactMap { $0 }.joined(separator: " ")
    ]
    if let processors = sample.processors {
      lines.append("cpu \(processors.total.busy) \(processors.total.idle)")
      lines += processors.cores.map { "core \($0.busy) \($0.idle)" }
    }
    if let load = sample.load {
      lines.append("load \(load.oneMinute) \(load.fiveMinutes) \(load.fifteenMinutes)")
    }
    if let memory = sample.memory {
      let sizes = [
        memory.total, memory.free, memory.available, memory.cached, memory.swapTotal, memory.swapFree,
      ]
      lines.append("memory " + sizes.map { "\($0 / 1024)" }.joined(separator: " "))
    }
    if let network = sample.network { lines.append("network \(network.incoming) \(network.outgoing)") }
    if let disk = sample.disk { lines.append("disk \(disk.incoming) \(disk.outgoing)") }

    let known = previous?.processes ?? [:]
    for (identifier, process) in sample.processes.sorted(by: { $0.key < $1.key }) where known[identifier] != process {
      lines.append("process \(identifier) \(process.ticks) \(process.resident / 1024) \(process.name)")
    }
    for identifier in known.keys.sorted() where sample.processes[identifier] == nil {
      lines.append("gone \(identifier)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Hundredths of a second, as the kernel counts.
  private static func decimal(_ seconds: Double) -> String {
    "\((seconds * 100).rounded() / 100)"
  }
}

/// `02:04:31`
func clockText(_ secondsSinceMidnight: Int) -> String {
  [secondsSinceMidnight / 3600, secondsSinceMidnight / 60 % 60, secondsSinceMidnight % 60]
    .map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
}
