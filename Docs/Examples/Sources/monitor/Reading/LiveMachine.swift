import Foundation

/// Where samples come from: the machine that the program runs on, or a recording.
protocol SampleSource {
  /// What the header of the screen calls it.
  var title: String { get }
  /// The next sample, or nil when there are no more.
  mutating func next() throws -> Sample?
}

/// Reads samples from `/proc`.
struct LiveMachine: SampleSource {
  let title: String
  private let directory: String
  private let pageSize = UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))

  /// Fails where there is no `/proc` to be read, as on macOS.
  init?(directory: String = "/proc") {
    guard access("\(directory)/stat", R_OK) == 0 else { return nil }
    self.directory = directory
    title = printable(ProcessInfo.processInfo.hostName)  // may ask the network, so only where it is shown
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

  /// What `parse` makes of a file; nil if the file is not there, which is no fault of the machine's.
  private func read<Part>(_ file: String, as parse: (String) throws(MalformedText) -> Part) throws -> Part? {
    let path = "\(directory)/\(file)"
    guard let text = contents(of: path) else { return nil }
    do { return try parse(text) } catch { throw Failure("\(path):\(error.line): \(error.reason)") }
  }

  private func processes() -> [Int: ProcessReading] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var processes: [Int: ProcessReading] = [:]
    for identifier in names.lazy.compactMap({ Int($0) }) {
      // A process may have ended since the directory was listed: then it is not one of the running ones.
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

/// The text of a file, or nil if it cannot be read.
func contents(of path: String) -> String? {
  // Read to the end rather than by size: the files of /proc all claim to be empty.
  guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { return nil }
  return String(decoding: data, as: UTF8.self)
}

/// Something that ends the program with one line for its user.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
