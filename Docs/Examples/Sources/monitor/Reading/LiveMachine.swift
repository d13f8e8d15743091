import Foundation

/// A source of samples: the current machine, or a recording.
protocol SampleSource {
  /// The name in the screen's header.
  var title: String { get }
  /// The next sample; nil at the end.
  mutating func next() throws -> Sample?
}

/// Reads samples from `/proc`.
struct LiveMachine: SampleSource {
  let title: String
  private let directory: String
  private let pageSize = UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))

  /// Fails without a readable `/proc`, as on macOS.
  init?(directory: String = "/proc") {
    guard access("\(directory)/stat", R_OK) == 0 else { return nil }
    self.directory = directory
    title = printable(ProcessInfo.processInfo.hostName)  // may use the network, so only where it is shown
  }

  mutating func next() throws -> Sample? {
    Sample(
      time: ProcessInfo.processInfo.systemUptime,
      clock: Self.secondsSinceMidnight(),
      uptime: try read("uptime", as: uptime),
      processors: try read("stat", as: Processors.init(stat:)),
      load: try read("loadavg", as: LoadAverage.init(loadavg:)),
      memory: try read("meminfo", as: Memory.init(meminfo:)),
      network: try read("net/dev", as: Traffic.init(netDev:)),
      disk: try read("diskstats", as: Traffic.init(diskstats:)),
      processes: processes())
  }

  /// Nil if the file does not exist, which is not an error.
  private func read<Part>(_ file: String, as parse: (String) throws(MalformedText) -> Part) throws -> Part? {
    let path = "\(directory)/\(file)"
    guard let text = contents(of: path) else { return nil }
    do { return try parse(text) } catch { throw Failure("\(path):\(error.line): \(error.reason)") }
  }

  private func processes() -> [Int: ProcessReading] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var processes: [Int: ProcessReading] = [:]
    for identifier in names.lazy.compactMap({ Int($0) }) {
      // The process may have ended since the listing.
      guard let text = contents(of: "\(directory)/\(identifier)/stat") else { continue }
      processes[identifier] = try? ProcessReading(stat: text, pageSize: pageSize)
    }
    return processes
  }

  private static func secondsSinceMidnight() -> Int {
    let now = Calendar.current.dateComponents([.hour, .minute, .second], from: Date())
    return (now.hour ?? 0) * 3600 + (now.minute ?? 0) * 60 + (now.second ?? 0)
  }
}

/// Nil if it cannot be read.
func contents(of path: String) -> String? {
  // Reads to the end, because all files of /proc report a size of zero.
  guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { return nil }
  return String(decoding: data, as: UTF8.self)
}

/// An error that ends the program with one line for its user.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
