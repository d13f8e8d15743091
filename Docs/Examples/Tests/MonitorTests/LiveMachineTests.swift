import Foundation
import Testing

@testable import monitor

@Suite struct LiveMachineTests {
  /// Runs `body` with a directory of the given files.
  private func withDirectory(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, text) in files {
      let file = directory.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(directory.path)
  }

  @Test func whatAContainerHidesIsUnknown() throws {
    try withDirectory(["stat": ProcFixture.stat]) { directory in
      var machine = try #require(LiveMachine(directory: directory))
      let next = try machine.next()
      let sample = try #require(next)
      #expect(sample.processors?.cores.count == 2)
      #expect(sample.disk == nil)
      #expect(sample.memory == nil)
      #expect(sample.processes.isEmpty)
    }
  }

  @Test func everythingThatIsThereIsRead() throws {
    let files = [
      "stat": ProcFixture.stat, "meminfo": ProcFixture.meminfo, "net/dev": ProcFixture.netDev,
      "diskstats": ProcFixture.diskstats, "loadavg": "0.01 0.02 0.00 1/85 3385\n", "uptime": "1244.41 2448.04\n",
      "3389/stat": ProcFixture.process, "12/stat": "nonsense", "13/other": "", "fs/stat": "",
    ]
    try withDirectory(files) { directory in
      var machine = try #require(LiveMachine(directory: directory))
      let next = try machine.next()
      let sample = try #require(next)
      #expect(sample.uptime == 1244.41)
      #expect(sample.load != nil && sample.memory != nil && sample.network != nil && sample.disk != nil)
      #expect(sample.processes.keys.sorted() == [3389])
    }
  }

  @Test func aMalformedFileIsNamedWithItsLine() throws {
    try withDirectory(["stat": ProcFixture.stat, "meminfo": "MemTotal: 1 kB\nMemFree: x kB\n"]) { directory in
      var machine = try #require(LiveMachine(directory: directory))
      do {
        _ = try machine.next()
        Issue.record("no failure")
      } catch let failure as Failure {
        #expect(failure.description == "\(directory)/meminfo:2: expected a size in kB, found \"x\"")
      }
    }
  }

  @Test func withoutProcThereIsNoLiveMachine() {
    #expect(LiveMachine(directory: "/nowhere/at/all") == nil)
  }
}
