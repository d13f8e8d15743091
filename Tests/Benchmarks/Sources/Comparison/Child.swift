import Foundation

/// One probe of one library, as a child process is given it.
struct ChildProbe {
  let library: String
  let probe: String
  let size: Int

  init(library: String, probe: String, size: Int) {
    (self.library, self.probe, self.size) = (library, probe, size)
  }

  init?(_ arguments: ArraySlice<String>) {
    let arguments = Array(arguments)
    guard arguments.count == 3, let size = Int(arguments[2]) else { return nil }
    self.init(library: arguments[0], probe: arguments[1], size: size)
  }

  var arguments: [String] { ["--probe", library, probe, String(size)] }
}

/// The child's side.
enum Child {
  static let stackSize = 8 << 20
  static let seconds: UInt32 = 60

  /// Says what is being done, for the case that it is the last thing.
  static func phase(_ name: String) { say("phase", name) }

  static func say(_ key: String, _ text: String) {
    FileHandle.standardOutput.write(Data("\(key): \(text)\n".utf8))
  }
}

/// Runs a probe on a thread with a stack of 8 MiB and prints what it came to. One that does not end is ended.
func runChild(_ child: ChildProbe) -> Never {
  alarm(Child.seconds)
  let thread = Thread {
    guard let library = libraries.first(where: { $0.name == child.library }),
      let probe = Probe.all.first(where: { $0.id == child.probe })
    else { fail("comparison: there is no \(child.probe) of \(child.library)") }
    Child.say("answer", probe.run(library, child.size) ?? "-")
    exit(0)
  }
  thread.stackSize = Child.stackSize
  thread.start()
  while true { sleep(60) }
}

/// What became of a child.
enum Answer {
  /// What its cell says.
  case text(String)

  /// How it ended, and what it was doing.
  case death(String, phase: String?, message: String?)

  /// Runs `child` and waits for it.
  init(_ child: ChildProbe) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = child.arguments
    // The runtime's own report of a crash takes a second, and is not read.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { fail("comparison: cannot run itself: \(error)") }
    func lines(_ pipe: Pipe) -> [Substring] {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    }
    let (said, complaints) = (lines(output), lines(errors))
    process.waitUntilExit()
    func last(_ key: String) -> String? {
      said.last { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) }
    }
    if process.terminationReason == .exit, process.terminationStatus == 0, let answer = last("answer") {
      self = .text(answer)
    } else {
      let marker = "Fatal error: "
      let message = complaints.first { $0.contains("Fatal") }.map { line in
        line.range(of: marker).map { String(line[$0.upperBound...]) } ?? String(line)
      }
      self = .death(Self.death(process, message), phase: last("phase"), message: message)
    }
  }

  private static func death(_ process: Process, _ message: String?) -> String {
    if let message, message.contains("swift-reactive: ") {
      return message.contains("left") && message.contains("right") ? "stops and names both" : "stops with a message"
    }
    if let message, message.contains("access conflict") { return "exclusive access conflict" }
    guard process.terminationReason == .uncaughtSignal else { return "exit code \(process.terminationStatus)" }
    switch process.terminationStatus {
    case SIGSEGV: return "SIGSEGV"
    case SIGBUS: return "SIGBUS"
    case SIGABRT: return "SIGABRT"
    case SIGILL: return "SIGILL"
    case SIGTRAP: return "SIGTRAP"
    case SIGALRM: return "no end within \(Child.seconds) s"
    case let signal: return "signal \(signal)"
    }
  }
}
