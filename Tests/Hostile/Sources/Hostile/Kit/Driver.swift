import Foundation

/// Runs cases, each in a process of its own, and reports the results.
struct Driver {
  let timeout: Double

  func runAll(_ cases: [Case]) -> Bool {
    var failed = 0
    for one in cases {
      let start = Date()
      let fault = fault(of: one)
      let seconds = String(format: "%.2f", Date().timeIntervalSince(start))
      if let fault {
        failed += 1
        print("FAIL \(one.name) (\(seconds) s): \(fault)")
      } else {
        print("pass \(one.name) (\(seconds) s)")
      }
      fflush(nil)
    }
    print("\(cases.count - failed) passed, \(failed) failed")
    return failed == 0
  }

  private func fault(of one: Case) -> String? {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: log) }
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [one.name]
    // A backtrace takes seconds, and its tool may hang in a process with corrupted memory. Random programs are
    // deterministic only with deterministic hashes.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    do {
      process.standardError = try FileHandle(forWritingTo: log)
      try process.run()
    } catch {
      return "could not be started: \(error)"
    }
    let deadline = Date().addingTimeInterval(timeout)
    while process.isRunning {
      if Date() > deadline {
        kill(process.processIdentifier, SIGKILL)
        return "did not end in \(Int(timeout)) s. \(gist(of: text(of: log)))"
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
    let errors = text(of: log)
    let code = process.terminationStatus
    let isSignal = process.terminationReason == .uncaughtSignal
    let status = "\(isSignal ? "signal" : "exit") \(code)"
    let isRight = !isSignal && code == 0
    let message = isSignal ? errors.split(separator: "\n").first { $0.contains("swift-reactive: ") } : nil
    func stops(_ text: String) -> Bool { text.split(separator: "|").contains { message?.contains($0) ?? false } }
    switch one.outcome {
    case .right:
      return isRight ? nil : "\(status): \(gist(of: errors))"
    case .stops(let text):
      return stops(text) ? nil : "\(status), and no stop that says \"\(text)\": \(gist(of: errors))"
    case .either(let text):
      return isRight || stops(text) ? nil : "\(status), and no stop that says \"\(text)\": \(gist(of: errors))"
    case .rightOrUnowned:
      return isRight || (isSignal && errors.contains("unowned reference")) ? nil : "\(status): \(gist(of: errors))"
    }
  }

  private func text(of log: URL) -> String {
    String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
  }

  /// The most informative line of an error text. For a sanitizer's report, this is its first location.
  private func gist(of errors: String) -> String {
    let lines = errors.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    if let report = lines.firstIndex(where: { $0.contains("WARNING: ThreadSan") || $0.contains("ERROR: ") }) {
      let places = lines[report...].filter { $0.hasPrefix("#") && $0.contains("Reactive") }.prefix(2)
      return ([lines[report]] + places).joined(separator: " ")
    }
    let notifying = ["check failed", "swift-reactive: ", "Fatal error", "Incorrect actor", "error"]
    for text in notifying {
      if let line = lines.first(where: { $0.contains(text) }) { return line }
    }
    return lines.first ?? "no message"
  }
}
