import Testing

@testable import monitor

@Suite struct ProcTextTests {
  @Test func processorTimeIsSplitIntoBusyAndIdle() throws {
    let processors = try Processors(stat: ProcFixture.stat)
    #expect(processors.total == ProcessorTime(busy: 1676 + 1236 + 8 + 12, idle: 244_804 + 733))
    #expect(processors.cores.count == 2)
    #expect(processors.cores[1] == ProcessorTime(busy: 1076 + 814 + 3 + 6, idle: 121_614 + 708))
  }

  @Test func anOldKernelWithFourColumnsIsUnderstood() throws {
    #expect(try Processors(stat: "cpu 1 2 3 4\n").total == ProcessorTime(busy: 6, idle: 4))
  }

  @Test func memoryIsReadInBytes() throws {
    let memory = try Memory(meminfo: ProcFixture.meminfo)
    #expect(memory.total == 24_684_096 * 1024)
    #expect(memory.available == 24_391_292 * 1024)
    #expect(memory.cached == (589_088 + 2044) * 1024)
    #expect(memory.swapFree == 524_288 * 1024)
  }

  @Test func withoutMemAvailableItIsEstimated() throws {
    let memory = try Memory(meminfo: "MemTotal: 100 kB\nMemFree: 10 kB\nCached: 5 kB\n")
    #expect(memory.available == 15 * 1024)
  }

  @Test func onlyInterfacesThatLeadOutsideCount() throws {
    #expect(try Traffic(netDev: ProcFixture.netDev) == Traffic(incoming: 5903, outgoing: 5713))
  }

  @Test func anInterfaceNameMayTouchItsFirstNumber() throws {
    let text = "heading\nheading\n eth0:12 0 0 0 0 0 0 0 34 0 0 0 0 0 0 0\n"
    #expect(try Traffic(netDev: text) == Traffic(incoming: 12, outgoing: 34))
  }

  @Test func partitionsAndLayersAreNotCountedTwice() throws {
    let disk = try Traffic(diskstats: ProcFixture.diskstats)
    #expect(disk == Traffic(incoming: (3_518_402 + 100) * 512, outgoing: (188_320 + 200) * 512))
  }

  @Test func loadAndUptimeAreRead() throws {
    let load = try LoadAverage(loadavg: "0.01 0.02 0.00 1/85 3385\n")
    #expect(load == LoadAverage(oneMinute: 0.01, fiveMinutes: 0.02, fifteenMinutes: 0))
    #expect(try uptime("1244.41 2448.04\n") == 1244.41)
  }

  @Test func aProcessIsRead() throws {
    let process = try ProcessReading(stat: ProcFixture.process, pageSize: 4096)
    #expect(process == ProcessReading(name: "cat", ticks: 12, resident: 416 * 4096))
  }

  @Test func aProcessMayCallItselfAnything() throws {
    let text = ProcFixture.process.replacing("(cat)", with: "(a) R (\u{1B}[2J 😀)")
    #expect(try ProcessReading(stat: text, pageSize: 4096).name == "a) R (?[2J ?")
  }

  @Test(arguments: [
    ("", 1, "expected a line \"cpu\""),
    ("cpu 1 2 3", 1, "ticks is missing"),
    ("cpu 1 2 3 4\ncpu0 1 2 x 4", 2, "expected ticks, found \"x\""),
    ("cpu 1 2 -3 4", 1, "expected ticks, found \"-3\""),
    ("cpu 1 2 99999999999999999999 4", 1, "expected ticks, found \"99999999999999999999\""),
  ])
  func malformedProcessorsSayWhere(text: String, line: Int, reason: String) {
    #expect(throws: MalformedText(line: line, reason: reason)) { try Processors(stat: text) }
  }

  @Test func otherMalformedFilesSayWhere() {
    #expect(throws: MalformedText(line: 1, reason: "expected lines \"MemTotal:\" and \"MemFree:\"")) {
      try Memory(meminfo: "")
    }
    #expect(throws: MalformedText(line: 2, reason: "expected a size in kB, found \"much\"")) {
      try Memory(meminfo: "MemTotal: 1 kB\nMemFree: much kB")
    }
    #expect(throws: MalformedText(line: 1, reason: "a load is missing")) { try LoadAverage(loadavg: "\n") }
    #expect(throws: MalformedText(line: 1, reason: "expected seconds, found \"nan\"")) { try uptime("nan") }
    #expect(throws: MalformedText(line: 3, reason: "bytes sent is missing")) {
      try Traffic(netDev: "heading\nheading\neth0: 1 2 3")
    }
    #expect(throws: MalformedText(line: 3, reason: "expected the name of an interface and a colon")) {
      try Traffic(netDev: "heading\nheading\neth0 1 2 3")
    }
    #expect(throws: MalformedText(line: 1, reason: "sectors read is missing")) { try Traffic(diskstats: "8 0 sda 1") }
    #expect(throws: MalformedText(line: 1, reason: "expected a name in parentheses")) {
      try ProcessReading(stat: "1 cat R", pageSize: 4096)
    }
    #expect(throws: MalformedText(line: 1, reason: "ticks in user mode is missing")) {
      try ProcessReading(stat: "1 (cat) R", pageSize: 4096)
    }
  }
}
